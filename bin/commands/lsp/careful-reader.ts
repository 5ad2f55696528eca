import { AbstractMessageReader, type DataCallback, type Disposable } from "vscode-languageserver/node";

/** The most bytes of the lines before a message. */
const maxHead = 4096;

/** The lines before a message, of at most 100 MB. No JSON has them inside: its strings have no line breaks. */
const lines = /^(?:[\w-]+:[^\r\n]*\r\n)*$/;
const head = /content-length:[ \t]*0*([1-9]\d{0,7})[ \t]*\r\n(?:[\w-]+:[^\r\n]*\r\n)*\r\n/i;

/**
 * Reads messages, and passes over everything else: what is no JSON, JSON that is no message, and bytes where a message
 * should begin. The reader of the library is lost after a length that is wrong. This one goes on with the next message,
 * even if the length says that the message is longer than what came.
 */
export class CarefulReader extends AbstractMessageReader {
  /** The bytes that came and were not taken, in pieces. */
  #pieces: Buffer[] = [];
  #held = 0;
  /** The last bytes that came. */
  #end = Buffer.alloc(0);
  /** Bytes of the message that is on its way; `undefined` while the lines before one are waited for. */
  #length: number | undefined;

  constructor(private readonly input: NodeJS.ReadableStream) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    const take = (piece: Buffer): void => this.#take(piece, callback);
    this.input.on("data", take);
    this.input.on("error", (error: Error) => this.fireError(error));
    this.input.on("close", () => this.fireClose());
    return { dispose: () => void this.input.off("data", take) };
  }

  #take(piece: Buffer, callback: DataCallback): void {
    const end = Buffer.concat([this.#end, piece]);
    this.#end = Buffer.from(end.subarray(-maxHead));
    this.#pieces.push(piece);
    this.#held += piece.length;
    // While a message is on its way, only what is new is looked at.
    const isWaiting = this.#length !== undefined && this.#held < this.#length;
    if (isWaiting && !head.test(end.toString("latin1"))) return;
    let rest = Buffer.concat(this.#pieces);
    for (let taken = -1; taken !== 0; rest = rest.subarray(taken)) taken = this.#next(rest, callback);
    this.#pieces = [rest];
    this.#held = rest.length;
  }

  /** Takes the lines before a message, or a message. Returns its bytes; 0 if more has to come. */
  #next(rest: Buffer, callback: DataCallback): number {
    const length = this.#length;
    const window = Math.min(rest.length, length === undefined ? 16 * maxHead : length + maxHead);
    const found = head.exec(rest.toString("latin1", 0, window));
    if (length !== undefined && (found === null || found.index >= length)) {
      if (rest.length < length) return 0;
      this.#length = undefined;
      this.#read(rest.toString("utf8", 0, length), callback);
      return length;
    }
    if (found === null) {
      const blank = rest.indexOf("\r\n\r\n");
      if (blank < 0 && rest.length <= maxHead) return 0;
      this.#complain("No Content-Length stands before a message.");
      return blank < 0 ? window - maxHead / 2 : blank + 4;
    }
    if (length !== undefined) this.#complain("A message was shorter than its Content-Length.");
    else if (!lines.test(rest.toString("latin1", 0, found.index)))
      this.#complain("What stands before a Content-Length is no message.");
    this.#length = Number(found[1]);
    return found.index + found[0].length;
  }

  #read(text: string, callback: DataCallback): void {
    try {
      const message: unknown = JSON.parse(text);
      if (!isMessage(message)) throw new Error("A message has to be an object.");
      callback(message);
    } catch (error) {
      this.fireError(error);
    }
  }

  #complain(what: string): void {
    this.fireError(new Error(what));
  }
}

const isMessage = (message: unknown): message is Parameters<DataCallback>[0] =>
  typeof message === "object" && message !== null && !Array.isArray(message);
