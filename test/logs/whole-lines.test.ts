/** The output of workers comes into one stream as whole lines. */
import { PassThrough, Writable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { WholeLines } from "../../runtime/server/node/whole-lines.js";

/** Takes a write when it is released, and remembers each. */
class Slow extends Writable {
  readonly writes: string[] = [];
  #done: (() => void) | undefined;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString());
    this.#done = done;
  }
  release(): void {
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }
}

let target: Slow;
let lines: WholeLines;
beforeEach(() => {
  target = new Slow({ highWaterMark: 1000 });
  lines = new WholeLines(target, (all) => all);
});

const source = (): PassThrough => {
  const stream = new PassThrough();
  lines.from(stream);
  return stream;
};
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const written = async (): Promise<string> => {
  for (let count = 0; count < 50; count++) {
    target.release();
    await turn();
  }
  return target.writes.join("");
};

test("a line that comes in pieces is written when it has ended", async () => {
  const [one, other] = [source(), source()];
  one.write("1 beg");
  await turn();
  other.write("2 whole\n2 als");
  await turn();
  one.write("un\n1 ");
  await turn();
  one.write("nex");
  await turn();
  other.end("o\n2 without an end");
  await turn();
  one.end("t\n");
  expect((await written()).split("\n")).toEqual([
    "2 whole",
    "1 begun",
    "2 also",
    "2 without an end",
    "1 next",
    "",
  ]);
});

test("characters that come in pieces stay whole", async () => {
  const one = source();
  for (const byte of Buffer.from("äöü €\n")) {
    one.write(Buffer.from([byte]));
    await turn();
  }
  expect(await written()).toBe("äöü €\n");
});

test("a line without an end is written at 4 MiB", async () => {
  const one = source();
  const piece = "x".repeat(60_000);
  for (let count = 0; count < 80; count++) {
    one.write(piece);
    await turn();
  }
  const text = await written();
  expect(text === `${"x".repeat(text.length - 1)}\n`).toBe(true);
  expect(text.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(text.length).toBeLessThan(4 * 1024 * 1024 + 70_000);
});

test("nothing is taken while the stream is full, nor lost", async () => {
  const sources = Array.from({ length: 20 }, source);
  for (let round = 0; round < 50; round++)
    for (const [at, one] of sources.entries()) one.write(`${at} ${round} ${"x".repeat(500)}\n`);
  await turn();
  expect(target.writableLength).toBeLessThan(20 * 20_000);
  const before = target.writes.length;
  await turn();
  expect(target.writes.length).toBe(before);
  for (let count = 0; count < 1500; count++) {
    target.release();
    await new Promise(setImmediate);
  }
  expect(target.writes.join("").split("\n")).toHaveLength(1001);
});

test("a stream that fails holds nobody up", async () => {
  const failing = new Writable({
    highWaterMark: 10,
    autoDestroy: false,
    write: (_chunk, _encoding, done) => setImmediate(done, new Error("broken")),
  });
  failing.on("error", () => {});
  lines = new WholeLines(failing, (all) => all);
  const one = source();
  for (let count = 0; count < 20; count++) {
    one.write(`${"x".repeat(10_000)}\n`);
    await turn();
  }
  expect(one.readableLength + one.writableLength).toBe(0);
});
