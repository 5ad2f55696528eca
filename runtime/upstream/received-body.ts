import type { Pieces } from "../http/body-bytes.js";
import { type Bytes, readPieces } from "../http/body-bytes.js";

/** The body of an upstream's response, which is read once: as a whole or piece by piece. */
export interface ReceivedBody extends Pieces {
  /**
   * All bytes, or `undefined` as soon as there are more than `limit`; the rest is not read.
   * @param count gets the number of bytes of each piece; what it throws ends the reading, too
   */
  whole(limit: number, count?: (bytes: number) => void): Promise<Bytes | undefined>;
  /** The same for a body that has come in one piece already; `undefined` for any other, and one that is too long. */
  atOnce?(limit: number, count?: (bytes: number) => void): Bytes | undefined;
}

/**
 * The body of what `fetch` resolves to. It can be ended from outside, since there are streams of Node's `fetch` that
 * neither end nor fail, not even once their request is aborted: such as one of a content that is not encoded as it says.
 */
export class StreamBody implements ReceivedBody {
  readonly #stream: ReadableStream<Uint8Array>;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #failure: Error | undefined;
  #reject: ((reason: Error) => void) | undefined;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream;
  }

  async whole(limit: number, count?: (bytes: number) => void): Promise<Bytes | undefined> {
    return readPieces(() => this.next(), limit, count).finally(() => this.drop());
  }

  next(): Promise<Uint8Array | undefined> {
    this.#reader ??= this.#stream.getReader();
    const reader = this.#reader;
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#reject = reject;
      reader.read().then(({ value }) => resolve(value), reject);
    });
  }

  drop(): void {
    const cancelled = this.#reader?.cancel() ?? this.#stream.cancel();
    cancelled.catch(() => {}); // it does not matter how the stream ends
  }

  fail(reason: Error): void {
    this.#failure ??= reason;
    this.#reject?.(reason);
  }
}

/** A body that is there already. */
export class BytesBody implements ReceivedBody {
  #bytes: Bytes | undefined;

  /** @param isCounted true if the room that it takes is counted already */
  constructor(
    bytes: Bytes,
    private readonly isCounted = false,
  ) {
    this.#bytes = bytes;
  }

  async whole(limit: number, count?: (bytes: number) => void): Promise<Bytes | undefined> {
    const bytes = this.#take();
    if (bytes === undefined || bytes.byteLength > limit) return undefined;
    if (!this.isCounted) count?.(bytes.byteLength);
    return bytes;
  }

  async next(): Promise<Uint8Array | undefined> {
    return this.#take();
  }

  drop(): void {
    this.#bytes = undefined;
  }

  #take(): Bytes | undefined {
    const bytes = this.#bytes;
    this.#bytes = undefined;
    return bytes;
  }
}
