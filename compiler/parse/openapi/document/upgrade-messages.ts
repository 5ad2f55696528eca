import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import type { Located } from "../../yaml/references.js";
import type { MadeNode, Member, UpgradedTree } from "../../yaml/upgraded-tree.js";
import type { YamlEntry } from "../../yaml/yaml.js";
import { text } from "./fields.js";

/** The media types that an operation takes or sends, each once, with their places; `undefined` if nothing says which. */
export type MediaTypes = ReadonlyMap<string, Span> | undefined;

/** Stands where nothing says which media types there are. */
export const anyMediaType = "*/*";

/** The types in `consumes` or `produces`. An empty list takes back what is said for all operations. */
export function mediaTypesOf(located: Located | undefined): MediaTypes {
  const listed = (located?.items ?? []).flatMap((item) => {
    const name = text(item);
    return name === undefined ? [] : [[name, item.span] as const];
  });
  return listed.length === 0 ? undefined : new Map(listed);
}

/** The same text for the same media types in the same order. */
export const textOf = (types: MediaTypes): string => JSON.stringify(types && [...types.keys()]) ?? "";

/** Members of parameters and header fields beside the keywords of schemas. All others describe the value. */
const notOfSchemas: ReadonlySet<string> = new Set([
  ...["name", "in", "description", "required", "allowEmptyValue", "collectionFormat"],
]);

export const placeOf = (parameter: Located): string | undefined => parameter.get("in").string;

/** The media types of all messages together. In Swagger, a list for all operations may stand for many times as many. */
const mostMediaTypes = 100_000;

/** Makes the messages of OpenAPI 3 of those of Swagger 2.0. */
export class MessageUpgrade {
  #mediaTypes = 0;

  constructor(
    private readonly tree: UpgradedTree,
    private readonly reporter: Reporter,
  ) {}

  /** A parameter that is no body. The fields of forms stay parameters, with the place `formData`. */
  parameter(parameter: Located): MadeNode | undefined {
    const entries = parameter.entries;
    // Some write the schema below `schema`, as it is in OpenAPI 3.
    const isTyped = entries.some(({ key }) => key === "type");
    const isNew = !isTyped && entries.some(({ key }) => key === "schema" || key === "content");
    if (isNew) return undefined;
    const own = entries.filter(({ key }) => notOfSchemas.has(key) && key !== "collectionFormat");
    const { span } = parameter;
    return this.tree.map(span, [
      ...own.map((entry) => this.tree.copied(entry)),
      ...this.#schema(parameter),
      ...this.#style(parameter),
    ]);
  }

  header(header: Located): MadeNode {
    const described = header.entries.filter(({ key }) => key === "description");
    return this.tree.map(header.span, [
      ...described.map((entry) => this.tree.copied(entry)),
      ...this.#schema(header),
    ]);
  }

  /** A parameter with `in: body`. */
  body(parameter: Located, consumes: MediaTypes): MadeNode {
    const own = parameter.entries.filter(({ key }) => key === "description" || key === "required");
    return this.tree.map(parameter.span, [
      ...own.map((entry) => this.tree.copied(entry)),
      ...this.#content(parameter, consumes),
    ]);
  }

  /** The body that consists of the fields of a form, which describe themselves. */
  form(field: Located, consumes: MediaTypes): MadeNode {
    const types = consumes ?? new Map([[anyMediaType, undefined]]);
    return this.tree.map(field.span, [this.#contentMember(field, types, () => [])]);
  }

  response(response: Located, produces: MediaTypes): MadeNode {
    const { entries } = response;
    const others = entries.filter(({ key }) => !["schema", "examples", "headers"].includes(key));
    const headers = entries.find(({ key }) => key === "headers");
    const hasContent = entries.some(({ key }) => key === "schema" || key === "examples");
    return this.tree.map(response.span, [
      ...others.map((entry) => this.tree.copied(entry)),
      ...(headers?.entries === undefined ? [] : [this.#headers(headers, headers.entries, response)]),
      ...(hasContent ? this.#content(response, produces) : []),
    ]);
  }

  #headers(headers: YamlEntry, entries: readonly YamlEntry[], response: Located): Member {
    const made = entries.map((entry) => this.tree.copied(entry, this.header(response.at(entry.value))));
    return this.tree.copied(headers, this.tree.map(headers.valueSpan, made));
  }

  #content(message: Located, types: MediaTypes): readonly Member[] {
    const schema = message.entries.find(({ key }) => key === "schema");
    const examples = new Map(
      (message.ownMembers.get("examples")?.entries ?? []).map((entry) => [entry.key, entry] as const),
    );
    // An example may have a media type that nothing else names. Without a schema, other types are right, too.
    const all: Map<string, Span | undefined> = new Map(types ?? [[anyMediaType, undefined]]);
    if (schema === undefined && !all.has(anyMediaType)) all.set(anyMediaType, undefined);
    for (const [type, { keySpan }] of examples) if (!all.has(type)) all.set(type, keySpan);
    const member = this.#contentMember(message, all, (type) => {
      const example = examples.get(type);
      return [
        ...(schema === undefined ? [] : [this.tree.copied(schema)]),
        ...(example === undefined ? [] : [this.tree.member("example", example.keySpan, example.value)]),
      ];
    });
    return [member];
  }

  /** @param types with their places, as far as they are said */
  #contentMember(
    { span }: Located,
    types: ReadonlyMap<string, Span | undefined>,
    described: (type: string) => readonly Member[],
  ): Member {
    const isTooMany = this.#mediaTypes > mostMediaTypes;
    this.#mediaTypes += types.size;
    if (isTooMany) return this.tree.member("content", span, this.tree.map(span, []));
    if (this.#mediaTypes > mostMediaTypes)
      this.reporter.report(span, "mediaTypesTooMany", { limit: mostMediaTypes.toLocaleString("en") });
    const made = [...types].map(([type, at]) => {
      const mediaType = this.tree.map(span, described(type));
      if (at === undefined) this.tree.unsaid.add(mediaType);
      return this.tree.member(type, at ?? span, mediaType);
    });
    return this.tree.member("content", span, this.tree.map(span, made));
  }

  #schema(owner: Located): readonly Member[] {
    const keywords = owner.entries.filter(({ key }) => !notOfSchemas.has(key));
    if (keywords.every(({ key }) => key.startsWith("x-"))) return [];
    const made = this.tree.map(
      owner.span,
      keywords.map((entry) => this.tree.copied(entry)),
    );
    this.tree.schemaOf.set(owner.file.resolved(owner.value), made);
    return [this.tree.member("schema", owner.span, made)];
  }

  /**
   * How a list is written. There are two things that OpenAPI 3 has no words for: tabs, and how the lists in a list are
   * written. Words for these follow that for the list.
   */
  #style(parameter: Located): readonly Member[] {
    const place = placeOf(parameter);
    const isSpreadable = place === "query" || place === "formData";
    const [format, ...inner] = formatsOf(parameter);
    if (format === undefined) return [];
    const { span } = parameter.ownMembers.get("collectionFormat") ?? parameter;
    const isSpread = format === "multi" && isSpreadable;
    const usual = isSpreadable ? "form" : "simple";
    const words = [styles.get(format) ?? usual, ...inner.map((one) => styles.get(one) ?? "simple")];
    if (words.length === 1 && usual === "simple" && words[0] === usual) return [];
    return [
      this.tree.member("style", span, this.tree.text(words.join(" "), span)),
      ...(isSpreadable ? [this.tree.member("explode", span, this.tree.text(isSpread, span))] : []),
    ];
  }
}

/** Nothing stands for tabs in OpenAPI 3. */
export const tabs = "tabDelimited";

const styles: ReadonlyMap<string, string> = new Map([
  ["ssv", "spaceDelimited"],
  ["tsv", tabs],
  ["pipes", "pipeDelimited"],
]);

/** Lists nested deeper stay texts. */
const maxDepth = 6;

/** The formats of a list and of the lists in it. */
function formatsOf(list: Located): readonly string[] {
  const formats: string[] = [];
  for (let at = list; at.get("type").string === "array" && formats.length < maxDepth; at = at.get("items"))
    formats.push(at.get("collectionFormat").string ?? "csv");
  return formats;
}
