import { rounded } from "../data/json/long-integers.js";
import { isArray, isObject, type JsonValue, member } from "../data/model/values.js";
import type { SchemaCheck, SchemaError } from "./contract.js";

/** Why a value is not what a schema describes. */
export interface Violation {
  /** A heading such as `Pattern constraint violated in path for language`; not every violation has one. */
  readonly head?: string;
  /**
   * The sentence after the value, such as `does not match the pattern '…'.`; or a whole sentence if there is no
   * `value`.
   */
  readonly text: string;
  /** The subject of the sentence. Logs leave it out: it may be secret. */
  readonly value?: string;
}

/** The text for the client that sent the value, and so knows it. */
export function openText(violation: Violation): string {
  return sentence(violation, `'${violation.value}'`);
}

/** The text for logs, and for clients that did not send the value. */
export function closedText(violation: Violation): string {
  return sentence(violation, "The value");
}

function sentence({ head, value, text }: Violation, subject: string): string {
  const says = value === undefined ? text : `${subject} ${text}`;
  return head === undefined ? says : `${head}: ${says}`;
}

/**
 * @param place such as `query`
 * @param name of what is wrong; empty for a whole body
 */
export function violation(
  keyword: string,
  place: string,
  name: string,
  text: string,
  value?: string,
): Violation {
  const head = `${capitalized(keyword)} constraint violated in ${place}${name === "" ? "" : ` for ${name}`}`;
  return value === undefined ? { head, text } : { head, text, value };
}

/** The first reason why a value is not what a schema describes. */
export function schemaViolation(
  check: SchemaCheck,
  given: JsonValue,
  place: string,
  name: string,
  isSecret = false,
): Violation | undefined {
  const value = rounded(given);
  const error = firstError(check, value);
  if (error === undefined) return undefined;
  const { path, found } = locate(value, error.instancePath);
  const describe = texts.get(error.keyword) ?? otherText;
  const { text, hasSubject = false } = describe(error.params, found);
  const shown = hasSubject && !isSecret ? shortened(textOf(found)) : undefined;
  const full = isSecret && hasSubject ? `The value ${text}` : text;
  return violation(error.keyword, place, path === "" ? name : joined(name, path), full, shown);
}

/** The error to report. The last error is that of the outermost keyword. */
function firstError(check: SchemaCheck, value: JsonValue): SchemaError | undefined {
  try {
    return check(value) ? undefined : (check.errors?.at(-1) ?? undefined);
  } catch (thrown) {
    // The schema contains itself, and the value nests deeper than any honest one.
    if (thrown instanceof RangeError) return { instancePath: "", keyword: "depth", params: {} };
    throw thrown;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function joined(name: string, path: string): string {
  return name === "" || path.startsWith("[") ? name + path : `${name}.${path}`;
}

/** The part of a value that a JSON Pointer leads to, and the way there as people write it: `items[0].name`. */
function locate(
  value: JsonValue,
  pointer: string,
): { readonly path: string; readonly found: JsonValue | undefined } {
  let found: JsonValue | undefined = value;
  let path = "";
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isArray(found)) {
      path += `[${name}]`;
      found = found[Number(name)];
    } else {
      path = joined(path, name);
      found = isObject(found) ? member(found, name) : undefined;
    }
  }
  return { path: shortened(path), found };
}

const longest = 256;

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

interface Text {
  readonly text: string;
  /** True if the text begins with a verb, so that the value must come before it. */
  readonly hasSubject?: boolean;
}

type Describe = (params: SchemaError["params"], found: JsonValue | undefined) => Text;

/** A text that begins with a verb whose subject is the value. */
function about(text: (params: SchemaError["params"]) => string): Describe {
  return (params) => ({ text: text(params), hasSubject: true });
}

function whole(text: (params: SchemaError["params"]) => string): Describe {
  return (params) => ({ text: text(params) });
}

const otherText: Describe = () => ({ text: "The value is not what the schema describes." });

function named(value: unknown): string {
  return shortened(String(value));
}

function listed(value: unknown): string {
  return shortened(JSON.stringify(value)?.slice(1, -1) ?? "");
}

function counted(value: unknown, what: string): string {
  return `${value} ${what}${value === 1 ? "" : "s"}`;
}

function limited({ comparison, limit }: SchemaError["params"]): string {
  return `must be ${comparison} ${limit}.`;
}

/** The texts, by keyword. */
const texts: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  [
    "type",
    ({ type }, found) => ({ text: `${typeName(found)} value found, but ${typeNames(type)} is required.` }),
  ],
  ["required", whole(({ missingProperty }) => `The property ${named(missingProperty)} is required.`)],
  ["pattern", about(({ pattern }) => `does not match the pattern '${pattern}'.`)],
  ["format", about(({ format }) => `is no valid ${format}.`)],
  ["enum", about(({ allowedValues }) => `is none of ${listed(allowedValues)}.`)],
  ["const", about(({ allowedValue }) => `is not ${listed([allowedValue])}.`)],
  ["minLength", about(({ limit }) => `has fewer than ${counted(limit, "character")}.`)],
  ["maxLength", about(({ limit }) => `has more than ${counted(limit, "character")}.`)],
  ["minimum", about(limited)],
  ["maximum", about(limited)],
  ["exclusiveMinimum", about(limited)],
  ["exclusiveMaximum", about(limited)],
  ["multipleOf", about(({ multipleOf }) => `is no multiple of ${multipleOf}.`)],
  ["minItems", whole(({ limit }) => `There are fewer than ${counted(limit, "item")}.`)],
  ["maxItems", whole(({ limit }) => `There are more than ${counted(limit, "item")}.`)],
  ["additionalItems", whole(({ limit }) => `There are more than ${counted(limit, "item")}.`)],
  ["uniqueItems", whole(() => "There are items that are equal.")],
  ["contains", whole(() => "There are not as many items of the kind that is required.")],
  ["minProperties", whole(({ limit }) => `There are fewer than ${limit} properties.`)],
  ["maxProperties", whole(({ limit }) => `There are more than ${limit} properties.`)],
  [
    "additionalProperties",
    whole(({ additionalProperty }) => `The property ${named(additionalProperty)} is not allowed.`),
  ],
  [
    "unevaluatedProperties",
    whole(({ unevaluatedProperty }) => `The property ${named(unevaluatedProperty)} is not allowed.`),
  ],
  [
    "propertyNames",
    whole(({ propertyName }) => `The property ${named(propertyName)} has a name that is not allowed.`),
  ],
  ...["dependencies", "dependentRequired"].map((keyword): [string, Describe] => [
    keyword,
    whole(
      ({ missingProperty, property }) =>
        `The property ${named(missingProperty)} is required, since ${named(property)} is there.`,
    ),
  ]),
  [
    "oneOf",
    ({ passingSchemas }) => ({
      text: `The value matches ${passingSchemas ? "more than one" : "none"} of the schemas.`,
    }),
  ],
  ["anyOf", whole(() => "The value matches none of the schemas.")],
  ["not", whole(() => "The value matches a schema that it must not match.")],
  ["discriminator", whole(({ tag }) => `The property ${named(tag)} names no schema.`)],
  ["false schema", whole(() => "There must be nothing.")],
  ["depth", whole(() => "The value is nested too deeply.")],
]);

function typeNames(types: unknown): string {
  const names = Array.isArray(types) ? types : String(types).split(",");
  return names.map((name) => withArticle(String(name))).join(" or ");
}

function withArticle(type: string): string {
  return type === "null" ? type : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

/** The type of a value, as messages begin with it. */
function typeName(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "Null";
  if (isArray(value)) return "Array";
  if (typeof value === "number") return Number.isInteger(value) ? "Integer" : "Number";
  return capitalized(typeof value);
}
