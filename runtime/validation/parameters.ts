import type { JsonValue } from "../data/model/values.js";
import type { Field } from "../http/fields.js";
import type { ObjectType, Parameter, ParameterPlace } from "./contract.js";
import {
  duplicateProblem,
  encodingProblem,
  fieldsProblem,
  membersProblem,
  type Problem,
} from "./fields-problem.js";
import { membersValue, readings, type SentText, textValue, withoutPrefix } from "./text-value.js";
import { schemaViolation, type Violation, violation } from "./violation.js";

/** Fields by name, in the order in which they were sent. */
export type Fields = ReadonlyMap<string, readonly Field[]>;

/** Where the texts of parameters come from. */
export interface ParameterSource {
  /** The fields of one parameter; undefined if it was not sent. */
  sent(place: ParameterPlace, name: string): readonly Field[] | undefined;
  /** All fields of a query or a form. */
  fields(place: ParameterPlace): Fields;
}

/** Returns the faults of parameters, with at most one violation for each. */
export function parameterViolations(
  parameters: readonly Parameter[],
  source: ParameterSource,
): readonly Violation[] {
  const found: Violation[] = [];
  for (const parameter of parameters) {
    const violated = parameterViolation(parameter, source);
    if (violated !== undefined) found.push(violated);
  }
  return found;
}

function parameterViolation(parameter: Parameter, source: ParameterSource): Violation | undefined {
  const { place, name, required = false, secret = false, check } = parameter;
  const found = read(parameter, source);
  if (found === undefined)
    return required ? violation("required", place, name, `The parameter ${name} is required.`) : undefined;
  const { problem, value } = found;
  if (problem !== undefined)
    return violation(problem.keyword, place, name, `The parameter ${name} ${problem.text}`);
  if (check === undefined || value === undefined) return undefined;
  const isHidden = secret || hiddenPlaces.has(place);
  return firstViolation(
    () => readings(parameter.type),
    (reading) => schemaViolation(check, value(reading), place, name, isHidden),
  );
}

/**
 * The value of a parameter in its first valid reading, or in the first where none is; `undefined` if it was not sent, is
 * empty and may be, or cannot be read.
 */
export function parameterValue(parameter: Parameter, source: ParameterSource): JsonValue | undefined {
  const { value, problem } = read(parameter, source) ?? {};
  if (value === undefined || problem !== undefined) return undefined;
  const { check, type } = parameter;
  const first = value(0);
  if (check === undefined || check(first)) return first;
  for (let reading = 1; reading < readings(type); reading++) {
    const other = value(reading);
    if (check(other)) return other;
  }
  return first;
}

/** The violation of the first reading of some texts, if none of the readings is valid. */
export function firstViolation(
  readings: () => number,
  violationOf: (reading: number) => Violation | undefined,
): Violation | undefined {
  const first = violationOf(0);
  if (first === undefined) return undefined;
  const most = readings();
  for (let reading = 1; reading < most; reading++) if (violationOf(reading) === undefined) return undefined;
  return first;
}

/** Values in these places are not repeated: clients mostly send them to prove who they are. */
const hiddenPlaces: ReadonlySet<ParameterPlace> = new Set(["header", "cookie"]);

interface Reading {
  readonly problem?: Problem | undefined;
  /** By the number of the reading; `undefined` if the parameter is empty and may be. */
  readonly value?: (reading: number) => JsonValue;
}

/** `undefined` if the parameter was not sent. */
function read(parameter: Parameter, source: ParameterSource): Reading | undefined {
  const { place, name, type, mayBeEmpty = false } = parameter;
  if (isSpread(type)) return readSpread(type, name, source.fields(place));
  const fields = source.sent(place, name);
  if (fields === undefined) return undefined;
  const { prefix = "" } = parameter;
  const problem = fieldsProblem(type, fields, type === "file", prefix);
  if (problem !== undefined) return { problem };
  if (mayBeEmpty && fields.every(({ value }) => value === "")) return {};
  const sent = prefix === "" ? fields : fields.flatMap((field) => withoutPrefix(field, prefix) ?? []);
  const texts = place === "header" ? sent.map(withoutSpaces) : sent;
  return { value: (reading) => textValue(type, texts, reading) };
}

/** The list without spaces around its commas, which are no part of the items (RFC 9110 §5.6.1). */
function withoutSpaces({ value }: SentText): SentText {
  if (!value.includes(",")) return { value };
  const items = value.split(",").map((item) => item.trim());
  return { value: items.join(",") };
}

type SpreadType = ObjectType & { readonly layout: "deep" | "spread" };

function isSpread(type: Parameter["type"]): type is SpreadType {
  return typeof type === "object" && type.kind === "object" && typeof type.layout === "string";
}

/** Reads an object with a field for each member: `a=1&b=2`, or `name[a]=1&name[b]=2`. */
function readSpread({ members, layout }: SpreadType, name: string, fields: Fields): Reading | undefined {
  const own = layout === "deep" ? deepFields(name, fields) : memberFields(members, fields);
  if (own === "unclear") return { problem: encodingProblem };
  if (own.size === 0) return undefined;
  const whole = layout === "deep" && fields.has(name) ? duplicateProblem : undefined;
  const problem = whole ?? membersProblem(members, own, false);
  if (problem !== undefined) return { problem };
  return { value: (reading) => membersValue(members, own, reading) };
}

/**
 * `unclear` for names such as `name[a][b]`: some readers take that for a member of a member, which no style of OpenAPI
 * has.
 */
function deepFields(name: string, fields: Fields): Fields | "unclear" {
  const own = new Map<string, readonly Field[]>();
  for (const [field, sent] of fields) {
    if (!field.startsWith(`${name}[`)) continue;
    const key = field.slice(name.length + 1, -1);
    if (!field.endsWith("]") || /[[\]]/.test(key)) return "unclear";
    own.set(key, sent);
  }
  return own;
}

function memberFields(members: ObjectType["members"], fields: Fields): Fields {
  return new Map(
    members.flatMap(([name]) => {
      const sent = fields.get(name);
      return sent === undefined ? [] : [[name, sent] as const];
    }),
  );
}

/** Fields of a query, a form or a `Cookie` field. */
export function fieldsByName(fields: readonly Field[]): Fields {
  const byName = new Map<string, Field[]>();
  for (const field of fields) {
    const known = byName.get(field.name);
    if (known === undefined) byName.set(field.name, [field]);
    else known.push(field);
  }
  return byName;
}
