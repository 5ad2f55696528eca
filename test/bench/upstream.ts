/** The upstream system, a process of its own. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { upstreamBodies } from "./cases.js";
import { answer } from "./processes.js";

/** Texts would be encoded anew for each response. */
const bodies = new Map(Object.entries(upstreamBodies).map(([path, body]) => [path, Buffer.from(body)]));

answer(async () => {
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? "");
    const answered = () => {
      response.writeHead(body === undefined ? 404 : 200, {
        "content-type": "application/json",
        "content-length": body?.byteLength ?? 0,
      });
      response.end(body);
    };
    if (request.method === "GET") answered();
    else request.on("end", answered).resume();
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
});
