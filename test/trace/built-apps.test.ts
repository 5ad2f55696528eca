import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBuilder, createTracedBuilder, type Store } from "../../compiler/index.js";
import { inputOf } from "../support/compile.js";
import { fixture, listFiles } from "../support/project.js";

const input = inputOf(
  Object.fromEntries(
    listFiles(fixture("hello")).map((path) => [path, readFileSync(join(fixture("hello"), path))] as const),
  ),
);

/** A store that all builders share, as those of the command line share a directory. */
function sharedStore(): Store {
  const texts = new Map<string, string>();
  return { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
}

test("what flowc build writes has nothing of traces, and is the same after a traced build", async () => {
  const before = await createBuilder().build(input);
  const store = sharedStore();
  const traced = await createTracedBuilder(store).build(input);
  expect(traced.code).toContain("$step(");
  const after = await createBuilder(store).build(input);
  expect(after.files).toEqual(before.files);
  for (const { path, text } of after.files)
    expect([path, String(text).match(/\$step\b|\$way\b|runtime\/tracing|startTracing/)]).toEqual([
      path,
      null,
    ]);
});

test("a traced bundle that is made of kept parts is the same", async () => {
  const store = sharedStore();
  const one = await createTracedBuilder(store).build(input);
  const other = await createTracedBuilder(store).build(input);
  expect(other.code).toBe(one.code);
  expect(other.map).toBe(one.map);
});
