import { isObject, type JsonValue } from "../../../../runtime/data/model/values.js";
import { methods, statusKey } from "../../../syntax/openapi.js";
import type { Located } from "../../yaml/references.js";
import type { YamlValue } from "../../yaml/yaml.js";
import type { ComponentKind, Components } from "./components.js";
import { data, type Fields, flag, list, map, membersOf, object, oneOf, type Read, text } from "./fields.js";
import { formOf } from "./forms.js";
import { externalDocs, securityOf } from "./plain-objects.js";
import { isBinary, type SchemaWriter } from "./schemas.js";
import { securityScheme } from "./security-schemes.js";
import { tabs } from "./upgrade-messages.js";
import type { Version } from "./version.js";

export type ComponentReaders = Readonly<Record<ComponentKind, Read>>;

/** More media types than this that an operation does not list itself are not written out for each message. */
const maxMediaTypes = 20;

/**
 * The readers of a description, which make OpenAPI 3.1 of it.
 * @param unsaid media types that nothing speaks of
 */
export function objectReaders(
  components: Components,
  schemas: SchemaWriter,
  { isFlat }: Version,
  unsaid: ReadonlySet<YamlValue>,
): ComponentReaders {
  /** The object itself, or a reference to the component that it refers to. */
  const referable =
    (kind: ComponentKind, read: Read): Read =>
    (located) => {
      if (located.reference === undefined) return read(located);
      const $ref = components.reference(kind, located);
      return $ref === undefined ? undefined : { $ref };
    };
  const later =
    (read: () => Read): Read =>
    (located) =>
      read()(located);

  const schema: Read = (located) => schemas.read(located);
  const example = object({ summary: text, description: text, value: data, externalValue: text });
  const examples = map(referable("examples", example));
  const mediaType: Read = object({
    schema,
    example: data,
    examples,
    encoding: map(
      object({
        contentType: text,
        headers: map(later(() => referable("headers", header))),
        style: oneOf("form", "spaceDelimited", "pipeDelimited", "deepObject"),
        explode: flag,
        allowReserved: flag,
      }),
    ),
  });
  /** Where nothing says which media types there are, these are those of examples, or else the usual one. */
  const content: Read = (located) => {
    const entries = [...located.ownMembers];
    const said = entries.filter(([, { value }]) => !unsaid.has(value));
    const [[, first] = []] = entries;
    if (said.length > 0 || first === undefined) {
      const made = map(mediaType, (name) => (unsaid.has(located.get(name).value) ? undefined : name))(
        located,
      );
      return isFlat && isObject(made)
        ? Object.fromEntries(Object.entries(made).slice(0, maxMediaTypes))
        : made;
    }
    const made = mediaType(first);
    const isBytes = isObject(made) && made.schema !== undefined && isBinary(made.schema);
    return { [isBytes ? "application/octet-stream" : "application/json"]: made ?? {} };
  };
  const described: Fields = {
    description: text,
    required: flag,
    deprecated: flag,
    schema,
    content: firstOf(mediaType),
    example: data,
    examples,
    style: text,
    explode: flag,
  };
  const header: Read = (located) => withSchema(membersOf(located, { ...described, style: oneOf("simple") }));
  const ownParameter = (located: Located) => {
    const fields = { ...described, name: text, in: text, allowEmptyValue: flag, allowReserved: flag };
    return listed(membersOf(located.target ?? located, fields));
  };
  const parameter: Read = (located) => parameterOf(ownParameter(located));
  /** The fields of forms are a body. */
  const parameters: Read = (located) => {
    const items = located.target?.list?.filter((item) => item.get("in").string !== "formData");
    const made = items?.map(referable("parameters", parameter)).filter((item) => item !== undefined);
    return made?.length === 0 ? undefined : made;
  };
  const server = object({ url: text, description: text, variables: map(variable) }, ["url"]);
  const link = object({
    operationRef: text,
    operationId: text,
    parameters: map(data),
    requestBody: data,
    description: text,
    server,
  });
  const response: Read = (located) => {
    const fields = {
      description: text,
      headers: map(referable("headers", header)),
      content,
      links: map(referable("links", link)),
    };
    const made = membersOf(located, fields);
    return made && { description: "", ...made };
  };
  const requestBody = object({ description: text, content, required: flag }, ["content"]);
  const ownOperation = object({
    tags: list(text),
    summary: text,
    description: text,
    externalDocs,
    operationId: text,
    parameters,
    requestBody: referable("requestBodies", requestBody),
    responses: notEmpty(map(referable("responses", response), statusKey)),
    callbacks: map(later(() => referable("callbacks", callback))),
    deprecated: flag,
    security: securityOf(components.schemeName),
    servers: list(server),
  });
  // OpenAPI has no references to operations, but people write them.
  const operation =
    (path: Located): Read =>
    (item) => {
      const located = item.target ?? item;
      const made = ownOperation(located);
      const body = located.get("requestBody");
      const isDescribed = [...body.get("content").members.values()].some((type) => type.has("schema"));
      const fields = isDescribed || !isFlat ? [] : (fieldsOf(located) ?? fieldsOf(path) ?? []);
      if (!isObject(made) || fields.length === 0) return made;
      return { ...made, requestBody: formOf(fields, body, components, ownParameter) };
    };
  const pathItem: Read = (located) =>
    object({
      summary: text,
      description: text,
      ...Object.fromEntries(methods.map((method) => [method, operation(located)])),
      servers: list(server),
      parameters,
    })(located);
  const callback: Read = map(referable("pathItems", pathItem), (name) =>
    name.startsWith("x-") ? undefined : name,
  );
  return {
    schemas: schema,
    responses: referable("responses", response),
    parameters: referable("parameters", parameter),
    examples: referable("examples", example),
    requestBodies: referable("requestBodies", requestBody),
    headers: referable("headers", header),
    securitySchemes: referable("securitySchemes", securityScheme),
    links: referable("links", link),
    callbacks: referable("callbacks", callback),
    pathItems: referable("pathItems", pathItem),
  };
}

export const servers: Read = list((located) =>
  object({ url: text, description: text, variables: map(variable) }, ["url"])(located),
);

const variable: Read = object({ enum: list(text), default: text, description: text }, ["default"]);

/** The fields of a form that a path or an operation lists; `undefined` if there are none. */
function fieldsOf(owner: Located): readonly Located[] | undefined {
  const items = owner.get("parameters").target?.items ?? [];
  const fields = items.filter((item) => item.get("in").string === "formData");
  return fields.length === 0 ? undefined : fields;
}

/** A list that is written in a way that OpenAPI has no words for is a text to clients. */
function listed(made: Record<string, JsonValue> | undefined): Record<string, JsonValue> | undefined {
  if (typeof made?.style !== "string") return made;
  const [style = ""] = made.style.split(" ");
  if (style !== tabs) return { ...made, style };
  const { style: _, explode: __, ...others } = made;
  return { ...others, schema: { type: "string" } };
}

/** OpenAPI 3.1 allows no operation to list no responses at all; it may say nothing of them. */
export function notEmpty(read: Read): Read {
  return (located) => {
    const made = read(located);
    return isObject(made) && Object.keys(made).length > 0 ? made : undefined;
  };
}

/** Only one media type is allowed, of what a parameter or a header field contains. */
function firstOf(mediaType: Read): Read {
  return (located) => {
    const made = map(mediaType)(located);
    const [first] = isObject(made) ? Object.entries(made) : [];
    return first && Object.fromEntries([first]);
  };
}

const styles: Readonly<Record<string, readonly string[]>> = {
  path: ["matrix", "label", "simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** A parameter in a form that OpenAPI 3.1 allows; `undefined` if it lacks its name, or has a place that there is not. */
export function parameterOf(made: Record<string, JsonValue> | undefined): JsonValue | undefined {
  if (made === undefined || typeof made.name !== "string" || typeof made.in !== "string") return undefined;
  const allowed = Object.hasOwn(styles, made.in) ? styles[made.in] : undefined;
  if (allowed === undefined) return undefined;
  if (!allowed.includes(String(made.style))) delete made.style;
  if (made.in !== "query") {
    delete made.allowEmptyValue;
    delete made.allowReserved;
  }
  return withSchema(made.in === "path" ? { ...made, required: true } : made);
}

/** Either a schema or a content, not both. */
function withSchema(made: Record<string, JsonValue> | undefined): JsonValue | undefined {
  if (made === undefined) return undefined;
  const { content, ...others } = made;
  if (content === undefined) return { ...others, schema: others.schema ?? {} };
  if (others.schema !== undefined) return others;
  const { style: _, explode: __, example: ___, examples: ____, ...rest } = others;
  return { ...rest, content };
}
