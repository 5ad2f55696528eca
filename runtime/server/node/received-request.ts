import type { IncomingMessage, ServerResponse } from "node:http";
import type { Bytes } from "../../http/body-bytes.js";
import { streamOf } from "../../http/body-bytes.js";
import { type ClientRequest, Departure } from "../../http/client-request.js";
import type { RequestUrl } from "../../http/client-url.js";
import { shielded } from "./faults.js";
import { closedEarly, IncomingPieces, readAll } from "./incoming-body.js";
import type { RequestFields } from "./request-fields.js";

/** A request that Node's server has received. What few flows ask for is made when they do. */
export class ReceivedRequest implements ClientRequest {
  readonly method: string;
  readonly urlParts: RequestUrl;
  readonly headers: RequestFields;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #abort: AbortController | undefined;
  #departure: Departure | undefined;
  #body: ReadableStream<Uint8Array> | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    urlParts: RequestUrl,
    headers: RequestFields,
  ) {
    this.method = incoming.method ?? "";
    this.urlParts = urlParts;
    this.headers = headers;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get url(): string {
    return this.urlParts.url;
  }

  /** Aborted when the client goes before it has the response. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.departure.tell(() => abort.abort(closedEarly()));
    }
    return this.#abort.signal;
  }

  get departure(): Departure {
    const outgoing = this.#outgoing;
    this.#departure ??= new Departure(
      () => outgoing.destroyed && !outgoing.writableFinished,
      (gone) => outgoing.on("close", shielded(outgoing.req.socket, gone)),
    );
    return this.#departure;
  }

  /** Without either field there is no content (RFC 9112 §6.3), and nothing that a proxy would have to send. */
  get body(): ReadableStream<Uint8Array> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    if (!this.headers.has("content-length") && !this.headers.has("transfer-encoding")) return null;
    this.#body ??= streamOf(new IncomingPieces(this.#incoming));
    return this.#body;
  }

  readAll(arrived: (bytes: Bytes) => void, broken: (reason: unknown) => void): void {
    readAll(this.#incoming, arrived, broken);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await new Promise<Bytes>((resolve, reject) =>
      this.readAll(resolve, reject),
    );
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
}
