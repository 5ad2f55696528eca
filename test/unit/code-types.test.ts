/** The values that the type checker refuses to take for code, so that no text of a flow can become any. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repository, tscStrict } from "../support/project.js";

/**
 * Each case is a module of its own after these lines, which import flowc as it is written: the build leaves out declarations
 * that nobody can import. Guillemets stand for the holes of a template.
 */
const head = [
  'import * as c from "compiler/code/code.js";',
  'import * as d from "compiler/code/doc.js";',
  'import type { Doc } from "compiler/code/doc.js";',
  'import type { Helper } from "compiler/code/helpers.js";',
  'import type { FunctionDefinition } from "compiler/language/function-definition.js";',
  "declare const text: string;",
  "declare function use(helper: Helper): Doc;",
];

const moduleOf = (code: string): string =>
  [...head, code]
    .join("\n")
    .replaceAll('"compiler/', `"${join(repository, "compiler")}/`)
    .replace(/«(.*?)»/g, (_, hole: string) => `\${${hole}}`);

const allowed: Readonly<Record<string, string>> = {
  "fixed text": "export const made: Doc = c.code`return 1;`;",
  "a quoted text": "export const made: Doc = c.code`return «c.quote(text)»;`;",
  "a helper": 'export const made: Doc = c.call(use("respond"), [c.$]);',
  "a helper of an entry of its own": 'export const made: Doc = use("jwtEncode");',
  "a function with its helper":
    'export const made: FunctionDefinition = { name: "f", reads: "arguments", parameters: [], returns: "string", helper: "trim" };',
};

const refused: Readonly<Record<string, string>> = {
  "a text as a document": "export const made: Doc = text;",
  "a text in a hole": "export const made = c.code`return «text»;`;",
  "fixed text in a hole": 'export const made = c.code`return «"text"»;`;',
  "a text among arguments": "export const made = c.call(c.code`f`, [text]);",
  "an object of the same form":
    'export const made: Doc = { kind: "text", value: text, width: 1, lead: 1, breaks: false };',
  "a document with other content": "export const made: Doc = { ...c.quote(text), value: text };",
  "a class of documents": "export class Own extends d.Doc {}",
  "a helper that there is not": 'export const made = use("respondd");',
  "a computed name of a helper": "export const made = use(text);",
  "a function whose helper is misspelt":
    'export const made: FunctionDefinition = { name: "f", reads: "arguments", parameters: [], returns: "string", helper: "trimm" };',
  "a function that does not say what becomes of a call":
    'export const made: FunctionDefinition = { name: "f", reads: "arguments", parameters: [], returns: "string" };',
};

const cases = Object.entries({ ...allowed, ...refused });
let errors = "";

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "code-types-"));
  cases.forEach(([, code], index) => {
    writeFileSync(join(directory, `case${index}.ts`), moduleOf(code));
  });
  errors = await tscStrict(directory);
  rmSync(directory, { recursive: true });
}, 60_000);

/** Not every case uses all that the cases import. */
const unused = /: error TS(?:6133|6196): /;

const errorsOf = (name: string): readonly string[] => {
  const file = `case${cases.findIndex(([own]) => own === name)}.ts(`;
  return errors.split("\n").filter((line) => line.startsWith(file) && !unused.test(line));
};

describe("the type checker", () => {
  test.each(Object.keys(allowed))("takes %s", (name) => {
    expect(errorsOf(name)).toEqual([]);
  });

  test.each(Object.keys(refused))("refuses %s", (name) => {
    expect(errorsOf(name)).not.toEqual([]);
  });
});
