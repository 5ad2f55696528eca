import { misspelt, nearest } from "../../../runtime/base/nearest.js";
import { pushAll } from "../../../runtime/base/push-all.js";
import { formats } from "../../../runtime/validation/formats/formats.js";
import { characterCount, isMultipleOf } from "../../../runtime/validation/multiple-of.js";
import { isSlip } from "../../diagnostics/slips.js";
import type { Span } from "../../source/source-text.js";
import type { Dialect } from "../../syntax/contract.js";
import type { ObjectSketch, Refusal, Sketch, ValueProblem } from "../../syntax/json-sketch.js";
import { type JsonType, jsonTypes } from "../../syntax/schema.js";
import { ecmaScriptCost } from "../pattern/ecma-pattern.js";
import { guardOf } from "../pattern/guard.js";
import { ecmaScriptPattern } from "../pattern/schema-pattern.js";
import type { Located } from "../yaml/references.js";
import { jsonOf } from "./json-schema.js";
import { isNullable } from "./schema.js";

/** After this many steps in one value, the rest of it counts as valid. */
const maxSteps = 20_000;
const maxDepth = 60;

/**
 * Finds what a schema refuses of a value, also of one that is only known in part. Whatever it does not understand
 * allows everything, so a refusal is always right.
 */
export class ValueJudge {
  #steps = 0;

  constructor(private readonly dialect: Dialect) {}

  refusals(schema: Located, value: Sketch): readonly Refusal[] {
    this.#steps = 0;
    return this.#judge(schema, value, 0);
  }

  /** @param isPart other schemas apply to the value as well */
  #judge(located: Located, value: Sketch, depth: number, isPart = false): readonly Refusal[] {
    if (depth > maxDepth || ++this.#steps > maxSteps) return [];
    if (value.kind === "either") {
      const all = value.values.map((one) => this.#judge(located, one, depth + 1, isPart));
      return all.every(isCertain) ? all.flat() : all.flat().map(sometimes);
    }
    const schema = this.#target(located);
    if (schema === undefined) return [];
    const { ownMembers: members } = schema;
    const reference = this.#referenced(located);
    const ofReference = reference === undefined ? [] : this.#judge(reference, value, depth + 1, true);
    const types = typesOf(schema);
    if (types !== undefined && !types.some((type) => mayBe(value, type)))
      return [...ofReference, refusal(value.span, { kind: "type", types })];
    const found = [
      ...ofReference,
      ...enumRefusals(schema, value),
      ...scalarRefusals(members, value),
      ...this.#array(members, value, depth),
      ...this.#object(members, value, depth),
      ...this.#composed(members, value, depth),
    ];
    const isNew = ({ span }: Refusal) => !found.some((other) => other.span === span);
    return isPart ? found : [...found, ...this.#misspelt(schema, value).filter(isNew)];
  }

  #misspelt(schema: Located, value: Sketch): readonly Refusal[] {
    if (value.kind !== "object") return [];
    const listed = new Set<string>();
    if (!this.#list(schema, listed, 0)) return [];
    const names = new Set(value.members.map(({ name }) => name));
    const free = [...listed].filter((name) => !names.has(name));
    return value.members.flatMap(({ name, span }) => {
      const meant = listed.has(name) ? undefined : free.find((one) => isMisspelt(name, one));
      return meant === undefined ? [] : [refusal(span, { kind: "misspelt", name, nearest: meant })];
    });
  }

  /** Lists the properties of a schema and its parts. Returns false if it says something of other names. */
  #list(located: Located, names: Set<string>, depth: number): boolean {
    if (depth > maxDepth || ++this.#steps > maxSteps) return false;
    const schema = this.#target(located);
    if (schema === undefined) return false;
    const { ownMembers: members } = schema;
    if (openKeywords.some((keyword) => members.has(keyword))) return false;
    for (const name of members.get("properties")?.members.keys() ?? []) names.add(name);
    const target = this.#referenced(schema);
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => members.get(keyword)?.items ?? []);
    return [...(target === undefined ? [] : [target]), ...parts].every((part) =>
      this.#list(part, names, depth + 1),
    );
  }

  /** The schema itself. In draft 4, a `$ref` replaces all that stands beside it. */
  #target(located: Located): Located | undefined {
    return this.dialect === "draft-04" ? located.target : located;
  }

  #referenced(located: Located): Located | undefined {
    const text = this.dialect === "draft-04" ? undefined : located.reference;
    return text === undefined ? undefined : located.follow(text);
  }

  #array(members: Members, value: Sketch, depth: number): readonly Refusal[] {
    if (value.kind !== "array") return [];
    const refusals: Refusal[] = [];
    const [least, most] = ["minItems", "maxItems"].map((name) => members.get(name)?.number);
    if (value.isWhole && least !== undefined && value.items.length < least)
      refusals.push(refusal(firstOf(value.span), { kind: "limit", keyword: "minItems", limit: least }));
    if (value.isWhole && most !== undefined && value.items.length > most)
      refusals.push(refusal(firstOf(value.span), { kind: "limit", keyword: "maxItems", limit: most }));
    const items = members.get("items");
    const isTuple = members.has("prefixItems") || items?.list !== undefined;
    if (items === undefined || isTuple) return refusals;
    const ofItems = value.items.flatMap((item) => this.#judge(items, item, depth + 1));
    return [...refusals, ...(value.isWhole ? ofItems : ofItems.map(sometimes))];
  }

  #object(members: Members, value: Sketch, depth: number): readonly Refusal[] {
    if (value.kind !== "object") return [];
    const properties: Members = members.get("properties")?.members ?? new Map();
    const missing = missingRefusals(members, properties, value);
    const refusals = [...missing];
    const additional = members.get("additionalProperties");
    const isClosed = additional?.boolean === false && !members.has("patternProperties");
    const names = new Set(value.members.map(({ name }) => name));
    for (const { name, span, value: inner, isConditional } of value.members) {
      const schema = properties.get(name);
      const add = (found: readonly Refusal[]) =>
        pushAll(refusals, isConditional ? found.map(sometimes) : found);
      if (schema !== undefined) add(this.#judge(schema, inner, depth + 1));
      else if (isClosed && missing.some((one) => one.span === span)) continue;
      else if (isClosed) {
        const free = [...properties.keys()].filter((one) => !names.has(one));
        add([refusal(span, { kind: "unknown", name, nearest: nearest(name, free) })]);
      } else if (additional !== undefined && !members.has("patternProperties"))
        add(this.#judge(additional, inner, depth + 1));
    }
    return refusals;
  }

  #composed(members: Members, value: Sketch, depth: number): readonly Refusal[] {
    const judged = (name: string) =>
      (members.get(name)?.items ?? []).map((schema) => this.#judge(schema, value, depth + 1, true));
    const refusals = judged("allOf").flat();
    if (members.has("discriminator")) return refusals;
    for (const name of ["anyOf", "oneOf"]) {
      const all = judged(name);
      // Each way through a template may match another alternative.
      if (all.length === 0 || !all.every(isCertain)) continue;
      // Alternatives of another type are not what is meant.
      const near = all.filter((one) =>
        one.every(({ span, problem }) => span !== value.span || problem.kind !== "type"),
      );
      const [only, ...others] = near;
      if (only !== undefined && others.length === 0) pushAll(refusals, only);
      else refusals.push(refusal(firstOf(value.span), { kind: "alternatives" }));
    }
    return refusals;
  }
}

type Members = ReadonlyMap<string, Located>;

function typesOf(schema: Located): readonly string[] | undefined {
  const type = schema.ownMembers.get("type");
  if (type === undefined) return undefined;
  const names = (type.list ?? [type]).map(({ string }) => string);
  const types = [...names, ...(isNullable(schema) ? ["null"] : [])];
  const areKnown = types.every((name) => name === "integer" || jsonTypes.has(name as JsonType));
  return areKnown ? (types as string[]) : undefined;
}

function enumRefusals(schema: Located, value: Sketch): readonly Refusal[] {
  const constant = schema.ownMembers.get("const");
  const items = schema.ownMembers.get("enum")?.list ?? (schema.ownMembers.has("enum") ? [] : [constant]);
  const listed = items.flatMap((item) => (item === undefined ? [] : [jsonOf(item)]));
  if (listed.length === 0) return [];
  const values = [...listed, ...(isNullable(schema) ? [null] : [])];
  const isListed = values.some((one) =>
    value.kind === "constant"
      ? one === value.value
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

function scalarRefusals(members: Members, sketch: Sketch): readonly Refusal[] {
  if (sketch.kind !== "constant") return [];
  const { value, span } = sketch;
  const problems =
    typeof value === "number"
      ? numberProblems(members, value)
      : typeof value === "string"
        ? textProblems(members, value)
        : [];
  return problems.map((problem) => refusal(span, problem));
}

function numberProblems(members: Members, value: number): readonly ValueProblem[] {
  const problems: ValueProblem[] = [];
  for (const [keyword, isWithin] of limits) {
    const limit = members.get(keyword)?.number;
    if (limit === undefined) continue;
    // In draft 4, the exclusive keywords are flags.
    const isStrict = members.get(keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum")?.boolean;
    if (!isWithin(value, limit) || (value === limit && isStrict === true))
      problems.push({ kind: "limit", keyword, limit });
  }
  const divisor = members.get("multipleOf")?.number;
  if (divisor !== undefined && divisor > 0 && !isMultipleOf(value, divisor))
    problems.push({ kind: "limit", keyword: "multipleOf", limit: divisor });
  return [...problems, ...formatProblem(members, value)];
}

function textProblems(members: Members, value: string): readonly ValueProblem[] {
  const problems: ValueProblem[] = [];
  const length = characterCount(value);
  for (const keyword of ["minLength", "maxLength"]) {
    const limit = members.get(keyword)?.number;
    if (limit !== undefined && (keyword === "minLength" ? length < limit : length > limit))
      problems.push({ kind: "limit", keyword, limit });
  }
  const pattern = members.get("pattern")?.string;
  if (pattern !== undefined && !mayMatch(pattern, value))
    problems.push({ kind: "text", keyword: "pattern", expected: pattern });
  return [...problems, ...formatProblem(members, value)];
}

function formatProblem(members: Members, value: string | number): readonly ValueProblem[] {
  const name = members.get("format")?.string;
  const format = name === undefined ? undefined : formatOf(name);
  return name === undefined || format === undefined || isOfFormat(format, value)
    ? []
    : [{ kind: "text", keyword: "format", expected: name }];
}

function missingRefusals(members: Members, properties: Members, value: ObjectSketch): readonly Refusal[] {
  const required = members.get("required");
  if (value.isOpen || required === undefined) return [];
  const names = new Set(value.members.map(({ name }) => name));
  const others = [...names].filter((name) => !properties.has(name));
  return required.items.flatMap(({ string: name }) => {
    if (name === undefined || (names.has(name) && !value.unsure.has(name))) return [];
    // A request or a response has to do without it.
    const own = properties.get(name);
    if (own?.get("readOnly").boolean === true || own?.get("writeOnly").boolean === true) return [];
    const made = value.members.find((member) => member.name === name);
    if (made !== undefined) return [sometimes(refusal(made.span, { kind: "unsure", name }))];
    const meant = nearest(name, others);
    const place = value.members.find((member) => member.name === meant)?.span ?? firstOf(value.span);
    return [refusal(place, { kind: "required", name, nearest: meant })];
  });
}

function refusal(span: Span, problem: ValueProblem): Refusal {
  return { span, problem };
}

function sometimes(found: Refusal): Refusal {
  return { ...found, isSometimes: true };
}

/** True if a value is refused on every way through a template. */
function isCertain(refusals: readonly Refusal[]): boolean {
  return refusals.some(({ isSometimes }) => isSometimes !== true);
}

/** Schemas with one of these say something of members that `properties` does not list. */
const openKeywords: readonly string[] = [
  ...["additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"],
  ...["dependencies", "dependentSchemas", "discriminator", "if", "$dynamicRef", "$recursiveRef"],
];

/** True of a name that is another one with a slip. `line1` beside `line2` is on purpose. */
function isMisspelt(name: string, other: string): boolean {
  const letters = (text: string) => text.replace(/\d+/g, "");
  return isSlip(name, other) || (misspelt(name, [other]) !== undefined && letters(name) !== letters(other));
}

/** The place of a value; of one that has several lines, the first of them. */
function firstOf({ source, start, end }: Span): Span {
  const line = source.text.indexOf("\n", start);
  return line < 0 || line >= end ? source.span(start, end) : source.span(start, Math.max(start + 1, line));
}

function mayBe(value: Sketch, type: string): boolean {
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

const limits: ReadonlyMap<string, (value: number, limit: number) => boolean> = new Map([
  ["minimum", (value, limit) => value >= limit],
  ["maximum", (value, limit) => value <= limit],
  ["exclusiveMinimum", (value, limit) => value > limit],
  ["exclusiveMaximum", (value, limit) => value < limit],
]);

/** Matches a text with a pattern. A match that could take long is not tried, and counts. */
function mayMatch(pattern: string, text: string): boolean {
  const source = ecmaScriptPattern(pattern);
  if (source === undefined || guardOf(ecmaScriptCost(source), "test").kind !== "none") return true;
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
