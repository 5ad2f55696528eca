import type { Diagnostic } from "../diagnostics/reporter.js";
import { type BundleParts, bundleParts, joinParts } from "../output/bundle.js";
import { licencesPath, licenceTexts } from "../output/bundle-notice.js";
import { makeChunk } from "../output/chunk.js";
import type { OutputFile } from "../output/manifest.js";
import type { PrintedModule } from "../output/print.js";
import { sbom, sbomPath } from "../output/sbom.js";
import type { Input } from "../source/files.js";
import { hash } from "../source/hash.js";
import type { Store } from "../source/store.js";
import { Contents, type Reads } from "./contents.js";
import { type KeptDiagnostic, keepDiagnostics, restoreDiagnostics } from "./kept-diagnostics.js";
import type { Compiled, Recompiled } from "./recompile.js";

export interface Compilation {
  /** The TypeScript modules; none if there are errors. */
  readonly modules: readonly PrintedModule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
  /** For compilations after small changes; there is none if there are errors. */
  readonly compiled?: Compiled;
}

export interface Build {
  /** Everything for the output directory but the manifest; nothing if there are errors. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
  /** The hashes of all files that were read, by their paths. */
  readonly inputs: ReadonlyMap<string, string>;
}

export interface BuildOptions {
  /** Whether to tell what is in `server.js`, in a file beside it. */
  readonly sbom?: boolean;
  /** Leads from `server.js.map` to the flow directory, as a URL. Without it, flows are named as in that directory. */
  readonly sourceRoot?: string;
}

/** A build without errors, as plain data. */
interface KeptBuild {
  readonly reads: Reads;
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly endpoints: number;
  readonly modules: readonly OutputFile[];
  readonly parts: BundleParts;
}

type Recompile = (
  compiled: Compiled,
  path: string,
  before: string,
  input: Input,
  known: (module: string) => string | undefined,
) => Recompiled | undefined;

/** Builds one flow directory, once or again and again, and does not make again what cannot have changed. */
export class Builder {
  #last: KeptBuild | undefined;
  #compiled: Compiled | undefined;
  /** The texts of flows as they were when `#compiled` was made. */
  #texts: (path: string) => string | undefined = () => undefined;
  #recompiled = 0;

  /**
   * @param store without it, only this builder knows what it has built
   * @param recompile for builders that stay
   */
  constructor(
    private readonly compile: (input: Input) => Promise<Compilation>,
    private readonly store?: Store,
    private readonly recompile?: Recompile,
  ) {}

  async build(input: Input, options: BuildOptions = {}): Promise<Build> {
    const contents = new Contents(input);
    const key = `build ${hash(JSON.stringify(input.list))}`;
    const last = this.#last ?? this.#stored(key);
    const changed = last && contents.changedSince(last.reads);
    const same =
      last && changed && (changed.length === 0 ? last : await this.#patched(last, changed, contents));
    if (same !== undefined) {
      this.#last = same;
      return outputOf(same, restoreDiagnostics(same.diagnostics, contents), contents, options);
    }
    const recorder = contents.recorder();
    const { modules, diagnostics, endpoints } = this.#noted(await this.compile(recorder.input));
    if (modules.length === 0)
      return { files: [], diagnostics, endpoints, inputs: inputsOf(recorder.reads()) };
    const kept: KeptBuild = {
      parts: await bundleParts(modules, last?.parts),
      reads: recorder.reads(),
      diagnostics: keepDiagnostics(diagnostics),
      endpoints,
      modules: modules.map(({ path, text }) => ({ path, text })),
    };
    this.#last = kept;
    this.#texts = (path) => contents.read(path);
    this.#recompiled = 0;
    this.store?.set(key, JSON.stringify(kept));
    return outputOf(kept, diagnostics, contents, options);
  }

  /** Only a builder that stays keeps what was known of the flows: it is larger than all that is made of it. */
  #noted({ compiled, ...rest }: Compilation): Omit<Compilation, "compiled"> {
    if (compiled !== undefined) this.#compiled = this.recompile && compiled;
    return rest;
  }

  /** The last build with flows compiled again of which nothing else depends; `undefined` if there are others. */
  async #patched(
    last: KeptBuild,
    changed: readonly string[],
    contents: Contents,
  ): Promise<KeptBuild | undefined> {
    if (changed.length + this.#recompiled > maxRecompiled) return undefined;
    let [build, compiled] = [last, this.#compiled];
    for (const path of changed) {
      const before = this.#texts(path);
      const texts = new Map(build.modules.map(({ path: own, text }) => [own, text]));
      const made =
        compiled && before !== undefined
          ? this.recompile?.(compiled, path, before, contents, (module) => texts.get(module))
          : undefined;
      if (made === undefined) return undefined;
      compiled = made.compiled;
      build = await replaced(build, made.module);
    }
    this.#compiled = compiled;
    this.#texts = (path) => contents.read(path);
    this.#recompiled += changed.length;
    return {
      ...build,
      diagnostics: keepDiagnostics(compiled?.diagnostics ?? []),
      reads: contents.reread(last.reads),
    };
  }

  #stored(key: string): KeptBuild | undefined {
    const text = this.store?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as KeptBuild);
  }
}

/** What was known of flows before they changed stays in memory, until all are compiled again. */
const maxRecompiled = 100;

async function replaced(build: KeptBuild, module: PrintedModule): Promise<KeptBuild> {
  const { path, text, code } = module;
  const chunk = code && (await makeChunk(module, code));
  return {
    ...build,
    modules: build.modules.map((one) => (one.path === path ? { path, text } : one)),
    parts: {
      ...build.parts,
      modules: build.parts.modules.map((one) => (one.path === path ? { ...one, ...chunk } : one)),
    },
  };
}

async function outputOf(
  { parts, modules, endpoints, reads }: KeptBuild,
  diagnostics: readonly Diagnostic[],
  contents: Contents,
  options: BuildOptions,
): Promise<Build> {
  const texts = new Map(modules.map(({ path, text }) => [path, text]));
  const { code, map, packages, beside } = joinParts(parts, {
    module: (path) => texts.get(path) ?? "",
    flow: (path) => contents.read(path) ?? "",
    flowRoot: options.sourceRoot ?? "",
  });
  const files = [
    ...modules,
    { path: "server.js", text: code },
    { path: "server.js.map", text: map },
    { path: licencesPath, text: licenceTexts(packages) },
    ...(options.sbom === true ? [{ path: sbomPath, text: await sbom(code, packages) }] : []),
    ...beside.map(({ path, text }) => ({ path, text })),
  ];
  return { files, diagnostics, endpoints, inputs: inputsOf(reads) };
}

function inputsOf({ texts, bytes }: Reads): ReadonlyMap<string, string> {
  return new Map([...texts, ...bytes].filter(([, value]) => value !== ""));
}
