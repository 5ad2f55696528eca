import { hash } from "../source/hash.js";
import type { SourceText } from "../source/source-text.js";
import type { Store } from "../source/store.js";
import { allPackages, type BundledPackage, containedNotice } from "./bundle-notice.js";
import { type BundleEntry, type RuntimePart, runtimePart } from "./bundle-runtime.js";
import { type FileBeside, loaders } from "./files-beside.js";
import { entryPath, type GeneratedSource, type LinkedPart, link, wantedBy } from "./link.js";
import type { PrintedModule } from "./print.js";
import { flowUrl, urlOf } from "./source-map.js";

export interface Bundle {
  readonly code: string;
  /**
   * A source map in JSON. It leads from `code` to the flows, the generated modules, the runtime and the
   * packages.
   */
  readonly map: string;
  /** The packages that are in `code`, or that `code` loads from a file beside it. */
  readonly packages: readonly BundledPackage[];
  /** The files that `code` loads when it needs them. */
  readonly beside: readonly FileBeside[];
  /** The modules of Node that `code` loads, or may load. */
  readonly builtins: readonly string[];
}

/** Serves the app. */
export const serverEntry: BundleEntry = {
  file: "server.js",
  replaced: loaders,
  imports: [["flowc/runtime/node", "listen"]],
  text: `import { listen } from "flowc/runtime/node";\nimport app from "./app.js";\n\nlisten(app);\n`,
};

/** A bundle without the texts of flows and modules, as plain data. */
export interface BundleParts {
  readonly runtime: RuntimePart;
  readonly linked: LinkedPart;
}

/**
 * Bundles `app.ts` and everything that it needs into one file. The same modules give the same bytes, wherever flowc is
 * installed and run.
 *
 * The names in the runtime, the packages and the validators get short; that part depends on nothing but what is
 * imported, takes longer than all else, and is stored. In the modules that are made of flows, names stay: a debugger shows the
 * variables of flows. So these are linked apart, and each part has a scope of its own.
 */
export async function bundleParts(
  modules: readonly PrintedModule[],
  entry: BundleEntry,
  store?: Store,
): Promise<BundleParts> {
  const { wanted, scripts } = wantedBy(modules, entry.imports);
  const runtime = await runtimePart(wanted, scripts, entry, store);
  return { runtime, linked: await link(modules, entry.text, wanted, runtime) };
}

/**
 * The same for what is run at once, and made of the same again and again.
 * @param store has the last ones, by the purpose
 */
export async function bundlePartsAgain(
  modules: readonly PrintedModule[],
  entry: BundleEntry,
  purpose: "tests" | "traces",
  store: Store,
): Promise<BundleParts> {
  const name = `parts of ${purpose}`;
  const key = partsKey(modules, entry);
  const stored = store.get(name);
  if (stored?.startsWith(key)) return JSON.parse(stored.slice(key.length)) as BundleParts;
  const parts = await bundleParts(modules, entry, store);
  store.set(name, key + JSON.stringify(parts));
  return parts;
}

/** The hash of all that parts are made of: modules, and the places that they are mapped to. */
function partsKey(modules: readonly PrintedModule[], entry: BundleEntry): string {
  const sources = new Map<SourceText, number>();
  const numberOf = (source: SourceText): number => {
    const number = sources.get(source) ?? sources.size;
    sources.set(source, number);
    return number;
  };
  const made = modules.map(({ path, text, mappings }) => [
    path,
    text,
    mappings.map(({ offset, span, name }) => [offset, span && [numberOf(span.source), span.start], name]),
  ]);
  return hash(JSON.stringify([entry, made, [...sources.keys()].map(({ path, text }) => [path, text])]));
}

/** The text of a generated module or of a flow file. */
export type TextOf = (path: string) => string;

/** The texts that a map shows, and where they are. */
export interface SourceTexts {
  /** By the paths of generated modules. */
  readonly module: TextOf;
  /** By the paths of flow files. */
  readonly flow: TextOf;
  /** Leads from the map to the flow directory, as a URL. */
  readonly flowRoot: string;
}

export function textsOf(modules: readonly Pick<PrintedModule, "path" | "text">[]): TextOf {
  const texts = new Map(modules.map(({ path, text }) => [path, text]));
  return (path) => texts.get(path) ?? "";
}

// Node first takes a `.js` file for CommonJS if its package.json has no `type`, and warns if it turns out to
// be a module. This form works as both.
const open = '((require) => {\n"use strict";var runtime,result;\n';
const close = "return result})((name) => process.getBuiltinModule(name));\n";
const openGenerated = "(() => {\n";

export function joinParts({ runtime, linked }: BundleParts, texts: SourceTexts, entry: BundleEntry): Bundle {
  const { takes = "", file } = entry;
  const head = runtime.notice + containedNotice(linked.packages) + takes + open;
  const before = head + runtime.code + openGenerated;
  const skipped = (text: string) => ";".repeat(text.split("\n").length - 1);
  const toFlows = skipped(head) + runtime.mappings + skipped(`\n${openGenerated}`) + linked.mappings;
  const first = runtime.sources.length;
  const sources = [
    ...runtime.sources,
    ...linked.sources.map((source) => generatedSource(source, texts, entry)),
  ];
  const isData = (index: number) => linked.sources[index - first]?.path.startsWith("assets/");
  const flows = linked.sources.flatMap(({ kind, path }, index) =>
    kind === "flow" ? [[first + index, path]] : [],
  );
  const separated = (parts: readonly string[]) =>
    parts.flatMap((part, index) => (index === 0 ? part : [",", part]));
  const members: Readonly<Record<string, string | readonly string[]>> = {
    version: "3",
    file: '"server.js"',
    sources: JSON.stringify(sources.map(({ url }) => url)),
    sourcesContent: ["[", ...separated(sources.map(({ json }) => json)), "]"],
    names: JSON.stringify([...runtime.names, ...linked.names]),
    mappings: `"${toFlows}"`,
    ignoreList: JSON.stringify([...sources.keys()].filter((index) => index < first || isData(index))),
    // Only flowc knows to read these.
    x_flowc_flows: JSON.stringify(flows),
    x_flowc_modules: `"${skipped(before)}${linked.moduleMappings}"`,
  };
  const { beside, builtins } = runtime;
  // The text of all sources is long: it is only copied once.
  const map = Object.entries(members).flatMap(([name, json], index) => [
    `${index === 0 ? "{" : ","}"${name}":`,
    ...(typeof json === "string" ? [json] : json),
  ]);
  return {
    code: `${before}${linked.code}})();\n${close}//# sourceMappingURL=${file}.map\n`,
    map: [...map, "}\n"].join(""),
    packages: allPackages(runtime.packages, linked.packages),
    beside,
    builtins,
  };
}

function generatedSource(
  { kind, path }: GeneratedSource,
  { module, flow, flowRoot }: SourceTexts,
  { text }: BundleEntry,
): RuntimePart["sources"][number] {
  if (kind === "flow") return { url: flowUrl(flowRoot, path), json: JSON.stringify(flow(path)) };
  // Nobody steps through data, and it may be large.
  if (path.startsWith("assets/")) return { url: urlOf(path), json: "null" };
  return { url: urlOf(path), json: JSON.stringify(path === entryPath ? text : module(path)) };
}
