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
import { membersValue, type SentText, textValue, withoutPrefix } from "./text-value.js";
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
  return schemaViolation(check, value, place, name, secret || hiddenPlaces.has(place));
}

/** Values in these places are not repeated: clients mostly send them to prove who they are. */
const hiddenPlaces: ReadonlySet<ParameterPlace> = new Set(["header", "cookie"]);

interface Reading {
  readonly problem?: Problem | undefined;
  /** `undefined` if the parameter is empty and may be. */
  readonly value?: JsonValue;
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
  const texts = prefix === "" ? fields : fields.flatMap((field) => withoutPrefix(field, prefix) ?? []);
  return { value: textValue(type, place === "header" ? texts.map(withoutSpaces) : texts) };
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
  return problem === undefined ? { value: membersValue(members, own) } : { problem };
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
