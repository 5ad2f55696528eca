import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { type Pieces, piecesOf } from "../../http/pieces.js";
import type { Reply } from "../../http/reply.js";
import { answerFault, shielded } from "./faults.js";

type Piece = Uint8Array | undefined;

/** Sends a response with Node's server. */
export function sendReply({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  if (body instanceof ReadableStream) sendStream(status, fieldsOf(headers), body, outgoing);
  else if (body === null) outgoing.writeHead(status, fieldsOf(headers)).end();
  else {
    const fields = fieldsOf(headers);
    fields["content-type"] ??= typeof body === "string" ? "text/plain;charset=UTF-8" : unknownType;
    fields["content-length"] ??= Buffer.byteLength(body);
    outgoing.writeHead(status, fields).end(body);
  }
}

/** What a server on Hono says of content without a type. */
const unknownType = "text/plain; charset=UTF-8";

/**
 * Sends a body that comes piece by piece. One that is there as a whole has its length in the head; of any other, the head
 * goes out first. A body that breaks off ends the connection.
 */
function sendStream(
  status: number,
  fields: OutgoingHttpHeaders,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
): void {
  sendPieces(piecesOf(body), status, fields, outgoing).catch((error: unknown) =>
    answerFault(error, outgoing),
  );
}

/** All fields by name. Only `Set-Cookie` may be there several times. */
function fieldsOf(headers: Reply["headers"]): OutgoingHttpHeaders {
  if (!(headers instanceof Headers)) return { ...headers };
  const fields: OutgoingHttpHeaders = Object.create(null); // `__proto__` is a name, too
  for (const [name, value] of headers) if (name !== "set-cookie") fields[name] = value;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields["set-cookie"] = cookies;
  return fields;
}

async function sendPieces(
  pieces: Pieces,
  status: number,
  fields: OutgoingHttpHeaders,
  outgoing: ServerResponse,
): Promise<void> {
  fields["content-type"] ??= unknownType;
  if (outgoing.destroyed) return pieces.drop();
  const room = new Room(outgoing, () => pieces.drop());
  let reading = pieces.next();
  const first = await orLater(reading);
  if (first instanceof Uint8Array) reading = pieces.next();
  const next = first instanceof Uint8Array ? await orLater(reading) : first;
  const isWhole = next === undefined;
  const whole = first instanceof Uint8Array ? first : new Uint8Array();
  if (isWhole) fields["content-length"] ??= whole.byteLength;
  outgoing.writeHead(status, fields);
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

/** What comes without waiting for anything from outside; else `later`. */
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
