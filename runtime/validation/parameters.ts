import { parseCookies } from "../cookies.js";
import { type JsonObject, type JsonValue, member } from "../values.js";
import type { ObjectType, Parameter, ParameterPlace } from "./contract.js";
import { membersValue, textValue } from "./text-value.js";
import { schemaViolation, type Violation, violation } from "./violation.js";

/** Texts by name, in the order in which they were sent. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Where the texts of parameters come from. */
export interface ParameterSource {
  /** Of one parameter; undefined where it was not sent. */
  texts(place: ParameterPlace, name: string): readonly string[] | undefined;
  /** Of all parameters of a query or a form. */
  fields(place: ParameterPlace): Fields;
}

/** What is wrong with parameters: at most one thing with each. */
export const parameterViolations = (
  parameters: readonly Parameter[],
  source: ParameterSource,
): readonly Violation[] => parameters.flatMap((parameter) => parameterViolation(parameter, source) ?? []);

const parameterViolation = (parameter: Parameter, source: ParameterSource): Violation | undefined => {
  const { place, name, type, required = false, mayBeEmpty = false, secret = false, check } = parameter;
  const isSpread = typeof type === "object" && type.kind === "object" && typeof type.layout === "string";
  const texts = isSpread ? undefined : source.texts(place, name);
  const value = isSpread
    ? objectValue(type, name, source.fields(place))
    : texts && parameterValue(parameter, texts);
  if (value === undefined)
    return required ? violation("required", place, name, `The parameter ${name} is required.`) : undefined;
  if (check === undefined || (mayBeEmpty && texts?.at(-1) === "")) return undefined;
  return schemaViolation(check, value, place, name, secret || hiddenPlaces.has(place));
};

/** What clients send there is mostly there to prove who they are. */
const hiddenPlaces: ReadonlySet<ParameterPlace> = new Set(["header", "cookie"]);

const parameterValue = ({ type, prefix = "" }: Parameter, texts: readonly string[]): JsonValue => {
  if (prefix === "") return textValue(type, texts);
  return textValue(
    type,
    texts.map((text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text)),
  );
};

/** An object with a field for each member: `a=1&b=2`, or `name[a]=1&name[b]=2`. */
const objectValue = (
  { members, layout }: ObjectType,
  name: string,
  fields: Fields,
): JsonValue | undefined => {
  const own = new Map<string, readonly string[]>();
  if (layout === "deep") {
    for (const [field, texts] of fields)
      if (field.startsWith(`${name}[`) && field.endsWith("]"))
        own.set(field.slice(name.length + 1, -1), texts);
  } else {
    for (const [field] of members) {
      const texts = fields.get(field);
      if (texts !== undefined) own.set(field, texts);
    }
  }
  return own.size === 0 ? undefined : membersValue(members, own);
};

/** Pairs of a query or a form. */
export const fieldsOf = (pairs: Iterable<readonly [string, string]>): Fields => {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
  }
  return fields;
};

export const noFields: Fields = new Map();

/** A request, as far as parameters can be in it. */
export interface RequestMessage {
  /** Without the `?`. */
  readonly query: string | undefined;
  readonly headers: { get(name: string): string | null | undefined };
  /** The fields of its body. */
  readonly form: Fields;
  /** By name, decoded. */
  pathParameters(): JsonObject | undefined;
}

/** The parameters of a request. */
export class RequestParameters implements ParameterSource {
  readonly #request: RequestMessage;
  #query: Fields | undefined;
  #path: JsonObject | undefined;
  #cookies: JsonObject | undefined;

  constructor(request: RequestMessage) {
    this.#request = request;
  }

  texts(place: ParameterPlace, name: string): readonly string[] | undefined {
    const { headers } = this.#request;
    switch (place) {
      case "path":
        this.#path ??= this.#request.pathParameters() ?? {};
        return single(member(this.#path, name));
      case "header":
        return single(headers.get(name.toLowerCase()) ?? undefined);
      case "cookie":
        this.#cookies ??= parseCookies(headers.get("cookie") ?? "");
        return single(member(this.#cookies, name));
      default:
        return this.fields(place).get(name);
    }
  }

  fields(place: ParameterPlace): Fields {
    if (place === "formData") return this.#request.form;
    this.#query ??= fieldsOf(new URLSearchParams(this.#request.query));
    return this.#query;
  }
}

const single = (value: JsonValue | undefined): readonly string[] | undefined =>
  typeof value === "string" ? [value] : undefined;
