import { type Bytes, readBytes } from "./body-bytes.js";
import { numberSetting } from "./environment.js";
import { parseForm } from "./form.js";
import { JsonDocument } from "./json-node.js";
import { decode, essence } from "./media-type.js";
import type { JsonObject, Value } from "./values.js";

/** Bytes that a client may send where `FLOW_MAX_BODY_BYTES` says nothing. */
const defaultLimit = 10 * 1024 * 1024;

/** The body is larger than the operator allows. */
export class BodyTooLarge extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`Request body exceeds ${limit} bytes.`);
    this.limit = limit;
  }
}

/** The client's request body: read once and only if asked for, decoded and parsed when first looked at. */
export class ClientBody {
  readonly #request: Request;
  readonly #bindings: unknown;
  #reading: Promise<void> | undefined;
  #bytes: Bytes | undefined;
  #value: Value;
  #parsed = false;

  constructor(request: Request, bindings: unknown) {
    this.#request = request;
    this.#bindings = bindings;
  }

  /** Rejects with `BodyTooLarge`, or with the error of the connection. */
  read(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read(): Promise<void> {
    const request = this.#request;
    if (request.method === "GET" || request.method === "HEAD") return; // a `Request` has no body then
    const limit = numberSetting(this.#bindings, "MAX_BODY_BYTES", defaultLimit);
    const announced = request.headers.get("content-length");
    if (announced !== null && Number(announced) > limit) throw new BodyTooLarge(limit);
    // With its length announced, no more than that arrives, so it can be read in one go.
    const bytes =
      announced === null ? await readBytes(request.body, limit) : new Uint8Array(await request.arrayBuffer());
    if (bytes === undefined || bytes.byteLength > limit) throw new BodyTooLarge(limit);
    this.#bytes = bytes;
  }

  /** Whether `read` was called. */
  get isAskedFor(): boolean {
    return this.#reading !== undefined;
  }

  /** The bytes read; `undefined` before `read`, and for no or an empty body. */
  get bytes(): Bytes | undefined {
    return this.#bytes?.byteLength ? this.#bytes : undefined;
  }

  get mediaType(): string | undefined {
    return this.#request.headers.get("content-type") ?? undefined;
  }

  /** `$body`. */
  get value(): Value {
    if (this.#parsed || this.bytes === undefined) return this.#value;
    this.#parsed = true;
    const text = decode(this.bytes, this.mediaType);
    // The specification names this type alone: `+json` types are text.
    this.#value = essence(this.mediaType) === "application/json" ? parsedOrText(text) : text;
    return this.#value;
  }

  /** `$request/post`; `undefined` if the body is no form. */
  get form(): JsonObject | undefined {
    return this.bytes && parseForm(this.bytes, this.mediaType);
  }
}

const parsedOrText = (text: string): Value => {
  try {
    return new JsonDocument(JSON.parse(text));
  } catch {
    return text;
  }
};
