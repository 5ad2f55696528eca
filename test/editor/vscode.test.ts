/** The extension for VS Code as it is packed: what is in it, what it highlights, and that its patterns fit what flowc prints. */
import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";
import { flowDirectory } from "../support/editor-client.js";
import { flowc, repository } from "../support/project.js";

const place = join(repository, "editors/vscode");
const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as {
  readonly version: string;
  readonly contributes: {
    readonly problemMatchers: readonly { readonly pattern: Readonly<Record<string, string | number>> }[];
    readonly grammars: readonly { readonly path: string }[];
  };
};

describe("the package", () => {
  let files: Readonly<Record<string, Uint8Array>>;
  const text = (path: string) => new TextDecoder().decode(files[path]);

  beforeAll(async () => {
    await promisify(execFile)("npm", ["run", "--silent", "pack:vscode"], { cwd: repository });
    files = unzipSync(readFileSync(join(place, `flowc-${manifest.version}.vsix`)));
  });
  test("has all that its manifest names", () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        "[Content_Types].xml",
        "extension.vsixmanifest",
        "extension/extension.cjs",
        ...manifest.contributes.grammars.map(({ path }) => `extension/${path.replace("./", "")}`),
      ]),
    );
    for (const [, path = ""] of text("extension.vsixmanifest").matchAll(/Path="([^"]+)"/g))
      expect(files[path], path).toBeDefined();
    expect(text("extension.vsixmanifest")).toContain(`Version="${manifest.version}"`);
  });
  test("has the version of flowc", () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      version: string;
    };
    expect(manifest.version).toBe(version);
  });
  test("needs nothing but the editor and Node", () => {
    const code = text("extension/extension.cjs");
    const needed = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) =>
      name.replace("node:", ""),
    );
    expect(needed).toContain("vscode");
    expect(needed.filter((name) => name !== "vscode" && !builtinModules.includes(name))).toEqual([]);
  });
  test("is the same each time", async () => {
    const before = readFileSync(join(place, `flowc-${manifest.version}.vsix`));
    await promisify(execFile)("npm", ["run", "--silent", "pack:vscode"], { cwd: repository });
    expect(readFileSync(join(place, `flowc-${manifest.version}.vsix`)).equals(before)).toBe(true);
  });
});

test("the problem matcher finds what flowc prints", async () => {
  const root = flowDirectory({
    "swagger.yaml": `swagger: "2.0"\npaths:\n  /a: { get: { x-flow: a.xml } }\n`,
    "a.xml": "<flow>\n  <evel/>\n</flow>\n",
  });
  const { stderr } = await flowc("build", root, "-o", join(root, "gen"));
  rmSync(root, { recursive: true });
  const pattern = manifest.contributes.problemMatchers[0]?.pattern ?? {};
  const found = stderr.split("\n").flatMap((line) => {
    const groups = new RegExp(String(pattern.regexp)).exec(line);
    const part = (name: string) => groups?.[Number(pattern[name])];
    return groups === null ? [] : [["file", "line", "column", "severity", "code", "message"].map(part)];
  });
  expect(found).toEqual([
    [join(root, "a.xml"), "2", "4", "error", "FLOW4002", expect.stringContaining("evel")],
  ]);
});

/** As much of the grammar of XML as decides where ours applies. */
const xml = `{
  "scopeName": "text.xml",
  "patterns": [
    { "begin": "<!--", "end": "-->", "name": "comment.block.xml" },
    { "begin": "</?[\\\\w-]+", "end": "/?>", "name": "meta.tag.xml", "patterns": [
      { "begin": "\\"", "end": "\\"", "name": "string.quoted.double.xml" }
    ] }
  ]
}`;

async function grammar() {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer);
  const own = readFileSync(join(place, "syntaxes/flow.injection.json"), "utf8");
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => parseRawGrammar(scope === "text.xml" ? xml : own, `${scope}.json`),
    getInjections: (scope) => (scope === "text.xml" ? ["flowc.injection"] : []),
  });
  return registry.loadGrammar("text.xml");
}

/** The parts of a text that our grammar has names for. */
async function highlighted(text: string): Promise<readonly string[]> {
  const loaded = await grammar();
  const found: string[] = [];
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const result = loaded?.tokenizeLine(line, state);
    state = result?.ruleStack ?? INITIAL;
    for (const { startIndex, endIndex, scopes } of result?.tokens ?? []) {
      const scope = scopes.at(-1) ?? "";
      if (scope.endsWith(".flowc") && !scope.startsWith("meta."))
        found.push(`${line.slice(startIndex, endIndex)} ${scope.split(".")[0]}`);
    }
  }
  return found;
}

describe("highlighting", () => {
  test("of templates", async () => {
    expect(await highlighted('<template>{ "a": {{if $x/b > 1}} {{// why }} {{end}} }</template>')).toEqual([
      "{{ punctuation",
      "if keyword",
      "$x variable",
      "/ keyword",
      "b entity",
      "> keyword",
      "1 constant",
      "}} punctuation",
      "{{// comment",
      " why  comment",
      "}} comment",
      "{{ punctuation",
      "end keyword",
      "}} punctuation",
    ]);
  });
  test("of conditions, and of expressions in elements", async () => {
    expect(await highlighted(`<if test="contains($a, 'b')">`)).toEqual([
      "contains support",
      "$a variable",
      "'b' string",
    ]);
    expect(await highlighted('<eval out="$x">concat("a", 1)</eval><a b="$x"/>')).toEqual([
      "concat support",
      '"a" string',
      "1 constant",
    ]);
  });
  test("not in comments and other attributes", async () => {
    expect(await highlighted('<!-- {{ $a }} --><a b="{{ $a }}"/>')).toEqual([]);
  });
});
