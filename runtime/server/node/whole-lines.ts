import type { Readable, Writable } from "node:stream";

/** Bytes of a line that are kept until its end comes; a longer one is written as if it ended here. */
const maxLineBytes = 4 * 1024 * 1024;

const lineEnd = 0x0a;

/**
 * Writes what several processes print into one stream, whole lines at a time, so that their lines do not mix. It takes
 * nothing from them while the stream is full: then they keep their lines themselves, and count those that they lose.
 */
export class WholeLines {
  readonly #stream: Writable;
  readonly #waiting = new Set<Readable>();

  /** @param eventsOf makes of whole lines what is written of them */
  constructor(
    stream: Writable,
    private readonly eventsOf: (lines: Buffer) => Buffer | string,
  ) {
    this.#stream = stream;
    stream.on("drain", this.#resume).on("error", this.#resume); // one that fails may never drain
  }

  from(source: Readable): void {
    let begun: Buffer[] = [];
    let bytes = 0;
    const keep = (chunk: Buffer): void => {
      begun.push(chunk);
      bytes += chunk.length;
    };
    const write = (): void => {
      const [first = Buffer.alloc(0)] = begun;
      const hasRoom = this.#stream.write(this.eventsOf(begun.length === 1 ? first : Buffer.concat(begun)));
      begun = [];
      bytes = 0;
      if (hasRoom || !this.#stream.writable) return;
      this.#waiting.add(source);
      source.pause();
    };
    const endLine = (): void => {
      if (bytes === 0) return;
      keep(Buffer.from([lineEnd]));
      write();
    };
    source.on("data", (chunk: Buffer) => {
      const end = chunk.lastIndexOf(lineEnd) + 1;
      if (end > 0) {
        keep(chunk.subarray(0, end));
        write();
      }
      if (end < chunk.length) keep(chunk.subarray(end));
      if (bytes > maxLineBytes) endLine();
    });
    source.on("end", endLine);
    source.on("error", () => {});
  }

  readonly #resume = (): void => {
    const sources = [...this.#waiting];
    this.#waiting.clear();
    for (const source of sources) source.resume();
  };
}
