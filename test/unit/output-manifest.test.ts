import { describe, expect, test } from "vitest";
import {
  type ExistingOutput,
  type Found,
  type OutputFile,
  planWrite,
} from "../../compiler/output/manifest.js";
import { hash } from "../../compiler/source/hash.js";

const a: OutputFile = { path: "a.ts", text: "a" };
const inputs = new Map([
  ["users.xml", hash("users")],
  ["a.xml", hash("a")],
]);

/** The output directory with these files in it; `null` is something that is no file. */
const holding = (files: Readonly<Record<string, string | null>>): ExistingOutput => {
  const texts = new Map(Object.entries(files));
  const look = (path: string): Found => {
    const text = texts.get(path);
    if (text === undefined) return { kind: "none" };
    return text === null ? { kind: "other" } : { kind: "file", hash: hash(text) };
  };
  return { manifest: texts.get("flowc.json") ?? undefined, look };
};

const plan = (files: readonly OutputFile[], existing: ExistingOutput, force = false) =>
  planWrite(files, inputs, existing, force);

const manifestOf = (...files: OutputFile[]) => plan(files, holding({})).writes.at(-1)?.text ?? "";
const paths = (files: readonly OutputFile[]) => files.map(({ path }) => path);

describe("planWrite", () => {
  test("a file that a person already gave its new content is no conflict", () => {
    const { writes, conflicts } = plan([a], holding({ "a.ts": "a" }));
    expect([paths(writes), conflicts]).toEqual([["flowc.json"], []]);
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    '{"version":2,"outputs":{}}',
    '{"version":1,"outputs":[]}',
    '{"version":1,"outputs":{"a":1}}',
    ...["../x", "/etc/x", "a/../../x", "a\\\\..\\\\x", "c:x", "", "a//b", "./a"].map(
      (path) => `{"version":1,"outputs":{"${path}":"${hash("a")}"}}`,
    ),
  ])("%s is no manifest of ours: a conflict, and it decides nothing", (manifest) => {
    const existing: ExistingOutput = {
      manifest,
      look: (path) => (path === "a.ts" ? { kind: "none" } : { kind: "file", hash: hash("a") }),
    };
    expect(plan([a], existing).conflicts).toEqual([{ kind: "outputForeign", path: "flowc.json" }]);
    const forced = plan([a], existing, true);
    expect([paths(forced.writes), forced.deletes]).toEqual([["a.ts", "flowc.json"], []]);
  });

  test("names of Object.prototype are ordinary paths", () => {
    const odd: OutputFile[] = [
      { path: "__proto__", text: "p" },
      { path: "constructor", text: "c" },
    ];
    const existing = holding({ constructor: "c", "flowc.json": manifestOf(...odd) });
    const { writes, deletes, conflicts } = plan([a], existing);
    expect([paths(writes), deletes, conflicts]).toEqual([["a.ts", "flowc.json"], ["constructor"], []]);
    expect(manifestOf(...odd)).toContain('"__proto__": ');
  });
});
