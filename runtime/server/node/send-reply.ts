/**
 * The one writer of replies to clients of Node's server, those of the server itself included, and the one place for what
 * goes wrong meanwhile.
 * @module
 */
import type { ServerResponse } from "node:http";
import { type Bytes, byteLength, flowTo, piecesOf, type Sink } from "../../http/body-bytes.js";
import { fieldOf, type HeadFields, jsonHead, type Reply, replyOf, toHead } from "../../http/reply.js";
import { unprocessed } from "../../request/engine-errors.js";
import { drainAfterwards } from "./drain.js";
import { errorReply } from "./error-reply.js";
import { report, shielded } from "./faults.js";

/** Sends the answer of a flow or, where a route of somebody else has answered, a response. */
export function sendReply(answer: Reply | Response, outgoing: ServerResponse): void {
  try {
    const { req } = outgoing;
    if (req.method !== "GET" && req.method !== "HEAD" && !req.readableEnded) drainAfterwards(outgoing);
    write("head" in answer ? answer : (replyOf(answer) ?? receivedReply(answer)), outgoing);
  } catch (error) {
    answerFault(error, outgoing);
  }
}

/** A response of something else than flows. */
function receivedReply({ status, headers, body }: Response): Reply {
  return { status, head: toHead(headers), body, bytes: undefined };
}

/** Logs a fault, and answers with an internal error if nothing has been sent; else the connection ends. */
export function answerFault(error: unknown, outgoing: ServerResponse): void {
  const { socket } = outgoing.req;
  try {
    const requestID = report(error);
    if (outgoing.headersSent || outgoing.destroyed) return void socket.destroy();
    write(errorReply(requestID, 500, unprocessed), outgoing);
  } catch {
    socket.destroy();
  }
}

function write({ status, head, body, bytes }: Reply, outgoing: ServerResponse): void {
  if (body === null || outgoing.req.method === "HEAD") outgoing.writeHead(status, head as string[]).end();
  else if (typeof body !== "string" && body instanceof ReadableStream)
    sendStream(status, head, body, outgoing);
  else sendWhole(status, head, body, bytes ?? byteLength(body), outgoing);
}

/**
 * Sends the head and a body as one piece: `end(body)` alone would add an empty one, and a list of pieces takes far longer
 * than one. A piece of single bytes needs no encoding.
 */
function sendWhole(
  status: number,
  head: HeadFields,
  body: string | Bytes,
  bytes: number,
  outgoing: ServerResponse,
): void {
  const isText = typeof body === "string";
  outgoing.writeHead(status, completeHead(head, isText ? unknownText : unknownType, bytes));
  const { socket } = outgoing;
  const text = isText ? body : singleBytes(body);
  const encoding = text?.length === bytes ? "latin1" : "utf8";
  // Without a socket, other responses come first. Fields have a byte for each character, which Node forgets before UTF-8.
  if (
    text === undefined ||
    socket === null ||
    (encoding === "utf8" && head.some((one) => beyondAscii.test(one)))
  )
    return void outgoing.end(isText ? Buffer.from(body) : body);
  socket.cork(); // Node would do so until the end of the turn
  outgoing.write(text, encoding);
  socket.uncork();
  outgoing.end();
}

/** A character for each byte; `undefined` for a body whose copy would cost more than it saves. */
function singleBytes({ buffer, byteOffset, byteLength }: Bytes): string | undefined {
  return byteLength > longestCopied
    ? undefined
    : Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

const longestCopied = 16_384;

const beyondAscii = /[^\0-\x7f]/;

/**
 * The fields with the type and the length of the body, unless they are there. Names and values in turn are what Node
 * takes fastest.
 */
function completeHead(head: HeadFields, type: string, bytes: number | undefined): string[] {
  const hasType = head === jsonHead || fieldOf(head, "content-type") !== undefined;
  const typed = hasType ? head : [...head, "content-type", type];
  const hasLength =
    bytes === undefined || (head !== jsonHead && fieldOf(head, "content-length") !== undefined);
  return (hasLength ? typed : [...typed, "content-length", String(bytes)]) as string[];
}

/** The type that a server on Hono gives to content without one. */
const unknownText = "text/plain;charset=UTF-8";
const unknownType = "text/plain; charset=UTF-8";

/**
 * Sends a body that comes piece by piece. One that is there as a whole has its length in the head; of any other, the head
 * goes out first. A body that breaks off ends the connection.
 */
function sendStream(
  status: number,
  head: HeadFields,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): void {
  const pieces = piecesOf(body);
  if (outgoing.destroyed) return void pieces.drop();
  const reply = new StreamedReply(status, head, outgoing);
  const { socket } = outgoing.req;
  outgoing.once(
    "close",
    shielded(socket, () => pieces.drop()),
  );
  outgoing.on("drain", shielded(socket, flowTo(reply, pieces)));
}

class StreamedReply implements Sink {
  readonly #outgoing: ServerResponse;
  readonly #status: number;
  readonly #head: HeadFields;
  readonly #isLengthKnown: boolean;
  /** The first piece, as long as it may be the only one. */
  #first: Uint8Array | undefined;

  constructor(status: number, head: HeadFields, outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#status = status;
    this.#head = head;
    this.#isLengthKnown = fieldOf(head, "content-length") !== undefined;
    this.#lookAhead();
  }

  push(piece: Uint8Array): boolean {
    try {
      return this.#outgoing.destroyed || this.#write(piece);
    } catch (error) {
      this.fail(error);
      return true;
    }
  }

  #write(piece: Uint8Array): boolean {
    const outgoing = this.#outgoing;
    if (!outgoing.headersSent) {
      if (this.#first === undefined && !this.#isLengthKnown) {
        this.#first = piece;
        this.#lookAhead();
        return true;
      }
      this.#writeHead();
      if (this.#first !== undefined) outgoing.write(this.#first);
    }
    return outgoing.write(piece);
  }

  end(): void {
    const outgoing = this.#outgoing;
    const whole = this.#first ?? new Uint8Array();
    try {
      if (outgoing.headersSent) outgoing.end();
      else if (!outgoing.destroyed) this.#writeHead(whole.byteLength).end(whole);
    } catch (error) {
      this.fail(error);
    }
  }

  fail(reason: unknown): void {
    answerFault(reason, this.#outgoing);
  }

  /** More of the body may come without waiting for anything from outside. */
  #lookAhead(): void {
    const before = this.#first;
    const { socket } = this.#outgoing.req;
    const look = (): void => {
      const outgoing = this.#outgoing;
      if (this.#first !== before || outgoing.headersSent || outgoing.destroyed) return;
      this.#writeHead();
      if (before === undefined) outgoing.flushHeaders();
      else outgoing.write(before);
    };
    setImmediate(shielded(socket, look));
  }

  #writeHead(bytes?: number): ServerResponse {
    return this.#outgoing.writeHead(this.#status, completeHead(this.#head, unknownType, bytes));
  }
}
