/** The results that builds keep on disk for later ones: never others than a build without them makes. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { hash } from "../compiler/source/hash.js";
import { differences, readTree, repository, type Tree } from "./support/project.js";
import { freshBuild } from "./tools/fresh-build.js";

const folder = mkdtempSync(join(tmpdir(), "flowc-cache-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same place for all tests: entries count for a directory. */
const base = join(folder, "base");
const cache = join(base, "cache");

beforeEach(async () => {
  await freshBuild();
  for (const [path, text] of Object.entries(app)) write(path, text);
});
afterEach(() => rmSync(base, { recursive: true }));

const flow = (text: string) => `<flow>
  <eval out="$note">'é'</eval>
  <eval out="$id">number($request/params/id)</eval>
  <template>{ "text": "${text}", "id": {{ $id }}, "list": {{ json-doc("list.json") }} }</template>
</flow>
`;
const app: Tree = {
  "flows/swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /a/{id}: { get: { x-flow: a.xml } }
  /b/{id}: { get: { x-flow: b.xml } }
`,
  "flows/a.xml": flow("a"),
  // A warning: nothing sets $missing.
  "flows/b.xml": flow("b").replace("$id }}", "$missing ?? $id }}"),
  "flows/list.json": "[1]",
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

interface Result {
  readonly code: number;
  readonly stderr: string;
  readonly files: Tree;
}

let runs = 0;

/** Builds into a directory of its own. */
function build(
  options: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
  flows = "flows",
): Promise<Result> {
  const out = join(base, `out-${++runs}`);
  const args = [join(repository, "dist/bin/flowc.js"), "build", flows, "-o", out, ...options];
  const env = { ...process.env, FLOWC_CACHE_DIR: cache, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: base, env }, (error, _, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, stderr, files: code === 0 ? readTree(out) : {} });
    });
  });
}

let first: Result | undefined;

/** The first build of the app, with a new cache. Once made, it and its entries are the same each time. */
async function firstBuild(): Promise<Result> {
  const kept = join(folder, "first");
  if (first === undefined) {
    first = await build();
    cpSync(cache, kept, { recursive: true });
  } else cpSync(kept, cache, { recursive: true });
  return first;
}

/** Builds without the cache, by the input: they are compared with many others. */
const fresh = new Map<string, Promise<Result>>();

function freshOne(options: readonly string[]): Promise<Result> {
  const key = JSON.stringify([options, readTree(join(base, "flows"))]);
  const made = fresh.get(key) ?? build([...options, "--no-cache"]);
  fresh.set(key, made);
  return made;
}

/** Later versions of Node keep code of flowc beside them. */
const entries = (): readonly string[] => readdirSync(cache).filter((name) => name !== "code");

/** A build with what the cache has, which must be the one without it. */
async function buildLikeFresh(options: readonly string[] = []): Promise<Result> {
  const made = await build(options);
  const fresh = await freshOne(options);
  expect(differences(made.files, fresh.files)).toEqual([]);
  expect([made.code, made.stderr]).toEqual([fresh.code, fresh.stderr]);
  return made;
}

const signed = (text: string): string => hash(text) + text;

describe("the cache", () => {
  test("a build of what did not change gives the same bytes and the same warnings", async () => {
    const first = await firstBuild();
    expect(first).toEqual(await freshOne([]));
    expect(first.stderr).toContain("b.xml:4:");
    // The whole build with its modules as they are linked, its flows, and the runtime.
    expect(entries()).toHaveLength(3);
    // A result that is made anew would not have the mark.
    for (const entry of entries())
      mark(entry, "swagger.yaml, compiled by flowc.", "swagger.yaml, remembered by flowc.");
    const second = await build();
    expect(second.files["endpoints/get-a-by-id.ts"]).toContain("remembered by flowc.");
    expect(second.stderr).toBe(first.stderr);
  });

  test.each([
    ["a flow", () => write("flows/a.xml", flow("changed"))],
    ["a file that a flow reads", () => write("flows/list.json", "[1, 2]")],
    ["the description", () => write("flows/swagger.yaml", `${app["flows/swagger.yaml"]}# end\n`)],
    ["a new file", () => write("flows/new.xml", flow("new"))],
    ["a file that is gone", () => rmSync(join(base, "flows/list.json"))],
    ["a mistake", () => write("flows/a.xml", "<flow><eval/></flow>")],
  ])("%s counts", async (_, change) => {
    const before = await firstBuild();
    change();
    const after = await buildLikeFresh();
    expect(after).not.toEqual(before);
    // And back again.
    for (const [path, text] of Object.entries(app)) write(path, text);
    rmSync(join(base, "flows/new.xml"), { force: true });
    expect(await buildLikeFresh()).toEqual(before);
  });

  test("directories share the runtime that their apps import, and nothing else", async () => {
    for (const [path, text] of Object.entries(app)) write(path.replace("flows/", "others/"), text);
    await firstBuild();
    const before = entries();
    const shared = await build([], {}, "others");
    expect(entries().filter((entry) => !before.includes(entry))).toHaveLength(2);
    expect(shared).toEqual(await build(["--no-cache"], {}, "others"));
    // Other imports are another runtime.
    write("others/a.xml", "<flow><template>{ \"now\": {{ concat($request/path, '!') }} }</template></flow>");
    const other = await build([], {}, "others");
    expect(other).toEqual(await build(["--no-cache"], {}, "others"));
  });

  test("options count", async () => {
    await firstBuild();
    expect(Object.keys((await buildLikeFresh(["--sbom"])).files)).toContain("server.js.cdx.json");
    expect(Object.keys((await buildLikeFresh()).files)).not.toContain("server.js.cdx.json");
  });

  test.each([
    ["cut off", (text: string) => text.slice(0, -100)],
    ["empty", () => ""],
    ["changed", (text: string) => text.replace("compiled by flowc", "COMPILED BY FLOWC")],
    ["something else, with its hash", () => signed("[]\n5\nnull")],
    [
      "without its members, with its hash",
      (text: string) => signed(text.slice(64).replace(/"(list|parts|facts|mappings|code)":/g, '"other":')),
    ],
  ])("an entry that is %s does not count", async (_, damage) => {
    const first = await firstBuild();
    const damageAll = () => {
      for (const path of entries().map((entry) => join(cache, entry)))
        writeFileSync(path, damage(readFileSync(path, "utf8")));
    };
    damageAll();
    expect(await build()).toEqual(first);
    damageAll();
    write("flows/a.xml", flow("changed"));
    await buildLikeFresh();
  });

  test("builds work without a place for it, and where others may write into it", async () => {
    const first = await firstBuild();
    write("file", "");
    expect(await build([], { FLOWC_CACHE_DIR: join(base, "file") })).toEqual(first);
    expect(await build([], { FLOWC_CACHE_DIR: join(base, "file/below") })).toEqual(first);
    chmodSync(cache, 0o777);
    for (const entry of entries()) mark(entry, "compiled by flowc.", "remembered by flowc.");
    expect(await build()).toEqual(first);
    chmodSync(cache, 0o700);
    for (const entry of entries()) chmodSync(join(cache, entry), 0o666);
    expect(await build()).toEqual(first);
  });

  test("--no-cache neither reads nor writes", async () => {
    await build(["--no-cache"]);
    expect(() => entries()).toThrow();
    const first = await build();
    for (const entry of entries()) mark(entry, "compiled by flowc.", "remembered by flowc.");
    expect(await build(["--no-cache"])).toEqual(first);
  });

  test("after one changed flow, no package is loaded but those that flows need", async () => {
    await firstBuild();
    write("flows/a.xml", flow("changed"));
    // Node searches packages in CommonJS for the names that they export, if they are imported.
    write(
      "preload.cjs",
      `process.on("exit", () => require("node:fs").writeFileSync("internals", String(process.moduleLoadList)))`,
    );
    const coverage = join(base, "coverage");
    await build([], { NODE_V8_COVERAGE: coverage, NODE_OPTIONS: "--require=./preload.cjs" });
    const [report = ""] = readdirSync(coverage);
    const packages = readFileSync(join(coverage, report), "utf8").matchAll(
      /node_modules\/((?:@[^/]+\/)?[^/]+)/g,
    );
    const loaded = new Set([...packages].map(([, name]) => name));
    expect(loaded).toContain("sax");
    for (const name of ["@eslint-community/regexpp", "jose", "json-p3", "ts-morph", "yaml"])
      expect(loaded).not.toContain(name);
    expect(readFileSync(join(base, "internals"), "utf8")).not.toContain("cjs-module-lexer");
  });

  test("several processes share it", async () => {
    const fresh = await freshOne([]);
    const all = await Promise.all(Array.from({ length: 4 }, () => build()));
    for (const one of all) expect(one).toEqual(fresh);
    expect(entries().filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await build()).toEqual(fresh);
  });
});

/** Replaces a text in an entry, and makes the entry valid again. */
function mark(entry: string, from: string, to: string): void {
  const path = join(cache, entry);
  const text = readFileSync(path, "utf8").slice(64).replaceAll(from, to);
  writeFileSync(path, hash(text) + text);
}
