import type { FileHandle } from "node:fs/promises";

/** Files of one cause, and of all, that are kept: the newest. */
export const maxOfCause = 5;
const maxFiles = 500;

/** Files, and characters of them, that wait to be written. Further ones are lost, which is told. */
const maxWaiting = 200;
const maxWaitingText = 32 * 1024 * 1024;

/** The time, a key of the cause, and the ID of the request. */
const form = /^\d{8}T\d{9}Z-([\da-f]{12})-[\da-f-]{1,64}\.jsonl$/;

/** Bytes at the beginning of a file that have its cause. */
const headBytes = 2_048;

/** A directory with one recording for each request that was kept. Other files in it stay as they are. */
export class RecordingDirectory {
  readonly #files = process.getBuiltinModule("node:fs/promises");
  readonly #path = process.getBuiltinModule("node:path");
  #waiting = 0;
  #waitingText = 0;
  #last: Promise<void> = Promise.resolve();

  /** @throws Error if it is no directory that can be written */
  constructor(
    private readonly path: string,
    private readonly maxBytes: number,
    private readonly failed: (code: string) => void,
  ) {
    const { rmSync, writeFileSync } = process.getBuiltinModule("node:fs");
    this.#make(path);
    const probe = this.#path.join(path, `.flowc-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  }

  /** Makes one directory after the other: below `/proc` and the like, `recursive` of Node never ends. */
  #make(path: string): void {
    const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs");
    if (existsSync(path)) return;
    this.#make(this.#path.dirname(path));
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another worker may have been faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }

  get hasRoom(): boolean {
    return this.#waiting < maxWaiting && this.#waitingText < maxWaitingText;
  }

  /** Resolves when all that waits has been written. */
  written(): Promise<void> {
    return this.#last;
  }

  /** @param cause names it in digits */
  write(startedAt: number, cause: string, id: string, line: string): void {
    const time = new Date(startedAt).toISOString().replace(/[-:.]/g, "");
    this.#waiting++;
    this.#waitingText += line.length;
    this.#last = this.#last
      .then(() => this.#write(`${time}-${cause}-${id}.jsonl`, line))
      .catch((error: NodeJS.ErrnoException) => this.failed(error.code ?? String(error)))
      .finally(() => {
        this.#waiting--;
        this.#waitingText -= line.length;
      });
  }

  async #write(name: string, line: string): Promise<void> {
    if (!form.test(name)) return; // never a path of somebody's choice
    await this.#makeRoom(name, Buffer.byteLength(line));
    const file = this.#path.join(this.path, name);
    try {
      await this.#files.writeFile(file, line, { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      await this.#files.rm(file, { force: true }).catch(() => {}); // half of a line helps nobody
      throw error;
    }
  }

  /** Deletes the oldest, so that one more has room. Other processes write here, too. */
  async #makeRoom(name: string, bytes: number): Promise<void> {
    const cause = form.exec(name)?.[1];
    let [ofCause, count, sum] = [1, 1, bytes];
    for (const file of await this.#names()) {
      if (form.exec(file)?.[1] === cause) ofCause++;
      const path = this.#path.join(this.path, file);
      const { size } = await this.#files.stat(path).catch(() => ({ size: 0 }));
      count++;
      sum += size;
      const isOver = (form.exec(file)?.[1] === cause && ofCause > maxOfCause) || count > maxFiles;
      if (!isOver && sum <= this.maxBytes) continue;
      await this.#files.rm(path, { force: true });
      if (form.exec(file)?.[1] === cause) ofCause--;
      count--;
      sum -= size;
    }
  }

  /** The newest first. */
  async #names(): Promise<readonly string[]> {
    return (await this.#files.readdir(this.path))
      .filter((name) => form.test(name))
      .sort()
      .reverse();
  }

  /** The recordings as JSON: file, cause, count, time and size. */
  async list(): Promise<string> {
    const recordings: unknown[] = [];
    for (const file of await this.#names()) {
      const open = await this.#files.open(this.#path.join(this.path, file)).catch(() => undefined);
      if (open !== undefined) recordings.push({ file, ...(await headOf(open).finally(() => open.close())) });
    }
    return JSON.stringify({ recordings });
  }
}

/** The first members of a recording are about its cause. */
async function headOf(file: FileHandle): Promise<object> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const text = buffer.toString("utf8", 0, bytesRead);
  const { size: bytes } = await file.stat();
  try {
    const { cause, count, startedAt, duration } = JSON.parse(
      `${text.slice(0, text.indexOf(',"request":'))}}`,
    ) as Readonly<Record<string, unknown>>;
    return { cause, count, startedAt, duration, bytes };
  } catch {
    return { bytes };
  }
}
