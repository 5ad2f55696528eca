import { code, number, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import {
  type Described,
  docsOf,
  methods,
  type Named,
  own,
  type Part,
  paragraphs,
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
      const all = [...(item?.parameters ?? []), ...(operation.parameters ?? [])].flatMap(
        (one) => referred(one, components.parameters) ?? [],
      );
      // Those of an operation replace those of its path.
      const parameters = [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()];
      const body = referred(operation.requestBody, components.requestBodies);
      const type = usualType(body);
      const responses = Object.entries(operation.responses ?? {}).map(
        ([status, one]) => [status, referred(one, components.responses) ?? {}] as const,
      );
      return [
        {
          ...{ method, path, docs: docsOf(operation) },
          request: requestType(path, parameters, body, types),
          response: responsesType(method, responses, types),
          type: type === "application/json" ? undefined : type,
          styles: stylesOf(parameters, body),
        },
      ];
    });
  });
}

/** The target of a reference to a component, or the value itself. */
function referred<T extends Part>(value: T | undefined, components: Named<T> | undefined): T | undefined {
  let found = value;
  for (let hops = 0; hops < 20 && found?.$ref !== undefined; hops++)
    found = own(components, found.$ref.slice(found.$ref.lastIndexOf("/") + 1));
  return found?.$ref === undefined ? found : undefined;
}

/** The parts of a request, by the places of their parameters. Cookies are the business of browsers, which let no script set them. */
const places = { path: "path", query: "query", headers: "header" };

function requestType(
  path: string,
  parameters: readonly Part[],
  body: Part | undefined,
  types: SchemaTypes,
): Type {
  const members = Object.entries(places).flatMap(([name, place]) => {
    const made = parameters.flatMap((one) => (one.in === place ? parameterMember(one, types) : []));
    if (name === "path" && path.endsWith("/**")) made.push(restMember);
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

function parameterMember(parameter: Part, types: SchemaTypes): Member {
  const { name = "", schema, content, required, style = "" } = parameter;
  const [media] = Object.values(content ?? {});
  const isRare = rare.has(style);
  const type = isRare ? text : types.type(media === undefined ? schema : media.schema, "input");
  const isOptional = required !== true;
  // A parameter without a value is not sent.
  const sent = isOptional && type !== unknown ? union([type, absent]) : type;
  const docs = paragraphs(docsOf(parameter), isRare && `Written in the style \`${style}\`.`);
  return { name, type: sent, isOptional, docs };
}

/** Styles whose values callers write themselves, as texts. */
const rare: ReadonlySet<string> = new Set(["label", "matrix", "pipeDelimited", "spaceDelimited"]);

/** For each media type, the members of a request. One of them need not be named. */
function bodyMembers(body: Part | undefined, types: SchemaTypes): readonly (readonly Member[])[] {
  const content = Object.entries(body?.content ?? {});
  const usual = usualType(body);
  return content.map(([name, { schema }]) => {
    const media = mediaName(name);
    const isOptional = media === usual && !media.includes("*");
    const sent: Member = {
      name: "body",
      type: dataType(media, schema, "input", types),
      isOptional: body?.required !== true,
      docs: docsOf(body ?? {}),
    };
    const isNamed = content.length > 1 || media.includes("*");
    return isNamed ? [{ name: "type", type: tight(mediaType(media)), isOptional }, sent] : [sent];
  });
}

function responsesType(
  method: string,
  responses: readonly (readonly [status: string, Part])[],
  types: SchemaTypes,
): Type {
  const known = responses.flatMap(([status]) => (/^\d/.test(status) ? status : []));
  const statusType = (status: string): Doc => {
    if (status === "default") return code`OtherStatus<${statuses(known)}>`;
    const exact = known.filter((one) => status.endsWith("X") && one !== status && one[0] === status[0]);
    return exact.length === 0 ? statuses([status]) : code`Exclude<${statuses([status])}, ${statuses(exact)}>`;
  };
  const answers = responses.flatMap(([status, response]) =>
    answersOf(method, status, statusType(status), response, types),
  );
  const isWhole = responses.some(([status]) => status === "default");
  return union(isWhole ? answers : [...answers, tight(code`Undescribed<${statuses(known)}>`)]);
}

/** A union of statuses, in which ranges come last. */
function statuses(keys: readonly string[]): Doc {
  const ranges = keys.filter((key) => key.endsWith("X"));
  const exact = keys.filter((key) => !ranges.includes(key)).map((key) => tight(number(Number(key))));
  return union([...exact, ...ranges.map((key) => tight(code`StatusRange<${quote(key[0] ?? "")}>`))]).doc;
}

function answersOf(
  method: string,
  key: string,
  status: Doc,
  { headers = {}, content = {} }: Part,
  types: SchemaTypes,
): readonly Type[] {
  const fields = Object.entries(headers).map(([name, header]) => ({
    name: name.toLowerCase(),
    type: fieldType(header.schema, types),
    isOptional: header.required !== true,
    docs: docsOf(header),
  }));
  const described = fields.length === 0 ? [] : [objectType(fields).doc];
  const answer = (type: Doc, data: Type) => generic(code`Answer`, [status, type, data.doc, ...described]);
  if (method === "head" || /^(?:1..|204|205|304)$/.test(key)) return [answer(text.doc, absent)];
  const media = Object.entries(content);
  if (media.length === 0) return [answer(text.doc, unknown)];
  return media.map(([name, { schema }]) => {
    const type = mediaName(name);
    return answer(mediaType(type), dataType(type, schema, "answer", types));
  });
}

/** Parameters, and fields of forms, that are not written in the usual way for their place (OpenAPI 3.1, section 4.8.12.2). */
function stylesOf(parameters: readonly Part[], body: Part | undefined): readonly Style[] {
  const fields = Object.values(body?.content ?? {}).flatMap(({ encoding = {} }) => Object.entries(encoding));
  const ofForms = [...new Map(fields)].map(([name, { explode }]): Part => ({ in: "form", name, explode }));
  return [...parameters, ...ofForms].flatMap((part): readonly Style[] => {
    const { in: place = "", name = "", content, style, explode } = part;
    if (content !== undefined) return [[place, name, "json", false]];
    const usual = place === "query" || place === "form" ? "form" : "simple";
    const used = style ?? usual;
    const explodes = explode ?? used === "form";
    const isUsual = used === usual && explodes === (usual === "form");
    return isUsual || place === "cookie" || rare.has(used) ? [] : [[place, name, used, explodes]];
  });
}

/** Media types that the client parses as JSON, and takes as text. It has the same expressions (`client-source.ts`). */
const json = /^application\/json$|\+json$/;
const textual = /^text\/|[/+](?:xml|yaml|javascript|graphql|jwt|(?:x-)?ndjson|x-www-form-urlencoded)$/;

/** A media type without parameters, in lower case. */
const mediaName = (name: string): string => (name.split(";")[0] ?? "").trim().toLowerCase();
const mediaType = (media: string): Doc => (media.includes("*") ? text.doc : quote(media));

/** The one that a body has if nothing is said: JSON, or else the first. */
function usualType(body: Part | undefined): string | undefined {
  const known = Object.keys(body?.content ?? {}).map(mediaName);
  return (
    known.find((name) => name === "application/json") ?? known.find((name) => json.test(name)) ?? known[0]
  );
}

const forms = new Map([
  ["application/x-www-form-urlencoded", code`URLSearchParams`],
  ["multipart/form-data", code`FormData`],
]);

function dataType(
  media: string,
  schema: Schema | undefined,
  use: "input" | "answer",
  types: SchemaTypes,
): Type {
  const form = use === "input" ? forms.get(media) : undefined;
  if (form !== undefined) return union([types.type(schema, "form"), tight(form)]);
  if (json.test(media) || media === "*/*" || media === "application/*") return types.type(schema, use);
  if (!textual.test(media)) return tight(use === "input" ? code`Bytes` : code`Blob`);
  // Text is not parsed, whatever its schema says of what is in it; but it may be one of a few texts.
  return types.graph.resolve(schema).type === "string" ? types.type(schema, "answer") : text;
}

/** A header field is text. */
function fieldType(schema: Schema | undefined, types: SchemaTypes): Type {
  const { type, enum: values } = types.graph.resolve(schema);
  if (type === "integer" || type === "number") return tight(code`\`\${number}\``);
  if (type === "boolean") return tight(code`"true" | "false"`);
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  const found = isTexts && values.length > 0 ? types.type(schema, "answer") : unknown;
  return found === unknown ? text : found;
}
