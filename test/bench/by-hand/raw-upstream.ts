import { Agent, type ClientRequest, type IncomingMessage, request as send } from "node:http";
import { type Exchange, textOf } from "./exchange.js";
import { type Began, logRequest } from "./log.js";
import { timeout } from "./orders.js";

const { hostname, port } = new URL(process.env.UPSTREAM ?? "http://127.0.0.1:9");
const origin = `http://${hostname}:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout });

/** Reads JSON from the upstream system. Rejects if it does not answer in time. */
export function load<T>(
  { requestID }: Exchange,
  id: string,
  path: string,
): Promise<{ readonly status: number; readonly value: T }> {
  const began = { requestID, startedAt: Date.now(), started: performance.now() };
  return new Promise((resolve, reject) => {
    const request = send({ agent, hostname, port, path }, (response) => {
      const firstByte = performance.now() - began.started;
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        chunks.push(chunk);
      });
      response.on("end", () => {
        logResponse(began, id, "GET", path, response, bytes, firstByte);
        try {
          resolve({ status: response.statusCode ?? 0, value: JSON.parse(textOf(chunks)) as T });
        } catch (error) {
          reject(error);
        }
      });
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error("The upstream does not answer.")));
    request.on("error", reject);
    request.end();
  });
}

/** Passes the client's request on, and the response back, without keeping their bodies. */
export function passOn(exchange: Exchange, path: string): Promise<void> {
  const { requestID, incoming, outgoing } = exchange;
  const { method = "GET", headers } = incoming;
  const began = { requestID, startedAt: Date.now(), started: performance.now() };
  return new Promise((resolve, reject) => {
    const { host, connection, "keep-alive": _, ...fields } = headers;
    const request: ClientRequest = send(
      { agent, hostname, port, path, method, headers: fields },
      (response) => {
        const firstByte = performance.now() - began.started;
        const { connection, "keep-alive": _, ...fields } = response.headers;
        const { statusCode = 502 } = response;
        outgoing.writeHead(statusCode, fields);
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.byteLength;
        });
        response.on("end", () => {
          logResponse(began, "main", method, path, response, bytes, firstByte);
          exchange.logSent("proxy.xml", statusCode, response.headers["content-type"] ?? "", bytes);
          resolve();
        });
        response.on("error", reject);
        response.pipe(outgoing);
      },
    );
    request.on("timeout", () => request.destroy(new Error("The upstream does not answer.")));
    request.on("error", reject);
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) request.destroy();
    });
    if (method === "GET") request.end();
    else incoming.pipe(request);
  });
}

function logResponse(
  began: Began,
  id: string,
  method: string,
  path: string,
  { statusCode = 0, headers }: IncomingMessage,
  bytes: number,
  firstByte: number,
): void {
  logRequest(began, {
    url: origin + path,
    method,
    status: statusCode,
    mime: headers["content-type"] ?? "",
    bytes,
    id: `${id}.0`,
    firstByte,
  });
}
