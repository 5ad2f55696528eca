import { code, number, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import {
  type Described,
  docsOf,
  type Media,
  type Message,
  type Named,
  type Operation,
  own,
  type Parameter,
  type Referable,
  type Schema,
} from "./described.js";
import type { SchemaTypes } from "./schema-types.js";
import {
  absent,
  generic,
  intersection,
  type Member,
  objectType,
  type Type,
  text,
  tight,
  union,
  unknown,
} from "./type-docs.js";

/** Those that `fetch` can send. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

export interface TypedOperation {
  readonly method: string;
  readonly path: string;
  readonly docs: string;
  readonly request: Type;
  readonly response: Type;
  /** The media type of the body, if it is not JSON. */
  readonly type: string | undefined;
  /** The parameters and fields of forms that are not written in the usual way. */
  readonly styles: readonly Style[];
}

type Style = readonly [place: string, name: string, style: string, explode: boolean];

/** The operations of a document, in its order. */
export function operationsOf(
  { paths = {}, components = {} }: Described,
  types: SchemaTypes,
): readonly TypedOperation[] {
  return Object.entries(paths).flatMap(([path, entry]) => {
    const item = referred(entry, components.pathItems);
    return methods.flatMap((method): readonly TypedOperation[] => {
      const operation = item?.[method];
      if (operation === undefined) return [];
      // Those of an operation replace those of its path.
      const parameters = new Map<string, Parameter>();
      for (const one of [...(item?.parameters ?? []), ...(operation.parameters ?? [])]) {
        const parameter = referred(one, components.parameters);
        if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
      }
      const all = [...parameters.values()];
      const body = referred(operation.requestBody, components.requestBodies);
      const type = usualType(body?.content);
      return [
        {
          method,
          path,
          docs: operationDocs(operation),
          request: requestType(path, all, body, types),
          response: responsesType(method, operation.responses, components.responses, types),
          type: type === "application/json" ? undefined : type,
          styles: [...all.flatMap(parameterStyle), ...fieldStyles(body?.content)],
        },
      ];
    });
  });
}

function operationDocs(operation: Operation): string {
  const parts = new Set([operation.summary?.trim() ?? "", docsOf(operation)]);
  return [...parts].filter((part) => part !== "").join("\n\n");
}

/** The target of a reference to a component, or the value itself. */
function referred<T extends Referable>(
  value: T | undefined,
  components: Named<T> | undefined,
): T | undefined {
  let found = value;
  for (let hops = 0; hops < 20 && found?.$ref !== undefined; hops++)
    found = own(components, found.$ref.slice(found.$ref.lastIndexOf("/") + 1));
  return found?.$ref === undefined ? found : undefined;
}

/** The parts of a request, by the places of their parameters. Cookies are the business of browsers, which let no script set them. */
const places = [
  ["path", "path"],
  ["query", "query"],
  ["header", "headers"],
] as const;

function requestType(
  path: string,
  parameters: readonly Parameter[],
  body: Message | undefined,
  types: SchemaTypes,
): Type {
  const members = places.flatMap(([place, name]) => {
    const all = parameters.filter((parameter) => parameter.in === place);
    const rest = place === "path" && path.endsWith("/**") ? [restMember] : [];
    const made = [...all.map((parameter) => parameterMember(parameter, types)), ...rest];
    const isOptional = made.every((member) => member.isOptional);
    return made.length === 0 ? [] : [{ name, type: objectType(made), isOptional }];
  });
  const bodies = bodyMembers(body, types);
  const [only = [], ...others] = bodies;
  if (others.length === 0) return objectType([...members, ...only]);
  const either = union(bodies.map((each) => objectType(each)));
  return members.length === 0 ? either : intersection([objectType(members), either]);
}

const restMember: Member = {
  name: "**",
  type: text,
  docs: "The rest of the path: any number of segments, with slashes between them.",
};

function parameterMember(parameter: Parameter, types: SchemaTypes): Member {
  const { name = "", schema, content, required, style = "" } = parameter;
  const [media] = Object.values(content ?? {});
  const type = rare.has(style) ? text : types.type(media === undefined ? schema : media.schema, "input");
  const isOptional = required !== true;
  // A parameter without a value is not sent.
  const sent = isOptional && type !== unknown ? union([type, absent]) : type;
  const docs = [docsOf(parameter), rare.has(style) ? `Written in the style \`${style}\`.` : ""];
  return { name, type: sent, isOptional, docs: docs.filter((part) => part !== "").join("\n\n") };
}

/** Styles whose values callers write themselves, as texts. */
const rare: ReadonlySet<string> = new Set(["label", "matrix", "pipeDelimited", "spaceDelimited"]);

/** For each media type, the members of a request. One of them need not be named. */
function bodyMembers(body: Message | undefined, types: SchemaTypes): readonly (readonly Member[])[] {
  const content = Object.entries(body?.content ?? {});
  const usual = usualType(body?.content);
  return content.map(([name, { schema }]) => {
    const media = mediaName(name);
    const isRange = media.includes("*");
    const type: Member = {
      name: "type",
      type: isRange ? text : tight(quote(media)),
      isOptional: media === usual && !isRange,
    };
    const sent: Member = {
      name: "body",
      type: bodyType(media, schema, types),
      isOptional: body?.required !== true,
      docs: docsOf(body ?? {}),
    };
    return content.length === 1 && !isRange ? [sent] : [type, sent];
  });
}

function responsesType(
  method: string,
  responses: Named<Message> = {},
  components: Named<Message> | undefined,
  types: SchemaTypes,
): Type {
  const statuses = Object.keys(responses);
  const ranges = statuses.filter((status) => status.endsWith("X"));
  const exact = statuses.filter((status) => /^\d/.test(status) && !ranges.includes(status));
  const answers = Object.entries(responses).flatMap(([status, entry]) => {
    const response = referred(entry, components) ?? {};
    return answersOf(method, status, statusType(status, exact, ranges), response, types);
  });
  if (statuses.includes("default")) return union(answers);
  return union([...answers, tight(code`Undescribed<${anyStatus(exact, ranges)}>`)]);
}

/** The statuses that a key of `responses` stands for. */
function statusType(status: string, exact: readonly string[], ranges: readonly string[]): Doc {
  if (status === "default") return code`OtherStatus<${anyStatus(exact, ranges)}>`;
  if (!ranges.includes(status)) return number(Number(status));
  const listed = exact.filter((one) => one[0] === status[0]);
  const range = anyStatus([], [status]);
  return listed.length === 0 ? range : code`Exclude<${range}, ${anyStatus(listed, [])}>`;
}

function anyStatus(exact: readonly string[], ranges: readonly string[]): Doc {
  const listed = exact.map((status) => tight(number(Number(status))));
  const ranged = ranges.map((status) => tight(code`StatusRange<${quote(status[0] ?? "")}>`));
  return union([...listed, ...ranged]).doc;
}

function answersOf(
  method: string,
  key: string,
  status: Doc,
  { headers = {}, content = {} }: Message,
  types: SchemaTypes,
): readonly Type[] {
  const fields = Object.entries(headers).map(([name, header]) => ({
    name: name.toLowerCase(),
    type: fieldType(header.schema, types),
    isOptional: header.required !== true,
    docs: docsOf(header),
  }));
  const described = fields.length === 0 ? [] : [objectType(fields).doc];
  const answer = (type: Doc, data: Doc) => generic(code`Answer`, [status, type, data, ...described]);
  if (method === "head" || /^(?:1..|204|205|304)$/.test(key)) return [answer(text.doc, absent.doc)];
  const media = Object.entries(content);
  if (media.length === 0) return [answer(text.doc, unknown.doc)];
  return media.map(([name, { schema }]) => {
    const type = mediaName(name);
    return answer(type.includes("*") ? text.doc : quote(type), answerType(type, schema, types).doc);
  });
}

/** How a parameter is written, if it is not in the usual way for its place (OpenAPI 3.1, section 4.8.12.2). */
function parameterStyle({ in: place = "", name = "", content, ...written }: Parameter): readonly Style[] {
  if (content !== undefined) return [[place, name, "json", false]];
  return place === "cookie" ? [] : unusual(place, name, place === "query" ? "form" : "simple", written);
}

/** The fields of a form whose lists are one value, and not several fields of the same name. */
function fieldStyles(content: Named<Media> = {}): readonly Style[] {
  const fields = new Map(Object.values(content).flatMap(({ encoding = {} }) => Object.entries(encoding)));
  return [...fields].flatMap(([name, { explode }]) => unusual("form", name, "form", { explode }));
}

function unusual(
  place: string,
  name: string,
  usual: string,
  { style = usual, explode = style === "form" }: Pick<Parameter, "style" | "explode">,
): readonly Style[] {
  return rare.has(style) || (style === usual && explode === (usual === "form"))
    ? []
    : [[place, name, style, explode]];
}

/** Media types that the client parses as JSON, and takes as text. It has the same expressions (`client-source.ts`). */
const json = /^application\/json$|\+json$/;
const textual = /^text\/|[/+](?:xml|yaml|javascript|graphql|jwt|(?:x-)?ndjson|x-www-form-urlencoded)$/;
const isAny = (media: string): boolean => media === "*/*" || media === "application/*";

/** A media type without parameters, in lower case. */
const mediaName = (name: string): string => (name.split(";")[0] ?? "").trim().toLowerCase();

/** The one that a body has if nothing is said: JSON, or else the first. */
function usualType(content: Named<Media> = {}): string | undefined {
  const known = Object.keys(content).map(mediaName);
  return (
    known.find((name) => name === "application/json") ?? known.find((name) => json.test(name)) ?? known[0]
  );
}

function bodyType(media: string, schema: Schema | undefined, types: SchemaTypes): Type {
  const form = (other: Doc) => union([types.type(schema, "form"), tight(other)]);
  if (media === "application/x-www-form-urlencoded") return form(code`URLSearchParams`);
  if (media === "multipart/form-data") return form(code`FormData`);
  if (json.test(media) || isAny(media)) return types.type(schema, "input");
  return textual.test(media) ? textType(schema, types) : tight(code`Bytes`);
}

function answerType(media: string, schema: Schema | undefined, types: SchemaTypes): Type {
  if (json.test(media) || isAny(media)) return types.type(schema, "answer");
  return textual.test(media) ? textType(schema, types) : tight(code`Blob`);
}

/** Text is not parsed, whatever its schema says of what is in it; but it may be one of a few texts. */
const textType = (schema: Schema | undefined, types: SchemaTypes): Type =>
  types.graph.resolve(schema).type === "string" ? types.type(schema, "answer") : text;

/** A header field is text. */
function fieldType(schema: Schema | undefined, types: SchemaTypes): Type {
  const { type, enum: values } = types.graph.resolve(schema);
  if (type === "integer" || type === "number") return tight(code`\`\${number}\``);
  if (type === "boolean") return tight(code`"true" | "false"`);
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  const found = isTexts && values.length > 0 ? types.type(schema, "answer") : unknown;
  return found === unknown ? text : found;
}
