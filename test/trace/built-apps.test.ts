import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import type { Store } from "../../compiler/source/store.js";
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
  const before = await new Session().build(input);
  const store = sharedStore();
  const traced = await new Session({ store }).traced(input);
  expect(traced.code).toContain("$step(");
  const after = await new Session({ store }).build(input);
  expect(after.files).toEqual(before.files);
  for (const { path, text } of after.files)
    expect([path, String(text).match(/\$step\b|\$way\b|runtime\/(develop\/)?tracing|startTracing/)]).toEqual([
      path,
      null,
    ]);
});

test("what flowc build writes answers for no upstream system", async () => {
  const files = inputOf({
    "swagger.yaml": 'swagger: "2.0"\npaths: { /a: { x-flow: a.xml } }',
    "a.xml": `<flow>
  <request>{ "url": "http://127.0.0.1:9/b", "options": { "definition": "b.yaml", "validate-response": true } }</request>
</flow>`,
    "b.yaml": `swagger: "2.0"
paths: { /b: { get: { responses: { 201: { description: "", examples: { text/plain: "made in tests" } } } } } }`,
  });
  const traced = await new Session().traced(files);
  expect(JSON.stringify(traced.mocks())).toContain("made in tests");
  const sign = "has no example of a response to";
  expect(traced.code).toContain(sign);
  const { files: built } = await new Session().build(files);
  expect(built.length).toBeGreaterThan(0);
  for (const { path, text } of built) {
    expect([path, String(text).includes(sign)]).toEqual([path, false]);
    expect([path, String(text).includes("made in tests")]).toEqual([path, false]);
  }
});

test("a traced bundle that is made of kept parts is the same", async () => {
  const store = sharedStore();
  const one = await new Session({ store }).traced(input);
  const other = await new Session({ store }).traced(input);
  expect(other.code).toBe(one.code);
  expect(other.map).toBe(one.map);
});
