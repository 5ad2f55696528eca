import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ClientRequest } from "../http/client-request.js";
import type { RequestFields } from "./request-fields.js";

/** A request that Node's server has received. What few flows ask for is made when they do. */
export class ReceivedRequest implements ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestFields;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #abort: AbortController | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { method, url, headers }: Pick<ReceivedRequest, "method" | "url" | "headers">,
  ) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  /** Aborted when the client goes before it has the response. */
  get signal(): AbortSignal {
    this.#abort ??= abortWith(this.#outgoing);
    return this.#abort.signal;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    this.#body ??= bodyStream(this.#incoming);
    return this.#body;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await readAll(this.#incoming);
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

function abortWith(outgoing: ServerResponse): AbortController {
  const abort = new AbortController();
  const gone = (): void => abort.abort(closedEarly());
  if (outgoing.destroyed) gone();
  else
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone();
    });
  return abort;
}

function closedEarly(): Error {
  return new Error("Client connection prematurely closed.");
}

/** If nobody reads it to its end, the rest stays where it is: to cancel it would end the connection. */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  return new ReadableStream({
    async pull(controller) {
      try {
        const left = reader === undefined ? leftBehind(incoming) : undefined;
        if (left !== undefined) {
          if (left.byteLength > 0) controller.enqueue(left);
          controller.close();
          return;
        }
        reader ??= (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
  });
}

function readAll(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const left = leftBehind(incoming);
  if (left !== undefined) return Promise.resolve(left);
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(closedEarly());
    const chunks: Buffer<ArrayBuffer>[] = [];
    const ended = (): void => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    };
    incoming.on("data", (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    incoming.on("end", ended);
    incoming.on("error", reject);
    incoming.on("close", () => {
      if (!incoming.readableEnded) reject(closedEarly());
    });
  });
}

/** A body that had come as a whole before the connection ended, and that nobody has read; else `undefined`. */
function leftBehind(incoming: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  if (!incoming.destroyed || !incoming.complete || incoming.readableDidRead) return undefined;
  const left: Buffer<ArrayBuffer> = incoming.read() ?? Buffer.alloc(0);
  const announced = incoming.headers["content-length"];
  return announced === undefined || Number(announced) === left.byteLength ? left : undefined;
}
