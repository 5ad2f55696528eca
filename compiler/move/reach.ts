import { definitionOf, factsOf } from "../constructs/index.js";
import { Reporter } from "../diagnostics/index.js";
import type { App, RouteOperation } from "../load/index.js";
import {
  handlerFiles,
  parseSheetDocument,
  readOverlaid,
  type YamlEntry,
  type YamlFile,
} from "../parse/index.js";
import { resolvePath, type SourceText, type Span } from "../source/index.js";
import { actionsOf, isHandlerPath, methodNames, treesOf } from "../syntax/index.js";

/** An operation of the API description, and all that answers to it depend on. */
export interface ReachedOperation {
  /** In upper case; `*` is every method. */
  readonly method: string;
  /** With the base path. */
  readonly path: string;
  /** As the API description writes it. */
  readonly pattern: string;
  /** The flow; `undefined` if there is none. */
  readonly flow: string | undefined;
  readonly route: RouteOperation | undefined;
  readonly span: Span;
  /** Flows, templates, stylesheets, and other files of the description. */
  readonly files: ReadonlySet<string>;
  /** Those that only belong to operations with this flow, and not to all: its own and those that it calls. */
  readonly ownFiles: ReadonlySet<string>;
  /** Parts of the API description. */
  readonly regions: readonly Span[];
}

/** The operations of an app, also those that errors keep out of it, in the order of the description. */
export function reachOf(app: App): readonly ReachedOperation[] {
  const { source, basePath } = app.api;
  const file = readOverlaid(source, app.files, new Reporter());
  if (file === undefined) return [];
  const description = new DescriptionReach(file);
  const flows = new FlowReach(app);
  const around = flows.from([app.initFlow, app.errorFlow, app.configFlow]);
  const routes = new Map(app.routes.map(({ pattern, operations }) => [pattern, operations]));
  return description
    .operations()
    .flatMap(({ entry, pattern, method, parts }): readonly ReachedOperation[] => {
      const known = routes.get(pattern) ?? [];
      // The operations of a path may stand in another file.
      const named = known.filter((one) => one.method === method);
      const found = named.length > 0 ? named : method === "*" && known.length > 0 ? known : [undefined];
      return found.map((route) => {
        const postChecks = (route?.security ?? []).flat().map(({ scheme }) => scheme.postCheckFlow);
        const flow = route && app.flowPath(route.flow);
        const ownFiles = flows.from([flow, ...postChecks.map((one) => one && app.flowPath(one))]);
        const { regions, files } = description.reached(
          parts,
          route === undefined || route.level === "fallback",
        );
        return {
          method: route?.method ?? method,
          path: basePath + pattern,
          pattern,
          flow: flow === undefined ? undefined : (app.flows.get(flow)?.source.path ?? flow),
          route,
          span: route?.operation?.span ?? entry.keySpan,
          files: new Set([...around, ...ownFiles, ...files]),
          ownFiles,
          regions,
        };
      });
    });
}

/** True if an operation depends on a place. */
export const isReached = ({ files, regions }: ReachedOperation, { source, start, end }: Span): boolean =>
  files.has(source.path) ||
  regions.some((region) => region.source.path === source.path && region.start <= start && region.end >= end);

/** The files that flows are written in. */
class FlowReach {
  readonly #known = new Map<
    string,
    { readonly files: readonly string[]; readonly calls: readonly string[] }
  >();

  constructor(private readonly app: App) {}

  from(paths: readonly (string | undefined)[]): ReadonlySet<string> {
    const pending = new Set(paths.filter((path) => path !== undefined));
    const files = new Set<string>();
    for (const path of pending) {
      const direct = this.#direct(path);
      for (const file of direct.files) files.add(file);
      for (const called of direct.calls) pending.add(called);
    }
    return files;
  }

  #direct(path: string) {
    const known = this.#known.get(path) ?? this.#find(path);
    this.#known.set(path, known);
    return known;
  }

  #find(path: string): { readonly files: readonly string[]; readonly calls: readonly string[] } {
    const { files: all, flows } = this.app;
    const source = isHandlerPath(path) ? all.get(path) : undefined;
    const modules = source === undefined ? [path] : handlerFiles(source, all);
    const flow = treesOf(flows).get(path);
    if (flow === undefined) return { files: modules, calls: [] };
    const actions = actionsOf(flow.statements);
    const sheets = actions.flatMap((action) => definitionOf(action).stylesheet?.(action).source ?? []);
    const files = [
      flow.source.path,
      ...(source === undefined ? [] : modules),
      ...actions.flatMap((action) => factsOf(action).templates).map(({ span }) => span.source.path),
      ...this.#modulesOf(sheets),
    ];
    // Those of proxies are written in the description, which has parts.
    return {
      files: files.filter((file) => file !== this.app.api.source.path),
      calls: actions.flatMap((action) => factsOf(action).calls ?? []),
    };
  }

  /** Stylesheets, and what they include and import. */
  #modulesOf(sheets: readonly SourceText[]): readonly string[] {
    const pending = new Set(sheets);
    for (const source of pending)
      for (const { name, attributes } of parseSheetDocument(source, new Reporter())?.children ?? []) {
        const href = /(?:^|:)(?:include|import)$/.test(name) ? attributes.get("href")?.value.text : undefined;
        const path = href === undefined ? undefined : resolvePath(source.path, href);
        const module = path === undefined ? undefined : this.app.files.get(path);
        if (module !== undefined) pending.add(module);
      }
    return [...pending].map(({ path }) => path);
  }
}

interface Reached {
  readonly regions: readonly Span[];
  readonly files: readonly string[];
}

/** A part of the description: its places, and the references in it. */
interface Part extends Reached {
  readonly references: readonly string[];
}

interface DescribedOperation {
  readonly entry: YamlEntry;
  readonly pattern: string;
  readonly method: string;
  readonly parts: readonly Part[];
}

/** Parts of a description that many share: only those that refer to them reach them. */
const sharedParts: ReadonlySet<string> = new Set([
  ...["paths", "definitions", "components", "parameters", "responses", "securityDefinitions", "security"],
]);

/** The parts of an API description that its operations depend on. */
class DescriptionReach {
  readonly #top: readonly YamlEntry[];
  readonly #paths: readonly YamlEntry[];
  readonly #parts = new Map<string, Part>();
  readonly #common: Part;
  readonly #fallback: Part;

  constructor(file: YamlFile) {
    this.#top = file.silent().entries(file.root) ?? [];
    this.#paths = this.#top.find(({ key }) => key === "paths")?.entries ?? [];
    const common = this.#top.filter(({ key }) => !sharedParts.has(key));
    const head = { regions: [file.source.span(0, 0)], files: [], references: [] };
    this.#common = joined([head, ...common.map((entry) => partOf(entry))]);
    const fallback = this.#paths.filter(({ key }) => key.startsWith("x-"));
    this.#fallback = joined(fallback.map((entry) => partOf(entry)));
  }

  operations(): readonly DescribedOperation[] {
    return this.#paths.flatMap((path): readonly DescribedOperation[] => {
      if (path.key.startsWith("x-")) return [];
      const members = path.entries ?? [];
      const own = members.filter(({ key }) => methodNames.has(key));
      const shared = members.filter(({ key }) => !methodNames.has(key));
      const key = { regions: [path.keySpan], files: [], references: [] };
      const parts = [key, ...shared.map((entry) => partOf(entry))];
      const security = (entries: readonly YamlEntry[]) =>
        schemesIn([entries, members, this.#top].map((all) => all.find(({ key }) => key === "security")));
      if (own.length === 0)
        return [{ entry: path, pattern: path.key, method: "*", parts: [...parts, security([])] }];
      return own.map((entry) => ({
        entry,
        pattern: path.key,
        method: entry.key.toUpperCase(),
        parts: [...parts, partOf(entry), security(entry.entries ?? [])],
      }));
    });
  }

  /** All that parts lead to. */
  reached(parts: readonly Part[], usesFallback: boolean): Reached {
    const all = [this.#common, ...(usesFallback ? [this.#fallback] : []), ...parts];
    const references = new Set(all.flatMap((part) => part.references));
    for (const reference of references) {
      const part = this.#referred(reference);
      all.push(part);
      for (const next of part.references) references.add(next);
    }
    return joined(all);
  }

  #referred(reference: string): Part {
    const known = this.#parts.get(reference) ?? this.#refer(reference);
    this.#parts.set(reference, known);
    return known;
  }

  /** The target of a JSON Pointer in a fragment (RFC 6901 §6). */
  #refer(reference: string): Part {
    let entries = this.#top;
    let found: YamlEntry | undefined;
    for (const name of reference.slice(2).split("/").map(unescaped)) {
      found = entries.find(({ key }) => key === name);
      entries = found?.entries ?? [];
    }
    return found === undefined ? joined([]) : partOf(found);
  }
}

/** The schemes that the first of these lists names. */
function schemesIn(lists: readonly (YamlEntry | undefined)[]): Part {
  const list = lists.find((entry) => entry !== undefined);
  const names = (list?.items ?? []).flatMap((item) => (item.entries ?? []).map(({ key }) => key));
  const references = names.flatMap((name) =>
    ["securityDefinitions", "components/securitySchemes"].map((place) => `#/${place}/${escaped(name)}`),
  );
  return { regions: list === undefined ? [] : [wholeSpan(list)], files: [], references };
}

/** The key and the value. What an alias repeats stands elsewhere. */
const wholeSpan = ({ keySpan, valueSpan: { start, end } }: YamlEntry): Span =>
  start < keySpan.start ? keySpan : keySpan.source.span(keySpan.start, end);

function partOf(entry: YamlEntry): Part {
  const regions = [wholeSpan(entry)];
  const files: string[] = [];
  const references: string[] = [];
  const visit = ({ items = [], entries = [] }: YamlEntry) => {
    for (const item of items) visit(item);
    for (const member of entries) {
      const { valueSpan: span, string: text, file } = member;
      if (!regions.some(({ start, end }) => start <= span.start && end >= span.end)) regions.push(span);
      if (member.key !== "$ref" || text === undefined) visit(member);
      else if (text.startsWith("#")) references.push(text);
      else files.push(resolvePath(file.source.path, text.split("#")[0] ?? "") ?? "");
    }
  };
  visit(entry);
  return { regions, files, references };
}

const joined = (parts: readonly Part[]): Part => ({
  regions: parts.flatMap(({ regions }) => regions),
  files: parts.flatMap(({ files }) => files),
  references: parts.flatMap(({ references }) => references),
});

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
