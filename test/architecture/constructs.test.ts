/** Every construct declares itself: it has tests that are found by its name, and no pass knows it by that name. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { actions, configActions } from "../../compiler/constructs/actions/index.js";
import { commands } from "../../compiler/constructs/commands/index.js";
import { flowFunctions, functions } from "../../compiler/constructs/functions/index.js";
import { requestOptions } from "../../compiler/constructs/options/request-options.js";
import { wordsOf } from "../../compiler/parse/template/words.js";
import { listFiles, repository } from "../support/project.js";

const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(join(repository, folder))
      .filter((path) => path.endsWith(".ts"))
      .map((path) => [`${folder}/${path}`, readFileSync(join(repository, folder, path), "utf8")]),
  );

const commandDefinitions = [...commands.values, ...commands.signs, ...commands.blocks];
const actionNames = [...actions.keys(), ...configActions.keys()];

describe("tests", () => {
  test.each(actionNames)("of the action %s are in a file of its name", (name) => {
    expect(existsSync(join(repository, `test/actions/${name}.test.ts`))).toBe(true);
  });

  test("of functions call each of them", () => {
    const text = [...textsBelow("test/functions").values()].join("\n");
    const isCalled = (name: string): boolean => new RegExp(`(?<![\\w-])${name}\\(`).test(text);
    expect([...flowFunctions.keys()].filter((name) => !isCalled(name))).toEqual([]);
  });
});

describe("a command of templates", () => {
  const page = (path: string) => join(repository, "docs/language/templates", `${path}.md`);
  const grammar = readFileSync(join(repository, "editors/vscode/syntaxes/flow.injection.json"), "utf8");
  const tests = [...textsBelow("test/templates").values()].join("\n");

  test.each(commandDefinitions)("$name has a page, which the list of commands links to", (command) => {
    expect(existsSync(page(command.page))).toBe(true);
    expect(readFileSync(page("README"), "utf8")).toContain(`(${command.page}.md)`);
  });

  test.each(commandDefinitions)("$name has tests", (command) => {
    const written =
      "takes" in command ? `{{${command.name} ` : "begins" in command ? command.sign : `{{${command.sign}}}`;
    expect(tests.includes(written)).toBe(true);
  });

  test.each(wordsOf(commands).all)("the grammar of editors has the word %s", (word) => {
    const [, found = ""] = /\(\?:([a-z|]+)\)\(\?!\[\\\\w-\]\)"/.exec(grammar) ?? [];
    expect(found.split("|")).toContain(word);
  });
});

/** The passes and what they share: all of the compiler but the constructs themselves, and what knows no language. */
const passes = ["analyse", "generate", "load", "output", "parse", "stylesheets", "syntax"];

const names = new Set<string>([
  ...actionNames,
  // Flows, stylesheets and schemas have an `if` of their own.
  ...commandDefinitions.map(({ name }) => name).filter((name) => name !== "if"),
  ...functions.keys(),
  ...requestOptions.map(({ name }) => name),
]);

/** Names of functions that are first of all something else. They are looked for only where the name of a call is asked. */
const ordinaryWords = new Set([
  // Types of values, and of schemas.
  ...["string", "number", "boolean", "array", "true", "false"],
  // Members of JSON, of API descriptions and of modules that are generated.
  ...["name", "id", "body", "content"],
]);

/** Where a pass writes the name of a construct and means something else: the file and the name. */
const homonyms: Readonly<Record<string, readonly string[]>> = {
  "the variable $request, $error or $body": [
    "analyse/rules/answered-breakers.ts: error",
    "analyse/rules/json-paths.ts: body",
    "analyse/rules/json-roots.ts: body",
    "analyse/rules/base-path.ts: request",
    "analyse/rules/constant-arguments.ts: request",
    "analyse/rules/limit-keys.ts: request",
    "analyse/rules/loops.ts: request",
    "analyse/rules/decided-conditions.ts: error",
    "analyse/conditions/domains.ts: request",
    "analyse/data-flow/index.ts: error",
    "analyse/data-flow/walk-flow.ts: error",
    "analyse/expressions/predefined.ts: error",
    "analyse/expressions/predefined.ts: request",
    "analyse/flows/facts.ts: body",
    "analyse/flows/facts.ts: request",
    "analyse/schemas/known-schemas.ts: error",
    "analyse/schemas/known-schemas.ts: request",
    "analyse/rules/responses.ts: request",
    "analyse/templates/values.ts: request",
    "analyse/urls/url-text.ts: request",
  ],
  "a member of $request or of an error document": [
    "analyse/schemas/predefined-schemas.ts: debug",
    "analyse/schemas/predefined-schemas.ts: error",
    "analyse/schemas/upstream-apis.ts: error",
    "analyse/templates/values.ts: debug",
  ],
  "a member of a handler's request": ["parse/handler/script.ts: body", "parse/handler/script.ts: request"],
  "what joins texts": ["parse/handler/script.ts: concat"],
  "an attribute of the tree of JSON": ["analyse/expressions/name-test.ts: name"],
  "a member of the API description": [
    "generate/routes.ts: request",
    "analyse/urls/checked-values.ts: not",
    "output/schemas/compile.ts: contains",
    "parse/openapi/limits.ts: request",
    "parse/openapi/openapi.ts: error",
    ...["connect-timeout", "time-to-first-byte-timeout", "timeout"].map(
      (name) => `parse/openapi/upstreams.ts: ${name}`,
    ),
    "parse/openapi/validate.ts: request",
  ],
  "a keyword of JSON Schema": [
    "parse/schema/normal-schema.ts: contains",
    "parse/schema/normal-schema.ts: not",
  ],
  "what the map shows": ["generate/graph.ts: error", "generate/graph.ts: template"],
  "a message of HTTP": ["parse/http/known-fields.ts: request"],
  "an event of Node": ["stylesheets/saxon/batch.ts: error"],
  "an element or attribute of XSLT, or a function that it shares with flows": [
    "generate/stylesheet/instructions.ts: count",
    "generate/stylesheet/instructions.ts: lang",
    "generate/stylesheet/instructions.ts: sort",
    "generate/stylesheet/module.ts: template",

    "parse/stylesheet/instructions.ts: count",
    "parse/stylesheet/instructions.ts: lang",
    "parse/stylesheet/instructions.ts: sort",
    "parse/stylesheet/stylesheet.ts: template",
    "stylesheets/check-names.ts: template",
    "syntax/stylesheet.ts: copy",
  ],
  "a member or a name in generated code": [
    "generate/app.ts: error",
    "generate/contracts/index.ts: request",
    "generate/limits.ts: request",
    "generate/template/text.ts: comma",
    "generate/xpath/scope.ts: last",
    "generate/xpath/scope.ts: position",
  ],
  "a declared fact: what an action ends, what a function takes from its focus": [
    "analyse/flows/ends.ts: request",
    "analyse/rules/comparisons.ts: last",
    "analyse/rules/comparisons.ts: position",
    "analyse/schemas/made-responses.ts: request",
    "generate/xpath/call.ts: last",
    "generate/xpath/call.ts: position",
    "generate/xpath/predicate.ts: last",
    "generate/xpath/predicate.ts: position",
  ],
  "what a template is read for, and its expressions": [
    "analyse/templates/path-checker.ts: definition",
    "generate/flow/in-and-out.ts: template",
    "generate/template/read-paths.ts: definition",
    "syntax/template-command.ts: definition",
    "syntax/visit-json.ts: definition",
  ],
  "an attribute of every action": ["parse/flow/flow.ts: debug"],
  "an element of conf/config.xml": [
    "parse/flow/config.ts: definition",
    "parse/flow/config-settings.ts: timeout",
  ],
};

/** Contexts in which a word is the kind of a node, a type of JavaScript, or a helper of the runtime. */
const isKind = /\b(?:kind:|kind [!=]==|typeof [\w.]+ [!=]==) $|\buse\($/;
const asksForName = /\.(?:name|element) [!=]== $/;
const switchOn = /\bswitch \((.*)\) \{$/gm;

/** The names of constructs that a module writes, as `file: name`. */
function namesIn(path: string, text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, "");
  return [...code.matchAll(/"([a-z][\w:-]*)"/g)]
    .filter(({ 1: word = "", index }) => names.has(word) && namesConstruct(word, code.slice(0, index)))
    .map(([, word]) => `${path.replace("compiler/", "")}: ${word}`);
}

function namesConstruct(word: string, before: string): boolean {
  const asked = before.endsWith("case ") ? [...before.matchAll(switchOn)].at(-1)?.[1] : undefined;
  if (isKind.test(before) || asked?.endsWith("kind")) return false;
  return !ordinaryWords.has(word) || asksForName.test(before) || asked?.endsWith(".name") === true;
}

test("no pass knows a construct by its name", () => {
  const found = passes.flatMap((pass) =>
    [...textsBelow(`compiler/${pass}`)].flatMap(([path, text]) => namesIn(path, text)),
  );
  const allowed = Object.values(homonyms).flat();
  expect([...new Set(found)].sort()).toEqual([...allowed].sort());
});

describe("the search for names", () => {
  test.each([
    [`if (action.element === "template") {`, ["template"]],
    [`const BODILESS = new Set(["set-status", "set-header"]);`, ["set-status", "set-header"]],
    [`switch (call.name) {\n  case "number":`, ["number"]],
    [`call.name !== "boolean"`, ["boolean"]],
    [`named(options, "use-http-cache")`, ["use-http-cache"]],
    [`value.kind === "template"`, []],
    [`switch (value.kind) {\n  case "template":`, []],
    [`switch (type) {\n  case "number":`, []],
    [`call(scope.use("concat"), [])`, []],
    [`// "set-status"\n/** "set-header" */`, []],
  ])("%j", (code, expected) => {
    expect(namesIn("compiler/a.ts", code)).toEqual(expected.map((word) => `a.ts: ${word}`));
  });
});
