import { nearest } from "../../../runtime/base/nearest.js";
import type { JsonValue } from "../../../runtime/data/model/values.js";
import { isArray, isObject } from "../../../runtime/data/model/values.js";
import { formats } from "../../../runtime/validation/formats/formats.js";
import { characterCount, isMultipleOf } from "../../../runtime/validation/multiple-of.js";
import type { Span } from "../../source/source-text.js";
import type { Refusal, Sketch, ValueProblem } from "../../syntax/json-sketch.js";
import type { JsonType } from "../../syntax/schema.js";
import { ecmaScriptCost } from "../pattern/ecma-pattern.js";
import { guardOf } from "../pattern/guard.js";
import { ecmaScriptPattern } from "../pattern/schema-pattern.js";
import type { Located } from "../yaml/references.js";
import { jsonOf } from "./json-schema.js";
import type { NormalSchema } from "./normal-schema.js";

/** Is told of what is not known, so that a value which is not refused need not be valid. */
type Doubt = () => unknown;

/** Refusals by `enum` and `const`. */
export function valueRefusals(schema: NormalSchema, value: Sketch, doubt: Doubt): readonly Refusal[] {
  return schema.values.flatMap(({ listed, admitsNull }) => listRefusals(listed, admitsNull, value, doubt));
}

function listRefusals(
  listed: readonly Located[],
  admitsNull: boolean,
  value: Sketch,
  doubt: Doubt,
): readonly Refusal[] {
  if (listed.length === 0) return [];
  const values = [...listed.map((item) => jsonOf(item)), ...(admitsNull ? [null] : [])];
  const exact = value.kind === "constant" ? undefined : exactText(value);
  if (value.kind !== "constant" && exact === undefined) doubt();
  const isListed = values.some((one) =>
    value.kind === "constant"
      ? one === value.value
      : exact !== undefined
        ? textOf(one) === exact
        : value.kind === "some"
          ? value.types.has(typeOf(one))
          : typeOf(one) === value.kind,
  );
  if (isListed) return [];
  const texts = values.filter((one) => typeof one === "string");
  const written = value.kind === "constant" ? String(value.value) : "";
  const same = texts.find((text) => text.toLowerCase() === written.toLowerCase());
  return [
    refusal(value.span, {
      kind: "enum",
      values: values.map((one) => JSON.stringify(one)),
      nearest: same ?? nearest(written, texts),
    }),
  ];
}

/** By what is known of a value, which many schemas may ask. */
const exactTexts = new WeakMap<Sketch, string | undefined>();

/** A text that only equal values have, of a value that is known as a whole. */
export function exactText(sketch: Sketch): string | undefined {
  if (!exactTexts.has(sketch)) {
    const json = wholeValue(sketch);
    exactTexts.set(sketch, json === undefined ? undefined : textOf(json));
  }
  return exactTexts.get(sketch);
}

function wholeValue(sketch: Sketch): JsonValue | undefined {
  switch (sketch.kind) {
    case "constant":
      return sketch.value;
    case "array": {
      const items = sketch.items.map(wholeValue).filter((item) => item !== undefined);
      return sketch.isWhole && items.length === sketch.items.length ? items : undefined;
    }
    case "object": {
      const members = sketch.members.map(({ name, value }) => [name, wholeValue(value)] as const);
      const isWhole = !sketch.isOpen && !sketch.members.some(({ isConditional }) => isConditional);
      if (!isWhole || members.some(([, value]) => value === undefined)) return undefined;
      return Object.fromEntries(members) as JsonValue;
    }
    default:
      return undefined;
  }
}

const textOf = (json: JsonValue): string => JSON.stringify(sorted(json));

/** The value with the members of objects as a list, by their names. */
function sorted(json: JsonValue): unknown {
  if (isArray(json)) return json.map(sorted);
  if (!isObject(json)) return json;
  const names = Object.keys(json).sort();
  return { members: names.map((name) => [name, sorted(json[name] ?? null)]) };
}

export function scalarRefusals(schema: NormalSchema, sketch: Sketch, doubt: Doubt): readonly Refusal[] {
  if (sketch.kind !== "constant") return [];
  const { value, span } = sketch;
  const problems =
    typeof value === "number"
      ? numberProblems(schema, value)
      : typeof value === "string"
        ? textProblems(schema, value, doubt)
        : [];
  return problems.map((problem) => refusal(span, problem));
}

function numberProblems(schema: NormalSchema, value: number): readonly ValueProblem[] {
  const problems: ValueProblem[] = [];
  for (const { keyword, limit, isExclusive } of schema.bounds) {
    const isWithin = /max/i.test(keyword) ? value < limit : value > limit;
    if (!isWithin && (isExclusive || value !== limit)) problems.push({ kind: "limit", keyword, limit });
  }
  const divisor = schema.number("multipleOf");
  if (divisor !== undefined && divisor > 0 && !isMultipleOf(value, divisor))
    problems.push({ kind: "limit", keyword: "multipleOf", limit: divisor });
  return [...problems, ...formatProblem(schema, value)];
}

function textProblems(schema: NormalSchema, value: string, doubt: Doubt): readonly ValueProblem[] {
  const problems: ValueProblem[] = [];
  const length = characterCount(value);
  for (const keyword of ["minLength", "maxLength"]) {
    const limit = schema.number(keyword);
    if (limit !== undefined && (keyword === "minLength" ? length < limit : length > limit))
      problems.push({ kind: "limit", keyword, limit });
  }
  const pattern = schema.string("pattern");
  const isMatch = pattern === undefined || matches(pattern, value);
  if (isMatch === undefined) doubt();
  if (pattern !== undefined && isMatch === false)
    problems.push({ kind: "text", keyword: "pattern", expected: pattern });
  return [...problems, ...formatProblem(schema, value)];
}

function formatProblem(schema: NormalSchema, value: string | number): readonly ValueProblem[] {
  const name = schema.string("format");
  const format = name === undefined ? undefined : formatOf(name);
  return name === undefined || format === undefined || isOfFormat(format, value)
    ? []
    : [{ kind: "text", keyword: "format", expected: name }];
}

export function refusal(span: Span, problem: ValueProblem): Refusal {
  return { span, problem };
}

export function sometimes(found: Refusal): Refusal {
  return { ...found, isSometimes: true };
}

/** True if a value is refused on every way through a template. */
export function isCertain(refusals: readonly Refusal[]): boolean {
  return refusals.some(({ isSometimes }) => isSometimes !== true);
}

/** The place of a value; of one that has several lines, the first of them. */
export function firstOf({ source, start, end }: Span): Span {
  const line = source.text.indexOf("\n", start);
  return line < 0 || line >= end ? source.span(start, end) : source.span(start, Math.max(start + 1, line));
}

export function mayBe(value: Sketch, type: string): boolean {
  switch (value.kind) {
    case "constant":
      return type === "integer" ? Number.isInteger(value.value) : typeOf(value.value) === type;
    case "some":
      return value.types.has(type === "integer" ? "number" : (type as JsonType));
    case "either":
      return true;
    default:
      return value.kind === type;
  }
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}

/** Matches a text with a pattern. A match that could take long is not tried: whether it does is not known. */
export function matches(pattern: string, text: string): boolean | undefined {
  const source = ecmaScriptPattern(pattern);
  if (source === undefined || guardOf(ecmaScriptCost(source), "test").kind !== "none") return undefined;
  return new RegExp(source, "u").test(text);
}

type Format = (typeof formats)[keyof typeof formats];

function formatOf(name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name as keyof typeof formats] : undefined;
}

function isOfFormat(format: Format, value: string | number): boolean {
  const isObject = typeof format === "object";
  const type = isObject && "type" in format ? format.type : "string";
  if (typeof value !== type) return true;
  const validate: unknown = isObject ? format.validate : format;
  if (validate instanceof RegExp) return validate.test(String(value));
  return typeof validate !== "function" || validate(value) === true;
}
