import type { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../files.js";
import { nearest } from "../nearest.js";
import type { SourceText } from "../source.js";
import type { ApiDescription, FlowReference, Operation, PathItem } from "../syntax/openapi.js";
import { readBasePath } from "./base-path.js";
import { BodyReader } from "./bodies.js";
import { readCors } from "./cors.js";
import { readExtensions } from "./extensions.js";
import { matchKey, parsePathPattern, placesIn } from "./path-pattern.js";
import { readProxy } from "./proxy.js";
import { References } from "./references.js";
import { SchemaReader } from "./schema.js";
import { SecurityReader } from "./security.js";
import { type YamlEntry, YamlFile } from "./yaml.js";

const methods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
]);
const otherMembers: ReadonlySet<string> = new Set([
  "parameters",
  "summary",
  "description",
  "servers",
  "security",
]);

/**
 * Reads an API description (Swagger 2.0 or OpenAPI 3, as YAML or JSON) for its routing and the schemas of bodies. Only
 * `paths` is needed; what is wrong is reported and left out. Undefined where the file as a whole cannot be read.
 */
export function parseOpenApi(
  source: SourceText,
  files: Files,
  reporter: Reporter,
): ApiDescription | undefined {
  const file = YamlFile.parse(source, reporter);
  return file === undefined ? undefined : new DescriptionReader(file, files, reporter).read();
}

/** What paths and operations have from the object around them, unless they say otherwise. */
type Inherited = Pick<PathItem, "security">;

class DescriptionReader {
  readonly #references: References;
  readonly #bodies: BodyReader;
  readonly #security: SecurityReader;

  constructor(
    private readonly file: YamlFile,
    files: Files,
    private readonly reporter: Reporter,
  ) {
    this.#references = new References(file.silent(), files);
    this.#bodies = new BodyReader(this.#references, new SchemaReader(this.#references));
    this.#security = new SecurityReader(file, files, reporter);
  }

  read(): ApiDescription | undefined {
    const { file, reporter } = this;
    const entries = file.entries(file.root);
    if (entries === undefined) {
      const expected = "a mapping, such as of paths";
      reporter.report(file.source.span(0, 0), "apiType", { key: "An API description", expected });
      return undefined;
    }
    const top = readExtensions(file, entries, "top", reporter);
    this.#security.readSchemes(entries);
    const paths = entries.find(({ key }) => key === "paths");
    const pathEntries = paths === undefined ? [] : this.#mapping(paths);
    const overall = readExtensions(file, pathEntries, "paths", reporter);
    if (paths === undefined) reporter.report(file.source.span(0, 0), "apiPathsMissing");
    const inherited = { security: this.#security.read(entries, []) };
    const items = this.#paths(pathEntries, inherited);
    this.#security.reportUnchecked();
    return {
      source: file.source,
      span: file.root === null ? file.source.span(0, 0) : file.span(file.root),
      basePath: readBasePath(file, entries, reporter),
      initFlow: this.#flow(top.get("init")),
      errorFlow: this.#errorFlow(top.get("error")),
      fallbackFlow: this.#answer(overall, "") ?? this.#flow(top.get("flow")),
      cors: readCors(file, top.get("cors"), reporter),
      paths: items,
    };
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
        const { line } = this.file.source.place(other.span.start);
        this.reporter.report(item.span, "pathDuplicate", { other: other.pattern, line });
      }
    }
    return [...items.values()];
  }

  #pathItem(entry: YamlEntry, inherited: Inherited): PathItem | undefined {
    const { file, reporter } = this;
    const { key, keySpan } = entry;
    const pattern = parsePathPattern(key, placesIn(file.source, keySpan, entry.keyTextStart), reporter);
    const entries = this.#mapping(entry);
    const extensions = readExtensions(file, entries, "path", reporter);
    const own = { security: this.#security.read(entries, inherited.security) };
    const operations: Operation[] = [];
    for (const member of entries) {
      if (methods.has(member.key)) operations.push(this.#operation(member, entry, own));
      else if (member.key === "$ref") reporter.report(member.keySpan, "apiReference");
      else if (!otherMembers.has(member.key) && !member.key.startsWith("x-")) {
        const meant = nearest(member.key, [...methods, ...otherMembers]);
        reporter.report(member.keySpan, "apiUnknownMember", { key: member.key, nearest: meant });
      }
    }
    const flow = this.#answer(extensions, key);
    return pattern && { span: keySpan, pattern: key, ...pattern, flow, ...own, operations };
  }

  #operation(entry: YamlEntry, path: YamlEntry, inherited: Inherited): Operation {
    const entries = this.#mapping(entry);
    const extensions = readExtensions(this.file, entries, "operation", this.reporter);
    const located = this.#references.located(entry.value);
    const text = (name: string) => {
      const member = entries.find(({ key }) => key === name);
      return member && this.file.string(member.value);
    };
    return {
      span: entry.keySpan,
      method: entry.key.toUpperCase(),
      operationId: text("operationId"),
      summary: text("summary"),
      requestBody: this.#bodies.request(this.#references.located(path.value), located),
      responseBody: this.#bodies.response(located),
      flow: this.#answer(extensions, `${path.key} ${entry.key}`),
      security: this.#security.read(entries, inherited.security),
    };
  }

  /** The flow or the proxy that answers the requests of a place. */
  #answer(extensions: ReturnType<typeof readExtensions>, place: string): FlowReference | undefined {
    const flow = extensions.get("flow");
    const proxy = extensions.get("proxy");
    if (proxy === undefined) return this.#flow(flow);
    if (flow !== undefined)
      this.reporter.report(proxy.keySpan, "proxyAndFlow", { key: proxy.key, other: flow.key });
    const config = readProxy(this.file, proxy, this.reporter);
    // No path of a file ends with a slash, or has two in a row.
    return config && { span: proxy.keySpan, src: `proxy/${place}`, proxy: config };
  }

  #flow(entry: YamlEntry | undefined): FlowReference | undefined {
    if (entry === undefined) return undefined;
    const span = this.file.valueSpan(entry);
    const src = this.file.string(entry.value)?.trim();
    if (src !== undefined && src !== "") return { span, src };
    this.reporter.report(span, "apiType", { key: entry.key, expected: "the name of a flow file" });
    return undefined;
  }

  #errorFlow(entry: YamlEntry | undefined): FlowReference | undefined {
    if (entry === undefined) return undefined;
    const flow = this.file.entries(entry.value)?.find(({ key }) => key === "flow");
    if (flow !== undefined) return this.#flow(flow);
    this.reporter.report(this.file.valueSpan(entry), "apiErrorFlow", { key: entry.key });
    return undefined;
  }

  /** The entries of a mapping, which may be left empty. */
  #mapping(entry: YamlEntry): readonly YamlEntry[] {
    const entries = this.file.entries(entry.value);
    if (entries !== undefined) return entries;
    if (!this.file.isNull(entry.value)) {
      this.reporter.report(this.file.valueSpan(entry), "apiType", { key: entry.key, expected: "a mapping" });
    }
    return [];
  }
}
