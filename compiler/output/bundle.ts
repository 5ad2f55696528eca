import { resolve } from "node:path";
import { pushAll } from "../../runtime/base/push-all.js";
import type { Store } from "../source/store.js";
import type { BundledPackage } from "./bundle-notice.js";
import { ownRuntime, type Runtime, type RuntimePart, runtimePart, type Wanted } from "./bundle-runtime.js";
import type { FileBeside } from "./files-beside.js";
import { type GeneratedSource, type LinkedPart, Linker, wantedBy } from "./link.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";
import type { PrintedModule } from "./print.js";
import { flowUrl, JoinedMappings, urlOf } from "./source-map.js";
import { StoredParts } from "./stored-parts.js";

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

/** The end of a bundle, and the file that it is. */
export interface BundleEntry {
  readonly file: string;
  /** The text before the function that has everything in it, which takes its result: `export default`, say. */
  readonly takes?: string;
  /** Modules of the runtime that stand in place of others, by their paths in it without an ending. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Modules of packages that stand in place of others. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Imports of `text` from the runtime, and names that generated code uses without importing them. */
  readonly imports: readonly Wanted[];
  /** A module beside `app.ts`, which may set the variable `result`. */
  readonly text: string;
}

/** Serves the app. */
export const serverEntry: BundleEntry = {
  file: "server.js",
  imports: [["flowc/runtime/node", "listen"]],
  text: `import { listen } from "flowc/runtime/node";\nimport app from "./app.js";\n\nlisten(app);\n`,
};

/** A bundle without the texts of flows and modules, as plain data. */
export interface BundleParts {
  readonly runtime: RuntimePart;
  readonly linked: readonly LinkedPart[];
}

/** The parts of a bundle by the keys that they are stored under. */
export interface PartKeys {
  readonly runtime: string;
  readonly linked: readonly string[];
}

export const keysOf = ({ runtime, linked }: BundleParts): PartKeys => ({
  runtime: runtime.key,
  linked: linked.map(({ key }) => key),
});

/**
 * Bundles `app.ts` and everything that it needs into one file, again and again. The same modules give the same bytes,
 * wherever flowc is installed and run.
 *
 * The names in the runtime, the packages and the validators get short; that part depends on nothing but what is
 * imported. In the modules that are made of flows, they stay: a debugger shows the variables of flows. So these are
 * bundled apart, and each part has a scope of its own. Parts are kept in a store: most take longer to bundle than all else.
 */
export class Bundler {
  readonly #linker = new Linker();
  readonly #runtime: Runtime;
  readonly #linked: StoredParts | undefined;
  #last: RuntimePart | undefined;

  /** @param purpose of the bundle, by which its parts are stored */
  constructor(
    entry: BundleEntry,
    private readonly store?: Store,
    private readonly purpose = entry.file,
    runtime = ownRuntime(),
  ) {
    const pathOf = (module: string) => resolve(runtimeDirectory, module + moduleExtension);
    const own = Object.entries(entry.replaced ?? {}).map(
      ([one, other]) => [pathOf(one), pathOf(other)] as const,
    );
    this.#runtime = { ...runtime, replaced: new Map(own), packages: entry.packages ?? {} };
    this.#linked = store && new StoredParts(store, purpose);
  }

  async parts(modules: readonly PrintedModule[], entry: BundleEntry): Promise<BundleParts> {
    const { wanted, scripts } = wantedBy(modules, entry);
    const before = this.#lastRuntime();
    const runtime = await runtimePart(wanted, scripts, before, this.#runtime, entry.file);
    if (runtime !== before) this.store?.set(this.#runtimeKey, JSON.stringify(runtime));
    this.#last = runtime;
    const linked = await this.#linker.link(modules, entry.text, runtime, (key) => this.#linked?.get(key));
    this.#linked?.keep(linked);
    return { runtime, linked };
  }

  /** Parts that were made before; `undefined` if any of them is lost. */
  stored(keys: PartKeys): BundleParts | undefined {
    const runtime = this.#lastRuntime();
    const linked = keys.linked.flatMap((key) => this.#linker.known(key) ?? this.#linked?.get(key) ?? []);
    if (runtime?.key !== keys.runtime || linked.length < keys.linked.length) return undefined;
    return { runtime, linked };
  }

  get #runtimeKey(): string {
    return `runtime of ${this.purpose}`;
  }

  #lastRuntime(): RuntimePart | undefined {
    const stored = this.#last === undefined ? this.store?.get(this.#runtimeKey) : undefined;
    if (stored !== undefined) this.#last = JSON.parse(stored) as RuntimePart;
    return this.#last;
  }
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
const openParts = "(() => {var $parts={};\n";

export function joinParts(parts: BundleParts, texts: SourceTexts, entry: BundleEntry): Bundle {
  const { runtime, linked } = parts;
  const { takes = "", file } = entry;
  const head = runtime.notice + takes + open;
  const before = head + runtime.code + (linked.length === 1 ? openGenerated : openParts);
  const skipped = (text: string) => ";".repeat(text.split("\n").length - 1);
  const { code, mappings, moduleMappings, sources: generated, names } = joined(linked, runtime);
  const all = skipped(head) + runtime.mappings.text + skipped(`\n${openGenerated}`) + mappings;
  const first = runtime.sources.length;
  const sources = [...runtime.sources, ...generated.map((source) => generatedSource(source, texts, entry))];
  const isIgnored = (index: number) => index < first || generated[index - first]?.path.startsWith("assets/");
  const flows = generated.flatMap(({ kind, path }, index) =>
    kind === "flow" ? [[first + index, path]] : [],
  );
  const members = {
    version: "3",
    file: '"server.js"',
    sources: JSON.stringify(sources.map(({ url }) => url)),
    sourcesContent: `[${sources.map(({ json }) => json).join(",")}]`,
    names: JSON.stringify([...runtime.names, ...names]),
    mappings: `"${all}"`,
    ignoreList: JSON.stringify([...sources.keys()].filter(isIgnored)),
    // Only flowc knows to read these.
    x_flowc_flows: JSON.stringify(flows),
    x_flowc_modules: `"${skipped(before)}${moduleMappings}"`,
  };
  const { packages, beside, builtins } = runtime;
  return {
    code: `${before}${code}})();\n${close}//# sourceMappingURL=${file}.map\n`,
    map: `{${Object.entries(members).map(([name, json]) => `"${name}":${json}`)}}\n`,
    packages,
    beside,
    builtins,
  };
}

/** The code of all parts, each of several in a function of its own, with one list of sources and of names. */
function joined(linked: readonly LinkedPart[], runtime: RuntimePart) {
  const numbers = new Map<string, number>();
  const sources: GeneratedSource[] = [];
  const numberOf = (source: GeneratedSource): number => {
    const key = `${source.kind} ${source.path}`;
    const number = numbers.get(key) ?? runtime.sources.length + sources.length;
    if (!numbers.has(key)) sources.push(source);
    numbers.set(key, number);
    return number;
  };
  const names: string[] = [];
  const [toFlows, toModules] = [new JoinedMappings(runtime.mappings.end), new JoinedMappings()];
  const isOne = linked.length === 1;
  let code = "";
  for (const part of linked) {
    const own = part.sources.map(numberOf);
    const firstName = runtime.names.length + names.length;
    const [start, end] = isOne ? ["", ""] : [openGenerated, "})();\n"];
    code += start + part.code + end;
    const line = isOne ? "" : ";";
    toFlows.add(part.mappings, own, firstName, line);
    toModules.add(part.moduleMappings, own, firstName, line);
    pushAll(names, part.names);
  }
  return { code, mappings: toFlows.text, moduleMappings: toModules.text, sources, names };
}

function generatedSource(
  { kind, path }: GeneratedSource,
  { module, flow, flowRoot }: SourceTexts,
  { text }: BundleEntry,
): RuntimePart["sources"][number] {
  if (kind === "flow") return { url: flowUrl(flowRoot, path), json: JSON.stringify(flow(path)) };
  if (kind === "entry") return { url: urlOf(path), json: JSON.stringify(text) };
  // Nobody steps through data, and it may be large.
  return { url: urlOf(path), json: path.startsWith("assets/") ? "null" : JSON.stringify(module(path)) };
}
