import { describe, expect, test } from "vitest";
import {
  type ExistingOutput,
  type Found,
  type OutputFile,
  planWrite,
} from "../../compiler/output/manifest.js";
import { hash } from "../../compiler/source/hash.js";

const a: OutputFile = { path: "a.ts", text: "a" };
const b: OutputFile = { path: "endpoints/b.ts", text: "b" };
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
  test("an empty directory gets everything, the manifest last", () => {
    const { writes, deletes, conflicts } = plan([b, a], holding({}));
    expect(paths(writes)).toEqual(["endpoints/b.ts", "a.ts", "flowc.json"]);
    expect([deletes, conflicts]).toEqual([[], []]);
    expect(writes.at(-1)?.text).toBe(
      `${JSON.stringify(
        {
          version: 1,
          inputs: { "a.xml": hash("a"), "users.xml": hash("users") },
          outputs: { "a.ts": hash("a"), "endpoints/b.ts": hash("b") },
        },
        undefined,
        2,
      )}\n`,
    );
    expect(manifestOf(a, b)).toBe(manifestOf(b, a));
  });

  test("what would not change is not written", () => {
    const existing = holding({ "a.ts": "a", "endpoints/b.ts": "b", "flowc.json": manifestOf(a, b) });
    expect(plan([a, b], existing)).toMatchObject({ writes: [], deletes: [], conflicts: [] });
  });

  test("our own files are replaced, and deleted when they are no longer made; others are left alone", () => {
    const existing = holding({
      "a.ts": "a",
      "endpoints/b.ts": "b",
      "flowc.json": manifestOf(a, b),
      "own.ts": "x",
    });
    const { writes, deletes, conflicts } = plan([{ path: "a.ts", text: "new" }], existing);
    expect(paths(writes)).toEqual(["a.ts", "flowc.json"]);
    expect(deletes).toEqual(["endpoints/b.ts"]);
    expect(conflicts).toEqual([]);
  });

  test("a file that flowc did not write is a conflict, and nothing else is done", () => {
    const existing = holding({ "a.ts": "mine", "flowc.json": manifestOf(b) });
    expect(plan([a, b], existing)).toMatchObject({
      writes: [],
      deletes: [],
      conflicts: [{ kind: "outputForeign", path: "a.ts" }],
    });
    expect(paths(plan([a, b], existing, true).writes)).toEqual(["a.ts", "endpoints/b.ts", "flowc.json"]);
  });

  test("a file that was edited is a conflict, to write and to delete", () => {
    const existing = holding({
      "a.ts": "edited",
      "endpoints/b.ts": "edited",
      "flowc.json": manifestOf(a, b),
    });
    expect(plan([{ path: "a.ts", text: "new" }], existing).conflicts).toEqual([
      { kind: "outputEdited", path: "a.ts" },
      { kind: "outputEdited", path: "endpoints/b.ts" },
    ]);
    const forced = plan([{ path: "a.ts", text: "new" }], existing, true);
    expect([paths(forced.writes), forced.deletes]).toEqual([["a.ts", "flowc.json"], ["endpoints/b.ts"]]);
  });

  test("a file that a person already gave its new content is no conflict", () => {
    const { writes, conflicts } = plan([a], holding({ "a.ts": "a" }));
    expect([paths(writes), conflicts]).toEqual([["flowc.json"], []]);
  });

  test("what is no file is never replaced", () => {
    const existing = holding({ "a.ts": null, "endpoints/b.ts": null, "flowc.json": manifestOf(a, b) });
    const { writes, deletes, conflicts } = plan([a], existing, true);
    expect([writes, deletes]).toEqual([[], []]);
    expect(conflicts).toEqual([{ kind: "outputObstacle", path: "a.ts" }]);
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
