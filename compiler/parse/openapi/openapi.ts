import { isSendable } from "../../../runtime/http/methods.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import { lineText, type SourceText, type Span } from "../../source/source-text.js";
import type { OperationContract, ValidationModes } from "../../syntax/contract.js";
import type { FlowReference } from "../../syntax/flow.js";
import { isHandlerPath } from "../../syntax/handler.js";
import { type ApiDescription, methodNames, type Operation, type PathItem } from "../../syntax/openapi.js";
import type { Located } from "../yaml/references.js";
import { type YamlEntry, YamlFile, type YamlValue } from "../yaml/yaml.js";
import { checkBaseTwice, readBasePath } from "./base-path.js";
import { isHandlerKey, readExtensions } from "./checks/extensions.js";
import { readCors } from "./cors.js";
import {
  allParameters,
  checkPathParameters,
  type DeclaredParameter,
  declaredParameters,
} from "./declared-names.js";
import { readDocs } from "./docs.js";
import { readDocument } from "./document/document.js";
import { withProblems } from "./document/problems.js";
import { LimitReader } from "./limits.js";
import { type MessageReaders, messageReaders } from "./message-readers.js";
import { readOverlaid } from "./overlay.js";
import { matchKey, parsePathPattern, placesIn } from "./path-pattern.js";
import { readProxy } from "./proxy.js";
import { SecurityReader } from "./security.js";
import { sunsetFields } from "./sunset.js";
import { readUpstreams } from "./upstreams.js";
import { readValidate } from "./validate.js";

/** The validation modes if nothing sets them. */
const unchecked: ValidationModes = { request: false, response: false };

/**
 * Reads an API description (in YAML or JSON): its routes and the schemas of bodies.
 * Only `paths` is needed. Errors are reported and the parts that have them are left out. Returns `undefined`
 * if the file as a whole cannot be read.
 * @param modes replaces the `x-flow-validate` of the top level
 * @param schemaReporter gets the findings in parameters and schemas
 */
export function parseOpenApi(
  source: SourceText,
  files: Files,
  reporter: Reporter,
  modes?: ValidationModes,
  schemaReporter: Reporter = reporter,
): ApiDescription | undefined {
  const isOwn = schemaReporter === reporter;
  const written = isOwn ? readOverlaid(source, files, reporter) : YamlFile.parse(source, reporter);
  if (written === undefined) return undefined;
  const { file, ...messages } = messageReaders(written, files, reporter, schemaReporter);
  return new DescriptionReader(file, {
    reporter,
    messages,
    security: new SecurityReader(files, reporter),
    limits: new LimitReader(reporter),
    isOwn,
    operationIds: new Map(),
  }).read(modes);
}

/** Settings that paths and operations inherit from the object around them. */
interface Inherited extends Pick<PathItem, "security" | "limit"> {
  readonly modes: ValidationModes;
  /** The flow that answers where there is none of its own. */
  readonly flow: FlowReference | undefined;
}

/** The readers for the parts of an API description, in all files that it consists of. */
interface PartReaders {
  readonly reporter: Reporter;
  readonly messages: Omit<MessageReaders, "file">;
  readonly security: SecurityReader;
  readonly limits: LimitReader;
  /** It is the description of the app. Those of other systems are not the team's to correct. */
  readonly isOwn: boolean;
  /** The places of the IDs of operations so far. */
  readonly operationIds: Map<string, Span>;
}

type ParameterLists = readonly [
  path: readonly DeclaredParameter[] | undefined,
  operation: readonly DeclaredParameter[] | undefined,
];

class DescriptionReader {
  constructor(
    private readonly file: YamlFile,
    private readonly readers: PartReaders,
  ) {}

  private get reporter(): Reporter {
    return this.readers.reporter;
  }

  read(modes: ValidationModes | undefined): ApiDescription | undefined {
    const { file, reporter } = this;
    const entries = file.entries(file.root);
    if (entries === undefined) {
      const expected = "a mapping, such as of paths";
      reporter.report(file.source.span(0, 0), "apiType", { key: "An API description", expected });
      return undefined;
    }
    const top = readExtensions(entries, "top", reporter);
    const { security, limits, messages } = this.readers;
    security.readSchemes(entries);
    limits.readSchemes(entries);
    const paths = entries.find(({ key }) => key === "paths");
    const pathEntries = paths === undefined ? [] : this.#mapping(paths);
    const overall = readExtensions(pathEntries, "paths", reporter);
    if (paths === undefined) reporter.report(file.source.span(0, 0), "apiPathsMissing");
    const fallbackFlow = this.#answer(overall, "") ?? this.#answer(top, "");
    const inherited = {
      flow: fallbackFlow,
      security: security.read(entries, []),
      limit: limits.read(top.get("limit"), undefined, ""),
      modes: modes ?? readValidate(top.get("validate"), unchecked, reporter),
    };
    const items = this.#paths(pathEntries, inherited);
    const hasProblems = this.#flag(top.get("problems"));
    const errorFlow = this.#errorFlow(top.get("error"));
    const basePath = readBasePath(entries, reporter);
    checkBaseTwice(items, basePath, reporter);
    security.reportUnchecked();
    if (this.readers.isOwn) messages.check();
    return {
      source: file.source,
      span: file.root === null ? file.source.span(0, 0) : file.span(file.root),
      title: this.#info("title"),
      version: this.#info("version"),
      basePath,
      initFlow: this.#flow(top.get("init")),
      errorFlow,
      fallbackFlow,
      cors: readCors(top.get("cors"), reporter),
      claimsFields: security.claimsFields,
      hasProblems,
      upstreams: readUpstreams(top.get("upstreams"), reporter),
      docs: readDocs(top.get("docs"), items, basePath, reporter),
      validation: undefined,
      ldap: undefined,
      schemas: { dialect: messages.schemas.dialect, definitions: messages.schemas.definitions },
      document: () => {
        const document = readDocument(messages.top, messages.version, messages.references.unsaid);
        return hasProblems && errorFlow === undefined ? withProblems(document) : document;
      },
      paths: items,
    };
  }

  #info(name: string): string {
    const { file, value } = this.readers.messages.top.get("info").get(name);
    return file.text(value) ?? "";
  }

  #paths(entries: readonly YamlEntry[], inherited: Inherited): readonly PathItem[] {
    const items = new Map<string, PathItem>();
    for (const entry of entries) {
      if (entry.key.startsWith("x-")) continue;
      const item = this.#pathItem(entry, inherited);
      if (item === undefined) continue;
      const key = matchKey(item);
      const other = items.get(key);
      if (other === undefined) {
        items.set(key, item);
      } else {
        const line = lineText(other.span, item.span.source);
        this.reporter.report(item.span, "pathDuplicate", { other: other.pattern, line });
      }
    }
    return [...items.values()];
  }

  #pathItem(entry: YamlEntry, inherited: Inherited): PathItem | undefined {
    const { key, keySpan } = entry;
    const places = placesIn(keySpan, entry.keyTextStart);
    const { reader, value } = this.#target(entry);
    const { parameterLists, ...content } = reader.#pathContent(entry.with(reader.file, value), inherited);
    const isAnswered = [content, ...content.operations].some(({ flow }) => flow !== undefined);
    // Some descriptions tell apart by a query or a fragment what no server can; that matters where a flow is to answer.
    if (/[?#]/.test(key) && !isAnswered && inherited.flow === undefined) return undefined;
    const pattern = parsePathPattern(key, places, this.reporter);
    if (pattern === undefined) return undefined;
    const placeOf = (name: string) =>
      places(key.indexOf(`{${name}}`), key.indexOf(`{${name}}`) + name.length + 2);
    for (const lists of parameterLists) checkPathParameters(pattern, placeOf, lists, this.reporter);
    return { span: keySpan, pattern: key, ...pattern, ...content };
  }

  /**
   * The value that the `$ref` of a path leads to, with the reader for its file. Without a `$ref`, the value
   * of the entry itself.
   */
  #target(entry: YamlEntry): { readonly reader: DescriptionReader; readonly value: YamlValue } {
    const reference = entry.entries?.find(({ key }) => key === "$ref");
    if (reference === undefined) return { reader: this, value: entry.value };
    const located = this.#located(entry);
    const found = located.target;
    if (found !== undefined)
      return { reader: new DescriptionReader(found.file, this.readers), value: found.value };
    const text = reference.string ?? "";
    if (!located.leadsToBroken(text))
      this.reporter.report(reference.valueSpan, "referenceMissing", { reference: text });
    return { reader: this, value: null };
  }

  #pathContent(
    entry: YamlEntry,
    inherited: Inherited,
  ): Pick<PathItem, "flow" | "contract" | "security" | "limit" | "operations"> & {
    /** For each operation, the parameters of the path and its own. */
    readonly parameterLists: readonly ParameterLists[];
  } {
    const { reporter } = this;
    const { schemas } = this.readers.messages.bodies;
    const shared = declaredParameters(this.#located(entry), schemas);
    const parameterLists: ParameterLists[] = [];
    const entries = this.#mapping(entry);
    const extensions = readExtensions(entries, "path", reporter);
    const flow = this.#answer(extensions, entry.key);
    const own = {
      ...this.#inherit(entries, extensions, inherited, entry.key),
      flow: flow ?? inherited.flow,
    };
    const operations: Operation[] = [];
    for (const member of this.#methodsAmong(entries)) {
      const lists = [shared, declaredParameters(this.#located(member), schemas)] as const;
      parameterLists.push(lists);
      operations.push(this.#operation(member, entry, own, lists));
    }
    const contract =
      operations.length === 0 ? this.#contract(entry, undefined, own.modes, own.flow) : undefined;
    if (operations.length === 0) parameterLists.push([shared, undefined]);
    if (operations.length === 0) this.readers.limits.check(own.limit, own.security);
    return { flow, contract, security: own.security, limit: own.limit, operations, parameterLists };
  }

  /** The operations of a path. OpenAPI 3.2 also has `query`, and others in `additionalOperations`. */
  #methodsAmong(entries: readonly YamlEntry[]): readonly YamlEntry[] {
    const { hasMoreMethods } = this.readers.messages.version;
    return entries.flatMap((member) => {
      const { key } = member;
      if (!hasMoreMethods || key !== "additionalOperations")
        return methodNames.has(key) || (hasMoreMethods && key === "query") ? member : [];
      return this.#mapping(member).filter((one) => {
        const isMethod = isSendable(one.key.toUpperCase()) && !methodNames.has(one.key.toLowerCase());
        if (!isMethod) this.reporter.report(one.keySpan, "additionalMethod", { method: one.key });
        return isMethod;
      });
    });
  }

  /** The settings that an object passes on: the inherited ones with its own changes. */
  #inherit(
    entries: readonly YamlEntry[],
    extensions: ReturnType<typeof readExtensions>,
    inherited: Inherited,
    place: string,
  ): Inherited {
    return {
      ...inherited,
      security: this.readers.security.read(entries, inherited.security),
      limit: this.readers.limits.read(extensions.get("limit"), inherited.limit, place),
      modes: readValidate(extensions.get("validate"), inherited.modes, this.reporter),
    };
  }

  #operation(entry: YamlEntry, path: YamlEntry, inherited: Inherited, lists: ParameterLists): Operation {
    const entries = this.#mapping(entry);
    const extensions = readExtensions(entries, "operation", this.reporter);
    const located = this.#located(entry);
    const place = `${path.key} ${entry.key}`;
    const { modes, security, limit } = this.#inherit(entries, extensions, inherited, place);
    this.readers.limits.check(limit, security);
    const parameters = allParameters(...lists);
    const flow = this.#answer(extensions, place);
    const { bodies, examples, responses } = this.readers.messages;
    return {
      span: entry.keySpan,
      method: entry.key.toUpperCase(),
      operationId: this.#operationId(entries),
      parameters,
      summary: located.ownMembers.get("summary")?.string,
      requestBody: bodies.request(located),
      bodyTypes: bodies.mediaTypes(located, parameters?.form !== undefined),
      responseBody: bodies.response(located),
      responses: responses(located),
      contract: this.#contract(path, entry, modes, flow ?? inherited.flow),
      examples: examples.read(located),
      flow,
      security,
      limit,
      fields: sunsetFields(entries, this.reporter),
    };
  }

  /** The ID of an operation. Reports the second one of two that are alike. */
  #operationId(entries: readonly YamlEntry[]): string | undefined {
    const entry = entries.find(({ key }) => key === "operationId");
    const id = entry?.string;
    if (entry === undefined || id === undefined) return undefined;
    const { operationIds, reporter } = this.readers;
    const span = entry.valueSpan;
    const other = operationIds.get(id);
    if (other === undefined) operationIds.set(id, span);
    else if (other.source !== span.source || other.start !== span.start)
      reporter.report(span, "operationIdTwice", { id, line: lineText(other, span.source) });
    return id;
  }

  /** @param flow a handler gets parameters as the description types them, whether they are validated or not */
  #contract(
    path: YamlEntry,
    operation: YamlEntry | undefined,
    modes: ValidationModes,
    flow: FlowReference | undefined,
  ): OperationContract | undefined {
    if (modes.request === false && modes.response === false && !isHandlerPath(flow?.src ?? ""))
      return undefined;
    const located = operation && this.#located(operation);
    return this.readers.messages.contracts.read(this.#located(path), located, modes);
  }

  #located({ value }: YamlEntry): Located {
    return this.readers.messages.references.located(value, this.file.silent());
  }

  /** The flow or the proxy that answers the requests to a path or an operation. */
  #answer(extensions: ReturnType<typeof readExtensions>, place: string): FlowReference | undefined {
    const flow = extensions.get("handler") ?? extensions.get("flow");
    const proxy = extensions.get("proxy");
    this.#reportSecond(["handler", "proxy", "flow"].flatMap((kind) => extensions.get(kind as "flow") ?? []));
    if (proxy === undefined) return this.#flow(flow);
    const config = readProxy(proxy, this.reporter);
    // No file can have this path, since paths of files neither end with a slash nor have two in a row.
    return config && { span: proxy.keySpan, src: `proxy/${place}`, proxy: config };
  }

  /** Each of them answers the requests. */
  #reportSecond([first, second]: readonly YamlEntry[]): void {
    if (first === undefined || second === undefined) return;
    this.reporter.report(first.keySpan, "proxyAndFlow", { key: first.key, other: second.key });
  }

  #flow(entry: YamlEntry | undefined): FlowReference | undefined {
    if (entry === undefined) return undefined;
    const span = entry.valueSpan;
    const src = entry.string?.trim();
    const takesHandler = isHandlerKey(entry.key);
    if (src === undefined || src === "") {
      const expected = `the name of a ${takesHandler ? "handler" : "flow"} file`;
      this.reporter.report(span, "apiType", { key: entry.key, expected });
      return undefined;
    }
    const key = { key: entry.key, path: src };
    if (takesHandler && !isHandlerPath(src)) this.reporter.report(span, "handlerFile", key);
    else if (!takesHandler && isHandlerPath(src)) this.reporter.report(span, "handlerInFlow", key);
    return { span, src, member: { key: entry.keySpan, value: entry.span } };
  }

  #flag(entry: YamlEntry | undefined): boolean {
    if (entry !== undefined && entry.boolean === undefined)
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected: "true or false" });
    return entry?.boolean === true;
  }

  #errorFlow(entry: YamlEntry | undefined): FlowReference | undefined {
    if (entry === undefined) return undefined;
    const flow = entry.entries?.find(({ key }) => key === "flow");
    if (flow !== undefined) return this.#flow(flow);
    this.reporter.report(entry.valueSpan, "apiErrorFlow", { key: entry.key });
    return undefined;
  }

  /** The entries of a mapping. It may be empty. */
  #mapping(entry: YamlEntry): readonly YamlEntry[] {
    const entries = entry.entries;
    if (entries !== undefined) return entries;
    if (!entry.isNull) {
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected: "a mapping" });
    }
    return [];
  }
}
