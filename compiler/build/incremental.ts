import type { Diagnostic } from "../diagnostics/reporter.js";
import type { BundleParts } from "../output/bundle.js";
import { makeChunk } from "../output/chunk.js";
import type { OutputFile } from "../output/manifest.js";
import type { PrintedModule } from "../output/print.js";
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
  /** Makes the text of `api.json`; there is none if there are errors. */
  readonly description: () => string;
  readonly traits?: AppTraits;
  /** For compilations after small changes; there is none if there are errors. */
  readonly compiled?: Compiled;
}

/** What the files beside the code are written with; there is none if there are errors. */
export interface AppTraits {
  /** The title of the API description. */
  readonly title: string;
  /** The version in it. */
  readonly version: string;
  /** The environment variables that flows read by their names, sorted. */
  readonly variables: readonly string[];
}

/** A build without errors, as plain data. */
export interface KeptBuild {
  readonly reads: Reads;
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly endpoints: number;
  readonly description: string;
  readonly modules: readonly OutputFile[];
  readonly traits: AppTraits;
  readonly parts: BundleParts;
  /** Of further bundles of the same app. */
  readonly others: readonly BundleParts[];
}

/** What one build has come to. */
export interface Outcome {
  /** `undefined` if there are errors. */
  readonly kept: KeptBuild | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
  readonly reads: Reads;
  readonly contents: Contents;
}

type Recompile = (
  compiled: Compiled,
  path: string,
  before: string,
  input: Input,
  known: (module: string) => string | undefined,
) => Recompiled | undefined;

/** Makes the parts of a bundle, with those of an earlier one. */
type MakeParts = (modules: readonly PrintedModule[], before: BundleParts | undefined) => Promise<BundleParts>;

export interface IncrementalOptions {
  compile(input: Input): Promise<Compilation>;
  readonly bundle: MakeParts;
  /** For further bundles of the same app. They are made whole, so such builders have no `recompile`. */
  readonly others?: readonly MakeParts[];
  /** Tells results apart that were stored for the same directory; none for what most builds are for. */
  readonly purpose?: string;
  /** Without it, only this builder knows what it has built. */
  readonly store?: Store | undefined;
  /** For builders that stay. */
  readonly recompile?: Recompile | undefined;
}

/** Compiles one flow directory, once or again and again, and does not make again what cannot have changed. */
export class Incremental {
  readonly #options: IncrementalOptions;
  #last: KeptBuild | undefined;
  #compiled: Compiled | undefined;
  /** The texts of flows as they were when `#compiled` was made. */
  #texts: (path: string) => string | undefined = () => undefined;
  #recompiled = 0;

  constructor(options: IncrementalOptions) {
    this.#options = options;
  }

  /** What is known of the flows of the last build, if the builder stays and has made it itself. */
  get compiled(): Compiled | undefined {
    return this.#compiled;
  }

  async build(input: Input): Promise<Outcome> {
    const contents = new Contents(input);
    const { bundle, others = [], purpose = "" } = this.#options;
    const key = `build ${hash(JSON.stringify([purpose, input.list]))}`;
    const last = this.#last ?? this.#stored(key);
    const changed = last && contents.changedSince(last.reads);
    const same =
      last && changed && (changed.length === 0 ? last : await this.#patched(last, changed, contents));
    if (same !== undefined) {
      this.#last = same;
      const { endpoints, reads } = same;
      const diagnostics = restoreDiagnostics(same.diagnostics, contents);
      return { kept: same, diagnostics, endpoints, reads, contents };
    }
    const recorder = contents.recorder();
    const compilation = this.#noted(await this.#options.compile(recorder.input));
    const { modules, diagnostics, endpoints, traits = noTraits } = compilation;
    if (modules.length === 0)
      return { kept: undefined, diagnostics, endpoints, reads: recorder.reads(), contents };
    const kept: KeptBuild = {
      parts: await bundle(modules, last?.parts),
      others: await Promise.all(others.map((make, index) => make(modules, last?.others[index]))),
      traits,
      reads: recorder.reads(),
      diagnostics: keepDiagnostics(diagnostics),
      endpoints,
      description: compilation.description(),
      modules: modules.map(({ path, text }) => ({ path, text })),
    };
    this.#last = kept;
    this.#texts = (path) => contents.read(path);
    this.#recompiled = 0;
    this.#options.store?.set(key, JSON.stringify(kept));
    return { kept, diagnostics, endpoints, reads: kept.reads, contents };
  }

  /** Only a builder that stays keeps what was known of the flows: it is larger than all that is made of it. */
  #noted({ compiled, ...rest }: Compilation): Omit<Compilation, "compiled"> {
    if (compiled !== undefined) this.#compiled = this.#options.recompile && compiled;
    return rest;
  }

  /** The last build with flows compiled again of which nothing else depends; `undefined` if there are others. */
  async #patched(
    last: KeptBuild,
    changed: readonly string[],
    contents: Contents,
  ): Promise<KeptBuild | undefined> {
    if (changed.length + this.#recompiled > maxRecompiled) return undefined;
    const { recompile } = this.#options;
    let [build, compiled] = [last, this.#compiled];
    for (const path of changed) {
      const before = this.#texts(path);
      const texts = new Map(build.modules.map(({ path: own, text }) => [own, text]));
      const made =
        compiled && before !== undefined
          ? recompile?.(compiled, path, before, contents, (module) => texts.get(module))
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
    const text = this.#options.store?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as KeptBuild);
  }
}

const noTraits: AppTraits = { title: "", version: "", variables: [] };

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
