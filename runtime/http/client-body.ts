import { type HeldBytes, heldLimit } from "../base/held-bytes.js";
import { setting } from "../base/settings.js";
import { Deadline } from "../base/timeout.js";
import { seen } from "../base/work.js";
import { JsonDocument } from "../data/json/json-node.js";
import type { JsonObject, Value } from "../data/model/values.js";
import { type Bytes, byteLength, encode, readBytes } from "./body-bytes.js";
import type { ClientRequest } from "./client-request.js";
import { fieldsToObject } from "./fields.js";
import { type Form, readForm } from "./form.js";
import { decode, essence, isUtf8Json } from "./media-type.js";

/** The body is larger than the operator allows. */
export class BodyTooLarge extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`Request body exceeds ${limit} bytes.`);
    this.limit = limit;
  }
}

/** The process holds so many bytes of bodies that there is no room for this one. */
export class NoRoomForBody extends Error {}

/**
 * A body of no more bytes than these is read in one go, which is faster. What the client announces counts then, whether
 * it sends it or not.
 */
const longestAnnounced = 65_536;

/** The client's request body: read once and only if asked for; decoded and parsed when somebody first looks at it. */
export class ClientBody {
  readonly #request: ClientRequest;
  readonly #bindings: unknown;
  readonly #holder: { hold(): HeldBytes };
  #reading: Promise<void> | undefined;
  #isRead = false;
  /** Bytes that were read. One of the next two has them. */
  #length = 0;
  #bytes: Bytes | undefined;
  #text: string | undefined;
  #value: Value;
  #parsed = false;
  /** True if the body is declared as JSON and is none; known once `value` has been read. */
  isMalformed = false;
  #form: Form | undefined;

  /** @param holder counts the bytes that the request holds */
  constructor(request: ClientRequest, bindings: unknown, holder: { hold(): HeldBytes }) {
    this.#request = request;
    this.#bindings = bindings;
    this.#holder = holder;
  }

  /**
   * Reads the body; `undefined` if that has been done. Rejects with `BodyTooLarge` or `NoRoomForBody`, with what `late`
   * makes after so many milliseconds, or with the error of the connection.
   */
  read(milliseconds: number, late: () => Error): Promise<void> | undefined {
    if (this.#isRead) return undefined;
    this.#reading ??= new Promise((resolve, reject) => {
      const done = (body: Bytes | string = ""): void => {
        this.#length = byteLength(body);
        if (typeof body === "string") this.#text = seen(body);
        else this.#bytes = body;
        this.#isRead = true;
        resolve();
      };
      const { method } = this.#request;
      if (method === "GET" || method === "HEAD")
        done(); // such a `Request` has no body
      else this.#read(milliseconds, late, done, reject);
    });
    return this.#reading;
  }

  #read(
    ms: number,
    late: () => Error,
    done: (body: Bytes | string) => void,
    failed: (reason: unknown) => void,
  ): void {
    const request = this.#request;
    const limit = Math.min(
      setting(this.#bindings, "MAX_BODY_BYTES"),
      heldLimit(this.#bindings, "client"), // a longer body would never have room
    );
    const announced = announcedLength(request);
    if (announced !== undefined && announced > limit) throw new BodyTooLarge(limit);
    const held = this.#holder.hold();
    // No more than announced arrives, so a short body can be counted before, and read in one go. A long one is counted while
    // it arrives: a client must not take the room of others by an announcement alone.
    const isShort = announced !== undefined && announced <= longestAnnounced;
    if (isShort ? !held.take("client", announced) : !held.hasRoom("client", announced ?? 0))
      throw new NoRoomForBody();
    let error: Error | undefined;
    const deadline = new Deadline(ms, () => {
      error = late();
      failed(error);
    });
    const broken = (reason: unknown): void => {
      deadline.end();
      failed(reason);
    };
    const arrived = (body: Bytes | string | undefined): void => {
      if (body === undefined || byteLength(body) > limit) return void broken(new BodyTooLarge(limit));
      deadline.end();
      if (error === undefined) done(body);
    };
    const count = (bytes: number): void => {
      if (error !== undefined) throw error;
      if (!held.take("client", bytes)) throw new NoRoomForBody();
    };
    if (!isShort) readBytes(request.body, limit, count).then(arrived, broken);
    else if (request.readAll !== undefined) request.readAll(arrived, broken);
    else if (request.quickBlob !== undefined && isUtf8Json(this.mediaType))
      request.quickBlob().then(textOrBytes).then(arrived, broken);
    else request.arrayBuffer().then((buffer) => arrived(new Uint8Array(buffer)), broken);
  }

  /** True if `read` was called. */
  get isAskedFor(): boolean {
    return this.#reading !== undefined;
  }

  /** Bytes that were read. */
  get length(): number {
    return this.#length;
  }

  /** The bytes that were read; `undefined` before that, and if there are none. */
  get bytes(): Bytes | undefined {
    if (this.#length === 0) return undefined;
    this.#bytes ??= encode(this.text);
    return this.#bytes;
  }

  get mediaType(): string | undefined {
    return this.#request.headers.get("content-type") ?? undefined;
  }

  /** The bytes that were read, decoded; `""` if there are none. */
  get text(): string {
    this.#text ??= this.bytes === undefined ? "" : decode(this.bytes, this.mediaType);
    return this.#text;
  }

  /** `$body`. */
  get value(): Value {
    if (this.#parsed || this.#length === 0) return this.#value;
    this.#parsed = true;
    const { text } = this;
    // The specification names this type alone; a body with a `+json` type is a text.
    const isJson = essence(this.mediaType) === "application/json";
    const json = isJson ? JsonDocument.parse(text) : undefined;
    this.isMalformed = isJson && json === undefined;
    this.#value = json ?? text;
    return this.#value;
  }

  /**
   * The body as a form, read once; `undefined` if it is none.
   * @throws FieldLimitError
   */
  get form(): Form | undefined {
    this.#form ??= this.bytes && readForm(this.bytes, this.mediaType);
    return this.#form;
  }

  /**
   * `$request/post`; `undefined` if the body is no form.
   * @throws FieldLimitError
   */
  get post(): JsonObject | undefined {
    return this.form && fieldsToObject(this.form.fields);
  }
}

/**
 * The text in UTF-8 where it has all bytes in it; else these. The platform leaves out byte order marks and puts U+FFFD in
 * place of what is no UTF-8; Bun takes the text for UTF-16 behind a mark of that, two bytes for each unit.
 */
function textOrBytes(blob: Blob): Promise<string | Bytes> {
  return blob.text().then((text) => {
    const isExact = byteLength(text) === blob.size && text.length !== (blob.size - 2) >> 1;
    if (isExact && !text.includes("\ufffd")) return text;
    return blob.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  });
}

function announcedLength({ headers }: ClientRequest): number | undefined {
  const field = headers.get("content-length");
  return field === null ? undefined : Number(field);
}
