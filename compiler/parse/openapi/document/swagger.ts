import {
  isObject,
  type JsonObject,
  type JsonValue,
  setMember,
} from "../../../../runtime/data/model/values.js";
import { methods, statusKey } from "../../../syntax/openapi.js";
import type { Located } from "../../yaml/references.js";
import type { Components } from "./components.js";
import { data, type Fields, flag, list, map, membersOf, text } from "./fields.js";
import { type ComponentReaders, notEmpty, parameterOf } from "./objects.js";
import { externalDocs, securityOf } from "./plain-objects.js";
import { isBinary, type SchemaWriter } from "./schemas.js";
import { securityScheme } from "./security-schemes.js";

/** More media types than this are not written out for each message. */
const maxMediaTypes = 20;

const formType = "application/x-www-form-urlencoded";
const multipartType = "multipart/form-data";

/** Parameters and header fields of Swagger 2.0 are schemas with some members more. */
const notOfSchemas: ReadonlySet<string> = new Set([
  ...["name", "in", "description", "required", "allowEmptyValue", "collectionFormat"],
]);

/** The readers of a description of Swagger 2.0, which make OpenAPI 3.1 of it. */
export class SwaggerReader {
  constructor(
    private readonly components: Components,
    private readonly schemas: SchemaWriter,
    /** For operations that do not say which media types they take and send. */
    private readonly defaults: {
      readonly consumes: Located | undefined;
      readonly produces: Located | undefined;
    },
  ) {}

  readonly readers: ComponentReaders = {
    schemas: (located) => this.schemas.read(located, isParameter(located) ? notOfSchemas : undefined),
    parameters: (located) => this.#parameter(located),
    responses: (located) => this.#response(located, this.defaults.produces),
    requestBodies: (located) => this.#bodyOf(located, this.defaults.consumes),
    pathItems: (located) => this.#pathItem(located),
    securitySchemes: securityScheme,
    headers: (located) => this.#header(located),
    examples: () => undefined,
    links: () => undefined,
    callbacks: () => undefined,
  };

  #pathItem(located: Located): JsonValue | undefined {
    const { members } = located;
    if (members.size === 0) return undefined;
    const shared = listed(located);
    const made: Record<string, JsonValue> = {};
    for (const method of methods) {
      const operation = members.get(method);
      const json = operation && this.#operation(operation, shared);
      if (json !== undefined) made[method] = json;
    }
    const parameters = this.#parameters(shared);
    return parameters.length === 0 ? made : { ...made, parameters };
  }

  #operation(item: Located, shared: readonly Located[]): JsonValue | undefined {
    // Swagger has no references to operations, but people write them.
    const located = item.target ?? item;
    const made = membersOf(located, {
      ...operationFields,
      security: securityOf(this.components.schemeName),
    });
    if (made === undefined) return undefined;
    const own = listed(located);
    const parameters = this.#parameters(own);
    const consumes = located.find("consumes") ?? this.defaults.consumes;
    const produces = located.find("produces") ?? this.defaults.produces;
    const body = this.#requestBody(own, consumes) ?? this.#requestBody(shared, consumes);
    const given = located.find("responses");
    const read = map(
      (response) => this.#referable("responses", response, () => this.#response(response, produces)),
      statusKey,
    );
    const responses = given && notEmpty(read)(given);
    return {
      ...made,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body === undefined ? {} : { requestBody: body }),
      ...(responses === undefined ? {} : { responses }),
    };
  }

  /** Those that are no body, nor a part of one. */
  #parameters(items: readonly Located[]): readonly JsonValue[] {
    return items
      .filter((item) => !isBody(placeOf(item)))
      .map((item) => this.#referable("parameters", item, () => this.#parameter(item)))
      .filter((item) => item !== undefined);
  }

  #parameter(located: Located): JsonValue | undefined {
    if (isBody(placeOf(located))) return undefined;
    const made = membersOf(located, parameterFields);
    const format = textOf(located, "collectionFormat");
    return made && parameterOf({ ...made, ...this.#styled(located, String(made.in), format) });
  }

  /** How a list is written. Nothing stands for tabs, so that clients write these texts themselves. */
  #styled(located: Located, place: string, format = "csv"): Record<string, JsonValue> {
    const schema = this.schemas.read(located, notOfSchemas);
    const isList = isObject(schema) && schema.type === "array";
    if (isList && format === "tsv") return { schema: { type: "string" } };
    return isList && (place === "query" || place === "formData")
      ? { schema, ...listStyle(format) }
      : { schema };
  }

  #requestBody(items: readonly Located[], consumes: Located | undefined): JsonValue | undefined {
    const body = items.find((item) => placeOf(item) === "body");
    // The media types of a shared body depend on the operation, unless all take the same.
    if (body !== undefined)
      return consumes === this.defaults.consumes
        ? this.#referable("requestBodies", body, () => this.#bodyOf(body, consumes))
        : this.#bodyOf(body.target ?? body, consumes);
    const parts = items.filter((item) => placeOf(item) === "formData");
    return parts.length === 0 ? undefined : this.#form(parts, consumes);
  }

  #bodyOf(located: Located, consumes: Located | undefined): JsonValue {
    const schema = located.find("schema");
    const made = membersOf(located.target ?? located, { description: text, required: flag });
    return { ...made, content: this.#content(schema && this.schemas.read(schema), consumes, located) };
  }

  #form(parts: readonly Located[], consumes: Located | undefined): JsonValue {
    const properties: Record<string, JsonValue> = {};
    const encoding: Record<string, JsonValue> = {};
    const required: string[] = [];
    for (const part of parts) {
      const name = textOf(part, "name");
      if (name === undefined) continue;
      const $ref = this.components.reference("schemas", part);
      const { schema: own, ...style } = this.#styled(part, "formData", textOf(part, "collectionFormat"));
      const schema = $ref === undefined ? own : { $ref };
      const description = textOf(part, "description");
      const described = description === undefined || !isObject(schema) ? schema : { ...schema, description };
      if (described !== undefined) setMember(properties, name, described);
      // Lists are written as several fields if nothing is said.
      if (style.explode === false) setMember(encoding, name, style);
      if (part.get("required").boolean === true) required.push(name);
    }
    const hasFile = parts.some((part) => textOf(part, "type") === "file");
    const listed = this.#texts(consumes).filter((type) => type === formType || type === multipartType);
    const types = hasFile ? [multipartType] : listed.length > 0 ? listed : [formType];
    const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
    const media: JsonObject = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
    return {
      content: Object.fromEntries(types.map((type) => [type, media])),
      ...(required.length > 0 ? { required: true } : {}),
    };
  }

  #response(located: Located, produces: Located | undefined): JsonValue | undefined {
    const headers = located.find("headers");
    const made = membersOf(located, { description: text });
    if (made === undefined) return undefined;
    const schema = located.find("schema");
    const fields = headers && map((header) => this.#header(header))(headers);
    return {
      description: "",
      ...made,
      ...(isObject(fields) ? { headers: fields } : {}),
      ...(schema === undefined && !located.has("examples")
        ? {}
        : { content: this.#content(schema && this.schemas.read(schema), produces, located) }),
    };
  }

  #header(located: Located): JsonValue | undefined {
    const made = membersOf(located, { description: text });
    return made && { ...made, schema: this.schemas.read(located, notOfSchemas) };
  }

  #content(schema: JsonValue | undefined, types: Located | undefined, message: Located): JsonValue {
    const examples = message.get("examples").members;
    const listed = this.#texts(types);
    const usual = schema !== undefined && isBinary(schema) ? "application/octet-stream" : "application/json";
    const content: Record<string, JsonValue> = {};
    for (const type of listed.length > 0 ? listed : [usual]) {
      const example = examples.get(type);
      const made: Record<string, JsonValue> = schema === undefined ? {} : { schema };
      if (example !== undefined) made.example = data(example) ?? null;
      setMember(content, type, made);
    }
    return content;
  }

  #texts(located: Located | undefined): readonly string[] {
    const texts = (located && list(text)(located)) as readonly string[] | undefined;
    return [...new Set(texts ?? [])].slice(0, maxMediaTypes);
  }

  #referable(
    kind: "parameters" | "responses" | "requestBodies",
    located: Located,
    read: () => JsonValue | undefined,
  ) {
    if (!located.ownMembers.has("$ref")) return read();
    const $ref = this.components.reference(kind, located);
    return $ref === undefined ? undefined : { $ref };
  }
}

/** How a list in a query or a form is written. */
function listStyle(format: string): { readonly style: string; readonly explode: boolean } {
  if (format === "multi") return { style: "form", explode: true };
  const style = format === "ssv" ? "spaceDelimited" : format === "pipes" ? "pipeDelimited" : "form";
  return { style, explode: false };
}

const isBody = (place: string | undefined): boolean => place === "body" || place === "formData";

const isParameter = ({ ownMembers }: Located): boolean => ownMembers.has("in") && ownMembers.has("name");

/** The parameters that a path or an operation lists. */
const listed = (owner: Located): readonly Located[] => owner.get("parameters").target?.items ?? [];

const placeOf = (parameter: Located): string | undefined => textOf(parameter, "in");

function textOf(owner: Located, name: string): string | undefined {
  const member = owner.find(name);
  return member && text(member);
}

const operationFields: Fields = {
  tags: list(text),
  summary: text,
  description: text,
  externalDocs,
  operationId: text,
  deprecated: flag,
};

const parameterFields: Fields = {
  name: text,
  in: text,
  description: text,
  required: flag,
  allowEmptyValue: flag,
};

/** Where the API is, by the members of Swagger 2.0 that say so. */
export function swaggerServers(top: Located): JsonValue | undefined {
  const [host, base = "/"] = [textOf(top, "host"), textOf(top, "basePath")];
  if (host === undefined) return top.has("basePath") ? [{ url: base }] : undefined;
  const schemes = list(text)(top.get("schemes")) as readonly string[] | undefined;
  const starts = schemes === undefined || schemes.length === 0 ? [""] : schemes.map((scheme) => `${scheme}:`);
  return starts.map((start) => ({ url: `${start}//${host}${base}` }));
}

export const swaggerComponents = (top: Located) =>
  [
    ["schemas", top.get("definitions")],
    ["parameters", top.get("parameters")],
    ["responses", top.get("responses")],
    ["securitySchemes", top.get("securityDefinitions")],
  ] as const satisfies readonly (readonly [keyof ComponentReaders, Located])[];
