import type { Ajv, Code, Options } from "ajv";
import { pushAll } from "../../../runtime/base/push-all.js";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../runtime/data/model/values.js";
import { formats } from "../../../runtime/validation/formats/formats.js";
import { blockCommentText } from "../../code/code.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type CheckModule, referencedDefinition } from "../../generate/contracts/schema-names.js";
import { ecmaScriptCost } from "../../parse/pattern/ecma-pattern.js";
import { guardOf } from "../../parse/pattern/guard.js";
import { hash } from "../../source/hash.js";
import type { Store } from "../../source/store.js";
import type { Dialect, JsonSchema } from "../../syntax/contract.js";
import type { PrintedModule } from "../print.js";
import { replaceKeywords } from "./keywords.js";
import { validatorCode } from "./validator-code.js";

/**
 * Compiles the schemas of contracts to code, so that the app compiles nothing at run time. Reports invalid
 * schemas.
 */
export async function compileSchemas(
  modules: readonly CheckModule[],
  reporter: Reporter,
  store?: Store,
): Promise<readonly PrintedModule[]> {
  const printed: PrintedModule[] = [];
  for (const module of modules) {
    const key = keyOf(module);
    const kept = store?.get(key);
    const made =
      kept === undefined
        ? await compileModule(module, reporter)
        : (JSON.parse(kept) as readonly PrintedModule[]);
    if (kept === undefined && made.length > 0) store?.set(key, JSON.stringify(made));
    pushAll(printed, made);
  }
  return printed;
}

/** All that the code of a module is made of. */
function keyOf({ path, source, definitions: { dialect, definitions }, checks }: CheckModule): string {
  const plain = (schemas: ReadonlyMap<string, JsonSchema>) =>
    [...schemas].map(([name, { json }]) => [name, json]);
  return `schemas ${hash(JSON.stringify([path, source, dialect, plain(definitions), plain(checks)]))}`;
}

/** The JavaScript that Ajv generates, and its declarations for TypeScript. */
async function compileModule(module: CheckModule, reporter: Reporter): Promise<readonly PrintedModule[]> {
  const { dialect, definitions } = module.definitions;
  const checker = await makeAjv(dialect);
  const all = [...definitions.values(), ...module.checks.values()];
  const ajv = await validatorCompiler(dialect, all.some(asksForEvaluated), all.some(namesInherited));
  let isValid = true;
  const refuse = ({ span }: JsonSchema, reason: string) => {
    isValid = false;
    reporter.report(span, "schemaInvalid", { reason });
  };
  const add = (name: string, schema: JsonSchema) => {
    const keywords = unsupported(schema.json, definitions);
    if (keywords !== undefined) {
      isValid = false;
      reporter.report(schema.span, "schemaUnsupported", { keywords });
    }
    // Ajv takes the value as it is.
    const json = schema.json as Record<string, unknown>;
    const checked = withShortLists(schema.json) as Record<string, unknown>;
    if (checker.validateSchema(checked) === true) ajv.addSchema(json, name);
    else refuse(schema, firstError(checker));
  };
  for (const [name, schema] of definitions) add(name, schema);
  const exported = new Map<string, string>();
  for (const [name, schema] of module.checks) {
    const definition = referencedDefinition(schema.json);
    exported.set(name, definition ?? name);
    if (definition === undefined) add(name, schema);
  }
  if (!isValid) return [];
  for (const [name, schema] of module.checks) {
    // Ajv also refuses schemas that match the meta-schema.
    const key = exported.get(name) ?? name;
    const error = compileError(ajv, key);
    if (error !== undefined) refuse(definitions.get(key) ?? schema, error);
  }
  if (!isValid) return [];
  const { nil } = await import("ajv");
  const code = withImports(validatorCode(ajv, exported, nil, await patternGuards()));
  const head = header(module);
  return [
    { path: module.path, text: `${head}${code}`, mappings: [] },
    {
      path: module.path.replace(/\.js$/, ".d.ts"),
      text: `${head}${declarations([...module.checks.keys()])}`,
      mappings: [],
    },
  ];
}

/** Items of an `enum` that are compared with each other. */
const fewItems = 1000;

/**
 * The same schema to Ajv's meta-schema, but for time: that of draft 4 has each item of an `enum` compared with each other
 * one. Of two that are equal, it gets these; of others, one.
 */
function withShortLists(json: JsonValue, name?: string): JsonValue {
  if (isArray(json)) {
    if (name !== "enum" || json.length <= fewItems) return json.map((item) => withShortLists(item));
    const seen = new Set<string>();
    const repeated = json.find((item) => {
      const text = JSON.stringify(item);
      return seen.has(text) || !seen.add(text);
    });
    return repeated === undefined ? json.slice(0, 1) : [repeated, repeated];
  }
  if (!isObject(json)) return json;
  const members = Object.entries(json).map(([key, value]) => [key, withShortLists(value, key)] as const);
  return Object.fromEntries(members) as JsonObject;
}

/** Says what the file is, and that nobody need read it. */
function header({ source }: CheckModule): string {
  const rows = [
    `The schemas of ${source} as functions, compiled by flowc and Ajv.`,
    "There is nothing to read here: what is checked stands in that file, and when in contracts/.",
  ];
  return `${rows.map((row) => `// ${blockCommentText(row)}\n`).join("")}\n`;
}

/** The first message of Ajv, such as `maximum must be number`. */
function firstError({ errors }: Ajv): string {
  const [error] = errors ?? [];
  return `${error?.instancePath.replaceAll("/", " ").trim()} ${error?.message}`.trim();
}

function compileError(ajv: Ajv, name: string): string | undefined {
  try {
    ajv.getSchema(name);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function makeAjv(dialect: Dialect, options?: Options): Promise<Ajv> {
  const common: Options = { strict: false, logger: false, validateSchema: false, ...options };
  return dialect === "draft-04"
    ? new (await import("ajv-draft-04")).default.default(common)
    : new (await import("ajv/dist/2020.js")).Ajv2020(common);
}

/** True of a schema that asks which members or items others have evaluated. */
function asksForEvaluated({ json }: JsonSchema): boolean {
  return JSON.stringify(json).includes('"unevaluated');
}

/**
 * True of a schema with the name of something that all objects inherit. For properties with other names, nobody need
 * ask whether they are an object's own, which takes as long as all other checks together.
 */
function namesInherited({ json }: JsonSchema): boolean {
  const text = JSON.stringify(json);
  return inheritedNames.some((name) => text.includes(`"${name}"`));
}

const inheritedNames = Object.getOwnPropertyNames(Object.prototype);

async function validatorCompiler(dialect: Dialect, tracks: boolean, ownProperties: boolean): Promise<Ajv> {
  const { _, Name } = await import("ajv");
  const ajv = await makeAjv(dialect, {
    code: { source: true, lines: true, formats: _`${new Name("formats")}` },
    formats,
    messages: false,
    inlineRefs: false,
    discriminator: true,
    ownProperties,
  });
  // A format may have the name of something that all objects inherit.
  Object.setPrototypeOf(ajv.formats, null);
  return replaceKeywords(ajv, dialect, tracks);
}

/** Returns a function that writes the guard of a pattern that long texts would make too slow. */
async function patternGuards(): Promise<(pattern: RegExp) => Code | undefined> {
  const { _ } = await import("ajv");
  return ({ source }) => {
    const guard = guardOf(ecmaScriptCost(source), "test");
    const regexp = _`new RegExp(${source}, "u")`;
    if (guard.kind === "linear") return _`linear(${regexp}, ${guard.form.source}, ${guard.nativeLength})`;
    return guard.kind === "bounded" ? _`boundedPattern(${regexp}, ${guard.longest})` : undefined;
  };
}

/** Calls in Ajv's code, and what replaces them. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['require("ajv/dist/runtime/ucs2length").default', "characterCount"],
  ['require("ajv/dist/runtime/equal").default', "equal"],
]);

/** The place of the keyword in each error, which nobody asks for. */
const keywordPlace = /(?<=[{,])schemaPath:"(?:[^"\\]|\\.)*",/g;

/**
 * The statements that make a set of evaluated names: an object, which would seem to have all names that objects inherit.
 * No text of a schema stands on a line of its own.
 */
const evaluatedNames = /^( *(?:var )?props\d+ = (?:props\d+ \|\| )?)\{\};$/gm;

/** The helpers that each module exports. */
const helpers: Readonly<Record<string, readonly string[]>> = {
  "flowc/runtime/linear-pattern": ["linear"],
  "flowc/runtime/validation": [
    "boundedPattern",
    "characterCount",
    "equal",
    "formats",
    "isMultipleOf",
    "uniqueItems",
    "verdicts",
  ],
};

/**
 * Replaces the calls, leaves out the places and adds the imports. No text of a schema can look like one of these, since
 * in a string literal its quotes would have backslashes.
 */
function withImports(code: string): string {
  let text = code.replace(keywordPlace, "").replace(evaluatedNames, "$1Object.create(null);");
  for (const [call, helper] of replacements) text = text.replaceAll(call, helper);
  const imports = Object.entries(helpers).flatMap(([entry, names]) => {
    const used = names.filter((helper) => new RegExp(`(?<![.\\w"'])${helper}\\b(?!["'])`).test(text));
    return used.length === 0 ? [] : `import { ${used.join(", ")} } from "${entry}";\n`;
  });
  return imports.length === 0 ? `${text.trim()}\n` : `${imports.join("")}\n${text.trim()}\n`;
}

function declarations(names: readonly string[]): string {
  return [
    'import type { SchemaCheck } from "flowc/runtime/validation";\n',
    ...names.map((name) => `export declare const ${name}: SchemaCheck;`),
    "",
  ].join("\n");
}

type Definitions = ReadonlyMap<string, JsonSchema>;

/**
 * The keywords of a schema that Ajv would not apply as JSON Schema says, if there are any: the items that `contains`
 * finds do not count as evaluated. Looks into all schemas inside, but not into the definitions that they refer to.
 */
function unsupported(json: JsonValue, definitions: Definitions): string | undefined {
  const pending: JsonValue[] = [json];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isArray(next)) pushAll(pending, next);
    else if (isObject(next)) {
      if (member(next, "unevaluatedItems") !== undefined && seesContains(next, definitions))
        return "unevaluatedItems beside contains";
      pushAll(pending, Object.values(next));
    }
  }
  return undefined;
}

/** Looks for `contains` in a schema, and in those that look at the same value. */
function seesContains(schema: JsonObject, definitions: Definitions): boolean {
  const seen = new Set<JsonValue>([schema]);
  // Iterating over a set includes what is added meanwhile.
  for (const one of seen) {
    if (!isObject(one)) continue;
    if (member(one, "contains") !== undefined) return true;
    for (const part of partsOf(one, definitions)) seen.add(part);
  }
  return false;
}

/** The schemas that a schema applies to the value itself. */
function partsOf(schema: JsonObject, definitions: Definitions): readonly JsonValue[] {
  const target = member(schema, "$ref");
  const definition = typeof target === "string" ? definitions.get(target)?.json : undefined;
  const lists = ["allOf", "anyOf", "oneOf"].map((name) => member(schema, name));
  const singles = ["if", "then", "else"].map((name) => member(schema, name));
  const dependent = member(schema, "dependentSchemas");
  return [
    definition,
    ...lists.flatMap((list) => (isArray(list) ? list : [])),
    ...singles,
    ...(isObject(dependent) ? Object.values(dependent) : []),
  ].filter((part) => part !== undefined);
}
