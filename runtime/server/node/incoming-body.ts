import type { IncomingMessage } from "node:http";
import { type Bytes, joinBytes, type Pieces, type Sink } from "../../http/body-bytes.js";
import { shielded } from "./faults.js";

/** A body that comes piece by piece. If nobody reads it to its end, the rest stays: to end it would end the connection. */
export class IncomingPieces implements Pieces {
  readonly #incoming: IncomingMessage;
  #isReading = false;
  #isOver = false;
  #failure: Error | undefined;
  /** The pieces that came though nobody had asked: somebody else let the request flow. */
  readonly #early: Uint8Array[] = [];
  #waiting: { resolve(piece: Uint8Array | undefined): void; reject(reason: Error): void } | undefined;
  #sink: Sink | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  next(): Promise<Uint8Array | undefined> {
    if (!this.#isReading) this.#begin();
    const early = this.#early.shift();
    if (early !== undefined) return Promise.resolve(early);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#incoming.resume();
    });
  }

  flowTo(sink: Sink): () => void {
    if (!this.#isReading) this.#begin();
    for (const piece of this.#early.splice(0)) sink.push(piece);
    if (this.#failure !== undefined) sink.fail(this.#failure);
    else if (this.#isOver) sink.end();
    else {
      this.#sink = sink;
      this.#incoming.resume();
    }
    return () => this.#incoming.resume();
  }

  drop(): void {
    this.#early.length = 0;
    this.#end();
  }

  #begin(): void {
    const incoming = this.#incoming;
    this.#isReading = true;
    const left = leftBehind(incoming);
    if (left !== undefined) {
      if (left.byteLength > 0) this.#early.push(left);
      this.#end();
      return;
    }
    if (incoming.destroyed) {
      this.#fail(closedEarly());
      return;
    }
    const take = shielded(incoming.socket, (piece: Uint8Array) => {
      if (this.#isOver) return;
      if (this.#sink?.push(piece)) return;
      incoming.pause();
      if (this.#sink !== undefined) return;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (waiting === undefined) this.#early.push(piece);
      else waiting.resolve(piece);
    });
    incoming.on("data", take);
    incoming.on("end", () => this.#end());
    incoming.on("error", (error) => this.#fail(error));
    incoming.on("close", () => {
      if (!incoming.readableEnded) this.#fail(closedEarly());
    });
    incoming.pause();
  }

  #end(): void {
    this.#isReading = true;
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting?.resolve(undefined);
    this.#sink?.end();
  }

  #fail(reason: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = reason;
    this.#waiting?.reject(reason);
    this.#sink?.fail(reason);
  }
}

/**
 * Reads the whole body. Node keeps a request until the next one of its connection comes, and its listeners with it; so they
 * let go of the reader, and of all that it has made of the body, as soon as it has its answer.
 */
export function readAll(
  incoming: IncomingMessage,
  arrived: (bytes: Bytes) => void,
  broken: (reason: unknown) => void,
): void {
  const left = leftBehind(incoming);
  if (left !== undefined) return void arrived(plainBytes(left));
  if (incoming.destroyed) return void broken(closedEarly());
  const chunks: Bytes[] = [];
  let size = 0;
  let waiting: { readonly arrived: typeof arrived; readonly broken: typeof broken } | undefined = {
    arrived,
    broken,
  };
  const taken = (): typeof waiting => {
    const reader = waiting;
    waiting = undefined;
    return reader;
  };
  incoming.on("data", (chunk: Buffer<ArrayBuffer>) => {
    size += chunk.length;
    chunks.push(plainBytes(chunk));
  });
  incoming.on("end", () => taken()?.arrived(joinBytes(chunks.splice(0), size)));
  incoming.on("error", (error) => taken()?.broken(error));
  incoming.on("close", () => taken()?.broken(closedEarly()));
}

/** A `Buffer` of Node has methods that mean something else. */
function plainBytes({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): Bytes {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A body that had come as a whole before the connection ended, and that nobody has read; else `undefined`. */
function leftBehind(incoming: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  if (!incoming.destroyed || !incoming.complete || incoming.readableDidRead) return undefined;
  const left: Buffer<ArrayBuffer> = incoming.read() ?? Buffer.alloc(0);
  const announced = incoming.headers["content-length"];
  return announced === undefined || Number(announced) === left.byteLength ? left : undefined;
}

export function closedEarly(): Error {
  return new Error("Client connection prematurely closed.");
}
