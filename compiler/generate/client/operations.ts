import { isObject, type JsonValue } from "../../../runtime/data/model/values.js";
import { code, number, quote } from "../../code/code.js";
import { type Doc, group, hardline, indent } from "../../code/doc.js";
import { bodyType, defaultMediaType, fieldType, mediaName, responseType } from "./bodies.js";
import { entriesOf, itemsOf, memberOf, textOf } from "./json.js";
import { docsOf, type SchemaTypes } from "./schema-types.js";
import {
  absent,
  generic,
  intersection,
  type Member,
  objectType,
  type Type,
  tight,
  union,
  unknown,
} from "./type-docs.js";

/** Those that `fetch` can send. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly docs: string;
  readonly request: Type;
  readonly response: Type;
  /** Facts that the client needs beside the path. */
  readonly facts: Facts;
}

interface Facts {
  /** The media type of the body, if it is not JSON. */
  readonly type: string | undefined;
  /** The parameters that are not written in the usual way. */
  readonly styles: readonly (readonly [place: string, name: string, style: string, explode: boolean])[];
}

type Components = JsonValue | undefined;

/** The operations of a document, in its order. */
export function operationsOf(document: JsonValue, types: SchemaTypes): readonly Operation[] {
  const components = memberOf(document, "components");
  return entriesOf(memberOf(document, "paths")).flatMap(([path, entry]) => {
    const item = referred(entry, "pathItems", components);
    return methods.flatMap((method) => {
      const operation = memberOf(item, method);
      return isObject(operation) ? [describe(method, path, item, operation, components, types)] : [];
    });
  });
}

function describe(
  method: string,
  path: string,
  item: JsonValue | undefined,
  operation: JsonValue,
  components: Components,
  types: SchemaTypes,
): Operation {
  const parameters = parametersOf(item, operation, components);
  const body = referred(memberOf(operation, "requestBody"), "requestBodies", components);
  const content = entriesOf(memberOf(body, "content"));
  const type = defaultMediaType(content.map(([name]) => name));
  const styles = [...parameters.flatMap((parameter) => styleOf(parameter)), ...fieldStyles(content)];
  return {
    method,
    path,
    docs: operationDocs(operation),
    request: requestType(path, parameters, body, types),
    response: responsesType(method, memberOf(operation, "responses"), components, types),
    facts: { type: type === "application/json" ? undefined : type, styles },
  };
}

/** The target of a reference to a component, or the value itself. */
function referred(value: JsonValue | undefined, kind: string, components: Components): JsonValue | undefined {
  const start = `#/components/${kind}/`;
  let found = value;
  for (let hops = 0; hops < 20; hops++) {
    const reference = textOf(found, "$ref");
    if (reference === undefined) return found;
    if (!reference.startsWith(start)) return undefined;
    found = memberOf(memberOf(components, kind), reference.slice(start.length));
  }
  return undefined;
}

/** The parameters of an operation, which replace those of its path. */
function parametersOf(
  item: JsonValue | undefined,
  operation: JsonValue,
  components: Components,
): readonly JsonValue[] {
  const found = new Map<string, JsonValue>();
  for (const list of [memberOf(item, "parameters"), memberOf(operation, "parameters")])
    for (const entry of itemsOf(list)) {
      const parameter = referred(entry, "parameters", components);
      const [place, name] = [textOf(parameter, "in"), textOf(parameter, "name")];
      if (place !== undefined && name !== undefined && isObject(parameter))
        found.set(`${place} ${name}`, parameter);
    }
  return [...found.values()];
}

/** The parts of a request, by the places of their parameters. Cookies are the business of browsers, which let no script set them. */
const places = [
  ["path", "path"],
  ["query", "query"],
  ["header", "headers"],
] as const;

function requestType(
  path: string,
  parameters: readonly JsonValue[],
  body: JsonValue | undefined,
  types: SchemaTypes,
): Type {
  const members = places.flatMap(([place, name]) => {
    const own = parameters.filter((parameter) => textOf(parameter, "in") === place);
    const rest = place === "path" && path.endsWith("/**") ? [restMember] : [];
    const made = [...own.map((parameter) => parameterMember(parameter, types)), ...rest];
    const isOptional = made.every((member) => member.isOptional);
    return made.length === 0 ? [] : [{ name, type: objectType(made), isOptional, docs: "" }];
  });
  const bodies = bodyTypes(body, types);
  const [only, ...others] = bodies;
  if (only === undefined) return objectType(members);
  if (others.length === 0) return objectType([...members, ...only]);
  const either = union(bodies.map((each) => objectType(each)));
  return members.length === 0 ? either : intersection([objectType(members), either]);
}

const restMember: Member = {
  name: "**",
  type: tight(code`string`),
  isOptional: false,
  docs: "The rest of the path: any number of segments, with slashes between them.",
};

function parameterMember(parameter: JsonValue, types: SchemaTypes): Member {
  const [content] = entriesOf(memberOf(parameter, "content"));
  const schema = content === undefined ? memberOf(parameter, "schema") : memberOf(content[1], "schema");
  const isOptional = memberOf(parameter, "required") !== true;
  const type = types.type(schema, "input");
  return {
    name: textOf(parameter, "name") ?? "",
    // A parameter without a value is not sent.
    type: isOptional && type !== unknown ? union([type, absent]) : type,
    isOptional,
    docs: docsOf(parameter),
  };
}

/** For each media type, the members of a request. One of them need not be named. */
function bodyTypes(body: JsonValue | undefined, types: SchemaTypes): readonly (readonly Member[])[] {
  const content = entriesOf(memberOf(body, "content"));
  const usual = defaultMediaType(content.map(([name]) => name));
  const isOptional = memberOf(body, "required") !== true;
  return content.map(([name, media]) => {
    const type = mediaName(name);
    const isOnly = content.length === 1 && !type.includes("*");
    return [
      ...(isOnly
        ? []
        : [
            {
              name: "type",
              type: tight(type.includes("*") ? code`string` : quote(type)),
              isOptional: type === usual && !type.includes("*"),
              docs: "",
            },
          ]),
      {
        name: "body",
        type: bodyType(type, memberOf(media, "schema"), types),
        isOptional,
        docs: docsOf(body),
      },
    ];
  });
}

function responsesType(
  method: string,
  responses: JsonValue | undefined,
  components: Components,
  types: SchemaTypes,
): Type {
  const statuses = entriesOf(responses).map(([status]) => status);
  const exact = statuses.filter((status) => /^\d/.test(status) && !status.endsWith("X"));
  const ranges = statuses.filter((status) => status.endsWith("X"));
  const isCovered = statuses.includes("default");
  const answers = entriesOf(responses).flatMap(([status, entry]) => {
    const response = referred(entry, "responses", components);
    return answersOf(method, status, statusType(status, exact, ranges), response, types);
  });
  const others = tight(code`Undescribed<${notType(exact, ranges)}>`);
  return union(isCovered ? answers : [...answers, others]);
}

/** The statuses that a key of `responses` stands for. */
function statusType(status: string, exact: readonly string[], ranges: readonly string[]): Doc {
  if (status === "default") return code`OtherStatus<${notType(exact, ranges)}>`;
  if (!status.endsWith("X")) return number(Number(status));
  const own = exact.filter((one) => one[0] === status[0]);
  const range = code`StatusRange<${quote(status[0] ?? "")}>`;
  return own.length === 0 ? range : code`Exclude<${range}, ${notType(own, [])}>`;
}

function notType(exact: readonly string[], ranges: readonly string[]): Doc {
  const listed = exact.map((status) => tight(number(Number(status))));
  const ranged = ranges.map((status) => tight(code`StatusRange<${quote(status[0] ?? "")}>`));
  return union([...listed, ...ranged]).doc;
}

function answersOf(
  method: string,
  key: string,
  status: Doc,
  response: JsonValue | undefined,
  types: SchemaTypes,
): readonly Type[] {
  const fields = fieldsType(memberOf(response, "headers"), types);
  const answer = (type: Doc, data: Doc) => generic(code`Answer`, [status, type, data, ...fields]);
  if (method === "head" || /^(?:1..|204|205|304)$/.test(key)) return [answer(code`string`, code`undefined`)];
  const content = entriesOf(memberOf(response, "content"));
  if (content.length === 0) return [answer(code`string`, code`unknown`)];
  return content.map(([name, media]) => {
    const type = mediaName(name);
    const data = responseType(type, memberOf(media, "schema"), types);
    return answer(type.includes("*") ? code`string` : quote(type), data.doc);
  });
}

function fieldsType(headers: JsonValue | undefined, types: SchemaTypes): readonly Doc[] {
  const fields = entriesOf(headers);
  if (fields.length === 0) return [];
  const members = fields.map(([name, header]) => ({
    name: name.toLowerCase(),
    type: fieldType(memberOf(header, "schema"), types),
    isOptional: memberOf(header, "required") !== true,
    docs: docsOf(header),
  }));
  return [objectType(members).doc];
}

/** How a parameter is written, if it is not in the usual way for its place (OpenAPI 3.1, section 4.8.12.2). */
function styleOf(parameter: JsonValue): Facts["styles"] {
  const place = textOf(parameter, "in") ?? "";
  const name = textOf(parameter, "name") ?? "";
  if (memberOf(parameter, "content") !== undefined) return [[place, name, "json", false]];
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const style = textOf(parameter, "style") ?? usual;
  const explode = memberOf(parameter, "explode") ?? style === "form";
  const isUsual = style === usual && explode === (usual === "form");
  return isUsual || place === "cookie" ? [] : [[place, name, style, explode === true]];
}

/** How fields of a form are written that are neither one value nor several fields of the same name. */
function fieldStyles(content: readonly (readonly [string, JsonValue])[]): Facts["styles"] {
  const fields = new Map(content.flatMap(([, media]) => entriesOf(memberOf(media, "encoding"))));
  return [...fields].flatMap(([name, encoding]): Facts["styles"] => {
    const style = textOf(encoding, "style") ?? "form";
    const explode = memberOf(encoding, "explode") ?? style === "form";
    return style === "form" && explode === true ? [] : [["form", name, style, explode === true]];
  });
}

function operationDocs(operation: JsonValue): string {
  const summary = textOf(operation, "summary")?.trim() ?? "";
  return [...new Set([summary, docsOf(operation)])].filter((part) => part !== "").join("\n\n");
}

/** `{ … }` around declarations of members. */
export const braces = (members: Doc): Doc => group(code`{${indent(code`${hardline}${members}`)}${hardline}}`);
