/** `flowc test --watch` on directories whose files change. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf, describing } from "./app.js";
import { Watching } from "./watching.js";

const greeting = (word: string): string =>
  `<flow>\n  <template>{ "greeting": {{ "${word}" }} }</template>\n</flow>\n`;

const asking = (path: string, word: string): string => `<flow-test>
  <test-request>{ "path": "/api/${path}" }</test-request>
  <assert>[ [ "json-parse($response)/greeting", "${word}" ] ]</assert>
</flow-test>
`;

test("runs all tests, and after a change those that it touches", async () => {
  const directory = appOf("test-watch", {
    "swagger.yaml": describing({ "/a": "a.xml", "/b": "b.xml" }),
    "a.xml": greeting("a"),
    "b.xml": greeting("b"),
    "tests/a.xml": asking("a", "a"),
    "tests/b.xml": asking("b", "b"),
    "tests/golden.xml": `<flow-test><assert>[ [ "'gold'", { "file": "gold.txt" } ] ]</assert></flow-test>`,
    "tests/gold.txt": "gold",
  });
  const write = (path: string, text: string): void => writeFileSync(join(directory, path), text);
  await flowc("--version"); // it is built
  const watching = new Watching("test", directory, "--watch", "--no-cache");
  /** The tests that ran until the summary comes. */
  const ran = async (summary: string): Promise<readonly string[]> =>
    [...(await watching.until(summary)).matchAll(/^([✓✗] tests\/\w+)\.xml/gm)].map(([, name = ""]) => name);
  try {
    expect(await ran("3 passed in ")).toEqual(["✓ tests/a", "✓ tests/b", "✓ tests/golden"]);
    // A flow: the tests that ran it.
    write("a.xml", greeting("A"));
    expect(await ran("1 failed, 0 passed in ")).toEqual(["✗ tests/a"]);
    // A test: itself.
    write("tests/a.xml", asking("a", "A"));
    expect(await ran("1 passed in ")).toEqual(["✓ tests/a"]);
    // A golden file: the tests that read it.
    write("tests/gold.txt", "silver");
    expect(await ran("1 failed, 0 passed in ")).toEqual(["✗ tests/golden"]);
    write("tests/gold.txt", "gold");
    expect(await ran("1 passed in ")).toEqual(["✓ tests/golden"]);
    // A broken flow, and back: the tests that it touches run as soon as they can.
    write("b.xml", "<flow>");
    await watching.until("FLOW1010");
    write("b.xml", greeting("b"));
    expect(await ran("1 passed in ")).toEqual(["✓ tests/b"]);
    // A new test, and one that is gone.
    write("tests/c.xml", asking("b", "b"));
    expect(await ran("1 passed in ")).toEqual(["✓ tests/c"]);
    rmSync(join(directory, "tests/c.xml"));
    await watching.until("no test touches what has changed\n");
    // All tests depend on this file.
    write("swagger.yaml", describing({ "/a": "b.xml", "/b": "a.xml" }));
    expect(await ran("2 failed, 1 passed in ")).toEqual(["✗ tests/a", "✗ tests/b", "✓ tests/golden"]);
  } finally {
    expect(await watching.stop()).toBe(0);
  }
});
