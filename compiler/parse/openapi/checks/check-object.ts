import type { Reporter } from "../../../diagnostics/reporter.js";
import { keywordsByType, keywordsOf } from "../../schema/keywords.js";
import type { Located } from "../../yaml/references.js";
import type { YamlEntry } from "../../yaml/yaml.js";
import type { Form, Kind } from "../document/grammar.js";
import type { Version } from "../document/version.js";
import { misspelt } from "./check-schema.js";
import { reportMisplaced } from "./extensions.js";

/** An object inside of another one, or a schema. */
export interface Part {
  readonly located: Located;
  readonly kind: Kind | "schema";
}

/**
 * Reports the members of an object that have no effect: whose value has another form, that belong elsewhere or to the
 * other version, and those with names much like another. Returns the objects inside.
 */
export function checkObject(
  located: Located,
  kind: Kind,
  version: Version,
  reporter: Reporter,
): readonly Part[] {
  const members = version.membersOf(kind);
  if (members === undefined) return [];
  const check = new ObjectCheck(located, kind, version, reporter);
  return located.entries.flatMap((entry) => {
    const form = members.get(entry.key);
    if (form !== undefined) return check.member(entry, form);
    check.stray(entry, [...members.keys()]);
    return [];
  });
}

/** Reports the members beside a `$ref`, which replaces all of them. */
export function checkSiblings(located: Located, kind: Kind, reporter: Reporter): void {
  if (located.reference === undefined) return;
  for (const { key, keySpan } of located.entries) {
    const isExtension = key.startsWith("x-") && !(kind === "path" && /^x-(?:flow|flat)\b/.test(key));
    if (key !== "$ref" && !isExtension && !described.has(key))
      reporter.report(keySpan, "besideReference", { key });
  }
}

/** Reports a reference in the place of a media type that leads to something else: mostly, a schema is meant. */
export function checkMediaTypeReference(located: Located, version: Version, reporter: Reporter): void {
  const members = version.membersOf("mediaType");
  const reference = located.ownMembers.get("$ref");
  const { target } = located;
  if (reference === undefined || target === undefined) return;
  if (![...target.ownMembers.keys()].some((name) => members?.has(name)))
    reporter.report(reference.span, "memberBelongs", { key: "$ref", into: "schema" });
}

/** Reports keywords beside the `$ref` of a schema, where it replaces them, which would check values. */
export function checkReferenceSiblings(schema: Located, reporter: Reporter): void {
  if (schema.reference === undefined) return;
  // `type: object` is there for readers.
  for (const { key, keySpan } of schema.entries)
    if (key !== "type" && (ofSchemas.has(key) || key === "required") && key !== "default")
      reporter.report(keySpan, "keywordBesideReference", { key });
}

/** Members that only describe, so that nobody misses what they say. */
const described = keywordsOf("summary description title example examples deprecated externalDocs tags name");

class ObjectCheck {
  constructor(
    private readonly located: Located,
    private readonly kind: Kind,
    private readonly version: Version,
    private readonly reporter: Reporter,
  ) {}

  /** Reports a value of another form. Returns the objects that it consists of. */
  member(entry: YamlEntry, form: Form): readonly Part[] {
    if (entry.isNull) return [];
    if (form.many === undefined) return this.#value(entry, form, entry.key);
    const inner = form.many === "list" ? entry.items : entry.entries;
    if (inner === undefined) {
      this.#expect(entry, entry.key, form.many === "list" ? aList : aMap);
      return [];
    }
    if (form.many === "list")
      return inner.flatMap((item) => this.#value(item, form, `Each entry of ${entry.key}`));
    // Only header fields have names that begin like those of extensions.
    const own = inner.filter(({ key }) => form.of === "header" || !key.startsWith("x-"));
    if (!ofAnyName.has(form.of)) for (const one of inner) reportMisplaced(one, this.reporter);
    return own.flatMap((one) => this.#value(one, form, one.key));
  }

  #value(entry: YamlEntry, { of }: Form, name: string): readonly Part[] {
    if (of === "any" || entry.isNull) return [];
    const { entries, items, boolean, string } = entry;
    if (of === "flag") {
      if (boolean === undefined) this.#expect(entry, name, "true or false");
    } else if (of === "text" || of === "string") {
      const isText = of === "string" ? string !== undefined : entries === undefined && items === undefined;
      if (!isText) this.#expect(entry, name, "a text");
    } else if (entries !== undefined || (of === "schema" && boolean !== undefined)) {
      return [{ located: this.located.at(entry.value), kind: of }];
    } else {
      const [first = "$ref"] = of === "schema" ? ["type"] : (this.version.membersOf(of)?.keys() ?? []);
      this.#expect(entry, name, `a mapping, with members such as ${first}`);
    }
    return [];
  }

  #expect(entry: YamlEntry, key: string, expected: string): void {
    const span = entry.keyTextStart === undefined ? entry.span : entry.valueSpan;
    this.reporter.report(span, "partForm", { key, expected });
  }

  /** A member that the object does not have. */
  stray(entry: YamlEntry, known: readonly string[]): void {
    const { key, keySpan } = entry;
    const { kind, version, reporter } = this;
    if (key.startsWith("x-")) {
      if (!withExtensions.has(kind)) reportMisplaced(entry, reporter);
      return;
    }
    const into = this.#into(key);
    if (key === "$ref") {
      if (entry.string === undefined)
        this.#expect(entry, key, 'a text in quotes, such as "types.yaml#/Order"');
    } else if (into !== undefined) {
      reporter.report(keySpan, "memberBelongs", { key, into });
    } else if (isOfOther(kind, key, version)) {
      reporter.report(keySpan, "partOfOther", {
        key,
        version: version.name,
        instead: instead.get(`${kind} ${key}`),
      });
    } else if (!withOwnNames.has(kind)) {
      const meant = kind === "operation" && flowName.test(key) ? "x-flow" : misspelt(key, [...known, "$ref"]);
      if (meant !== undefined && !this.located.ownMembers.has(meant))
        reporter.report(keySpan, "apiMisspelt", { key, nearest: meant });
    }
  }

  /** The member of OpenAPI 3 that has a stray one below it. */
  #into(key: string): string | undefined {
    const { kind, version } = this;
    if (version.isFlat) return undefined;
    if (kind === "body" || kind === "response") return mediaType.test(key) ? "content" : undefined;
    const isParameter = kind === "parameter";
    if (!isParameter && kind !== "header" && kind !== "mediaType") return undefined;
    // Of a type without any schema, the check of parameters tells more.
    const isTold = isParameter && key === "type" && !this.located.ownMembers.has("schema");
    return ofSchemas.has(key) && !isTold ? "schema" : undefined;
  }
}

const aList = "a list, with - before each of its entries";
const aMap = "a mapping of names to their values";

const mediaType = /^[a-z*]+\/[\w.*+-]+/i;

/** Keywords that only schemas have. */
const ofSchemas: ReadonlySet<string> = new Set([
  ...[...keywordsByType.values()].flatMap((keywords) => [...keywords]),
  ...keywordsOf("type format enum const default nullable allOf anyOf oneOf not"),
]);

/** Objects whose unknown members others report. */
const withOwnNames: ReadonlySet<Kind> = new Set(["path", "parameter", "keywords"]);

/** The names of these come from elsewhere: header fields, properties, scopes. */
const ofAnyName: ReadonlySet<Form["of"]> = new Set(["header", "encoding", "variable", "any", "text"]);

/** Objects that have extensions, which are reported where these are read. */
const withExtensions: ReadonlySet<Kind> = new Set(["top", "path", "operation", "scheme"]);

/** Names that people write for `x-flow`. */
const flowName = /^(?:x[-_ ]?)?(?:flat[-_ ]?)?flow$/i;

/**
 * True of a member that only the other version has. Those that only describe are harmless. What stands at the top level of
 * the other version may be referred to, and the checks of parameters tell more.
 */
function isOfOther(kind: Kind, key: string, version: Version): boolean {
  if (described.has(key) || tolerated.has(`${kind} ${key}`)) return false;
  return instead.has(`${kind} ${key}`) || version.isOfOther(kind, key);
}

const tolerated = new Set([
  ...["definitions", "parameters", "responses", "securityDefinitions", "components", "basePath"].map(
    (key) => `top ${key}`,
  ),
  "parameter type",
]);

const inContent = "Write content:, a media type such as application/json:, and schema: below it.";

/** Members that only the other version has, by the kind of object, and what this one has for them. */
const instead: ReadonlyMap<string, string> = new Map([
  ["operation consumes", "Write the media types below requestBody: and content:."],
  ["operation produces", "Write the media types below content: of the responses."],
  ["top consumes", "Write the media types below requestBody: and content: of each operation."],
  ["top produces", "Write the media types below content: of the responses."],
  ["top host", "Write servers: with the whole URL."],
  ["top schemes", "Write servers: with the whole URL."],
  ["body schema", inContent],
  ["response schema", inContent],
  ["parameter collectionFormat", "Write style: and explode:."],
  ["top servers", "Write host:, basePath: and schemes:."],
  ["operation requestBody", "Write a parameter with in: body and schema:."],
  ["response content", "Write schema: in the response, and produces: in the operation."],
  ["header schema", "Write type:, format: and so on in the header itself."],
  ["parameter style", "Write collectionFormat:."],
  ["parameter explode", "Write collectionFormat:."],
]);
