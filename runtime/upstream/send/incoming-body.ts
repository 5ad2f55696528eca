import { type Bytes, joinBytes, readPieces, type Sink } from "../../http/body-bytes.js";
import type { ReceivedBody } from "../received-body.js";

/** Controls the sender of a body. */
export interface Sender {
  resume(): void;
  stop(): void;
}

/** Bytes that are held for a reader who does not take them. */
const room = 131_072;

/** A body between the connection that it comes from and its reader, without a web stream. */
export class IncomingBody implements ReceivedBody, Sink {
  readonly #sender: Sender;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #isHeldBack = false;
  #isOver = false;
  #failure: Error | undefined;
  #waiting: Waiting | undefined;
  /** Gets all pieces as soon as somebody wants them to flow. */
  #sink: Sink | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  push(piece: Uint8Array): boolean {
    if (this.#isOver) return true;
    if (this.#sink !== undefined) return this.#sink.push(piece);
    const waiting = this.#waiting;
    if (waiting !== undefined) {
      this.#waiting = undefined;
      waiting.resolve(piece);
      return true;
    }
    this.#pieces.push(piece);
    this.#held += piece.byteLength;
    this.#isHeldBack = this.#held >= room;
    return !this.#isHeldBack;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting?.resolve(undefined);
    this.#sink?.end();
  }

  fail(reason: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = reason;
    this.#waiting?.reject(reason);
    this.#sink?.fail(reason);
  }

  next(): Promise<Uint8Array | undefined> {
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      this.#took(piece.byteLength);
      return Promise.resolve(piece);
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  flowTo(sink: Sink): () => void {
    const held = this.#pieces;
    this.#pieces = [];
    const goOn = (): void => this.#sender.resume();
    let hasRoom = true;
    for (const piece of held) hasRoom = sink.push(piece);
    if (this.#failure !== undefined) sink.fail(this.#failure);
    else if (this.#isOver) sink.end();
    else {
      this.#sink = sink;
      if (this.#isHeldBack && hasRoom) goOn();
    }
    return goOn;
  }

  async whole(limit: number, count?: (bytes: number) => void): Promise<Bytes | undefined> {
    try {
      const next = () => (this.#isWhole ? this.#pieces.shift() : this.next());
      const bytes = await readPieces(next, limit, count);
      return bytes && plainBytes(bytes);
    } finally {
      this.drop();
    }
  }

  atOnce(limit: number, count?: (bytes: number) => void): Bytes | undefined {
    const [only] = this.#pieces;
    const isThere = this.#isWhole && this.#pieces.length === 1 && only !== undefined;
    if (!isThere || only.byteLength > limit) return undefined;
    this.drop();
    count?.(only.byteLength);
    return plainBytes(joinBytes([only], only.byteLength));
  }

  drop(): void {
    this.#pieces = [];
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sender.stop();
  }

  /** All of it has come. */
  get #isWhole(): boolean {
    return this.#isOver && this.#failure === undefined;
  }

  #took(bytes: number): void {
    this.#held -= bytes;
    if (!this.#isHeldBack || this.#held >= room) return;
    this.#isHeldBack = false;
    this.#sender.resume();
  }
}

interface Waiting {
  resolve(piece: Uint8Array | undefined): void;
  reject(reason: Error): void;
}

/** A `Buffer` of Node has methods that mean something else. */
function plainBytes(bytes: Bytes): Bytes {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
