import type { Diagnostic } from "../diagnostics/reporter.js";
import type { BundleParts } from "../output/bundle.js";
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

/** The data for the files beside the code; none if there are errors. */
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

/** The outcome of one build. */
interface Outcome {
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
  isNamed: (name: string) => boolean,
) => Recompiled | undefined;

/** Makes the parts of a bundle, with those of an earlier one. */
export type MakeParts = (
  modules: readonly PrintedModule[],
  traits: AppTraits,
  before: BundleParts | undefined,
) => Promise<BundleParts>;

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
  /** The modules of the last build, if the builder stays. */
  #modules: readonly PrintedModule[] = [];
  /** The texts of flows as they were when `#compiled` was made. */
  #texts: (path: string) => string | undefined = () => undefined;
  #recompiled = 0;

  constructor(options: IncrementalOptions) {
    this.#options = options;
  }

  /** The modules of the last build, if the builder stays and has made it itself. */
  get modules(): readonly PrintedModule[] {
    return this.#modules;
  }

  /** The analysis of the last build, if this builder made it and stays. */
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
      last && changed && (changed.length === 0 ? kept(last) : await this.#patched(last, changed, contents));
    if (same?.kept !== undefined) this.#last = same.kept;
    if (last !== undefined && same !== undefined) {
      const { endpoints, reads } = same.kept ?? { endpoints: 0, reads: contents.reread(last.reads) };
      const diagnostics = restoreDiagnostics(same.diagnostics, contents);
      return { kept: same.kept, diagnostics, endpoints, reads, contents };
    }
    const recorder = contents.recorder();
    const compilation = this.#noted(await this.#options.compile(recorder.input));
    const { modules, diagnostics, endpoints, traits = noTraits } = compilation;
    if (modules.length === 0)
      return { kept: undefined, diagnostics, endpoints, reads: recorder.reads(), contents };
    const made: KeptBuild = {
      parts: await bundle(modules, traits, last?.parts),
      others: await Promise.all(others.map((make, index) => make(modules, traits, last?.others[index]))),
      traits,
      reads: recorder.reads(),
      diagnostics: keepDiagnostics(diagnostics),
      endpoints,
      description: compilation.description(),
      modules: modules.map(({ path, text }) => ({ path, text })),
    };
    this.#last = made;
    this.#modules = this.#options.recompile === undefined ? [] : modules;
    this.#texts = (path) => contents.read(path);
    this.#recompiled = 0;
    this.#options.store?.set(key, JSON.stringify(made));
    return { kept: made, diagnostics, endpoints, reads: made.reads, contents };
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
  ): Promise<Patched | undefined> {
    if (changed.length + this.#recompiled > maxRecompiled) return undefined;
    const { recompile } = this.#options;
    let [modules, compiled] = [this.#modules, this.#compiled];
    for (const path of changed) {
      const before = this.#texts(path);
      const texts = new Map(modules.map(({ path: own, text }) => [own, text]));
      const isNamed = once((name) => contents.names(name, path));
      const made =
        compiled && before !== undefined
          ? recompile?.(compiled, path, before, contents, (module) => texts.get(module), isNamed)
          : undefined;
      if (made === undefined) return undefined;
      // With errors in several flows, all are told at once.
      if (made.compiled === undefined)
        return changed.length > 1
          ? undefined
          : { kept: undefined, diagnostics: keepDiagnostics(made.diagnostics) };
      compiled = made.compiled;
      const replaced = new Map(made.modules.map((module) => [module.path, module]));
      modules = modules.map((module) => replaced.get(module.path) ?? module);
    }
    const parts = await this.#options.bundle(modules, last.traits, last.parts);
    this.#compiled = compiled;
    this.#modules = modules;
    this.#texts = (path) => contents.read(path);
    this.#recompiled += changed.length;
    const diagnostics = keepDiagnostics(compiled?.diagnostics ?? []);
    const files = modules.map(({ path, text }) => ({ path, text }));
    const reads = contents.reread(last.reads);
    return { kept: { ...last, modules: files, parts, diagnostics, reads }, diagnostics };
  }

  #stored(key: string): KeptBuild | undefined {
    const text = this.#options.store?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as KeptBuild);
  }
}

/** The outcome of the last build; `kept` is `undefined` if there are errors. */
interface Patched {
  readonly kept: KeptBuild | undefined;
  readonly diagnostics: readonly KeptDiagnostic[];
}

const kept = (build: KeptBuild): Patched => ({ kept: build, diagnostics: build.diagnostics });

function once<T>(ask: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const answer = known.get(name) ?? ask(name);
    known.set(name, answer);
    return answer;
  };
}

const noTraits: AppTraits = { title: "", version: "", variables: [] };

/** Facts about earlier versions of flows stay in memory until all flows are compiled again. */
const maxRecompiled = 100;
