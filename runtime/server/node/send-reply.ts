/**
 * The one writer of replies to clients of Node's server, those of the server itself included, and the one place for what
 * goes wrong meanwhile.
 * @module
 */
import type { ServerResponse } from "node:http";
import { type Bytes, byteLength, type Pieces, piecesOf } from "../../http/body-bytes.js";
import { fieldOf, type HeadFields, jsonHead, type Reply, replyOf, toHead } from "../../http/reply.js";
import * as engineErrors from "../../request/engine-errors.js";
import { drainAfterwards } from "./drain.js";
import { report, shielded } from "./faults.js";

type Piece = Uint8Array | undefined;

/** Sends the answer of a flow or, where a route of somebody else has answered, a response. */
export function sendReply(answer: Reply | Response, outgoing: ServerResponse): void {
  try {
    const { req } = outgoing;
    if (req.method !== "GET" && !req.readableEnded) drainAfterwards(outgoing);
    write("head" in answer ? answer : (replyOf(answer) ?? receivedReply(answer)), outgoing);
  } catch (error) {
    answerFault(error, outgoing);
  }
}

/** A response of something else than flows. */
function receivedReply({ status, headers, body }: Response): Reply {
  return { status, head: toHead(headers), body, bytes: undefined };
}

/** The system error document, for a request that no flow answers. */
export function errorReply(requestID: string, status: number, info: string) {
  const { message, code } =
    status < 500 ? engineErrors.inputValidation : status === 503 ? engineErrors.limit : engineErrors.internal;
  const body = JSON.stringify({ error: { message, status, requestID, info: [info], code } });
  const head = [...jsonHead, "content-length", String(body.length)];
  return { status, head, body, bytes: body.length };
}

/** Logs a fault, and answers with an internal error if nothing has been sent; else the connection ends. */
export function answerFault(error: unknown, outgoing: ServerResponse): void {
  const { socket } = outgoing.req;
  try {
    const requestID = report(error);
    if (outgoing.headersSent || outgoing.destroyed) return void socket.destroy();
    write(errorReply(requestID, 500, engineErrors.unprocessed), outgoing);
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
  const type = typeof body === "string" ? unknownText : unknownType;
  outgoing.writeHead(status, completeHead(head, type, bytes));
  const { socket } = outgoing;
  const inSingleBytes = head.every(isAscii);
  const text = typeof body === "string" ? body : inSingleBytes ? singleBytes(body) : undefined;
  // Without a socket, other responses come first.
  if (text === undefined || socket === null) return void outgoing.end(body);
  socket.cork(); // Node would do so until the end of the turn
  outgoing.write(text, inSingleBytes && text.length === bytes ? "latin1" : "utf8");
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

function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[^\0-\x7f]/;

/**
 * The fields with the type and the length of the body, unless they are there. Names and values in turn are what Node
 * takes fastest.
 */
function completeHead(head: HeadFields, type: string, bytes: number | undefined): string[] {
  const hasType = fieldOf(head, "content-type") !== undefined;
  const typed = hasType ? head : [...head, "content-type", type];
  const hasLength = bytes === undefined || fieldOf(head, "content-length") !== undefined;
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
  sendPieces(piecesOf(body), status, head, outgoing).catch((error: unknown) => answerFault(error, outgoing));
}

async function sendPieces(
  pieces: Pieces,
  status: number,
  head: HeadFields,
  outgoing: ServerResponse,
): Promise<void> {
  if (outgoing.destroyed) return pieces.drop();
  const room = new Room(outgoing, () => pieces.drop());
  let reading = pieces.next();
  const first = await orLater(reading);
  if (first instanceof Uint8Array) reading = pieces.next();
  const next = first instanceof Uint8Array ? await orLater(reading) : first;
  const isWhole = next === undefined;
  const whole = first instanceof Uint8Array ? first : new Uint8Array();
  outgoing.writeHead(status, completeHead(head, unknownType, isWhole ? whole.byteLength : undefined));
  if (isWhole) return void outgoing.end(whole);
  if (first === later) outgoing.flushHeaders();
  else outgoing.write(whole);
  for (let piece = await reading; piece !== undefined; piece = await pieces.next()) {
    if (!outgoing.write(piece)) await room.wait();
    if (outgoing.destroyed) return;
  }
  outgoing.end();
}

const later = Symbol("later");

/** The piece that comes without waiting for anything from outside; else `later`. */
function orLater(reading: Promise<Piece>): Promise<Piece | typeof later> {
  return Promise.race([reading, new Promise<typeof later>((resolve) => setImmediate(resolve, later))]);
}

/** Waits until the client has taken what was written. Listeners for each piece would cost more than the piece. */
class Room {
  readonly #outgoing: ServerResponse;
  #go: (() => void) | undefined;

  /** @param gone is called when the connection is over */
  constructor(outgoing: ServerResponse, gone: () => void) {
    this.#outgoing = outgoing;
    outgoing.on("drain", () => this.#go?.());
    outgoing.once(
      "close",
      shielded(outgoing.req.socket, () => {
        this.#go?.();
        gone();
      }),
    );
  }

  /** Resolves also when the connection is over. */
  wait(): Promise<void> {
    if (this.#outgoing.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#go = resolve;
    });
  }
}
