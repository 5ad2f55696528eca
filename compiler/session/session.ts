import type { Diagnostic } from "../diagnostics/reporter.js";
import type { Compilation, Earlier } from "../index.js";
import { bundleParts } from "../output/bundle.js";
import { storedRuntime } from "../output/bundle-runtime.js";
import { entryFor, type Platform, targets } from "../output/targets/index.js";
import type { Input } from "../source/files.js";
import { hash } from "../source/hash.js";
import { onlyNew, recentlyUsed, type Store } from "../source/store.js";
import { Contents, type Reads } from "./contents.js";
import { keepDiagnostics, restoreDiagnostics } from "./kept-diagnostics.js";
import type { KeptFlows } from "./kept-flows.js";
import type { Memory } from "./memory.js";
import {
  type Build,
  type BuildOptions,
  inputsOf,
  type KeptBuild,
  type KeptFindings,
  outputOf,
} from "./output-files.js";
import type { TestBuild } from "./test-build.js";
import type { TracedBuild, TracedBuilder } from "./traced-build.js";

export type { Build, BuildOptions } from "./output-files.js";
export type { TestBuild } from "./test-build.js";
export type { TracedBuild } from "./traced-build.js";

/** A result, or the text that it is stored as. */
interface Last {
  readonly reads: Reads;
  readonly rest: string;
  made?: KeptFindings;
}

interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
}

interface SessionOptions {
  /** Without it, nothing outlives the session. */
  readonly store?: Store | undefined;
  /** True if the same app is compiled again and again: then parsed files and the facts about each flow are kept. */
  readonly stays?: boolean;
}

/** The facts about an app that its output is made of, without its trees. */
type Described = Pick<KeptBuild, "description" | "needs" | "traits"> &
  Pick<Compilation, "modules" | "diagnostics" | "endpoints">;

/** Where facts change that flows ask for, these are read, and may change others. After this many rounds, everything is. */
const mostRounds = 4;

const usualTargets: readonly Platform[] = ["node"];

/** The purposes for which modules are told apart by where their parts begin and end. */
const instrumented: ReadonlySet<string> = new Set(["traced", "tests"]);

/**
 * Compiles one flow directory, once or again and again, and does not make again what cannot have changed. If all that was
 * read is the same, so is the result, and the compiler is not even loaded. Otherwise, flows that have not changed are taken as
 * they were: from memory in a session that stays, else from the store. One call has to end before the next begins.
 */
export class Session {
  #stored: Store | undefined;
  /** Also has the parts of builds, such as schemas. */
  #store: Store;
  /** Something has failed that may have come of what was stored. */
  #isDoubted = false;
  readonly #stays: boolean;
  /** By their purposes. */
  readonly #last = new Map<string, Last>();
  /** By their purposes, too. */
  readonly #flows = new Map<string, KeptFlows>();
  #memory: Memory | undefined;
  #tracer: TracedBuilder | undefined;
  #traced: { readonly reads: Reads; readonly build: TracedBuild } | undefined;
  #list: readonly string[] = [];

  constructor({ store, stays = false }: SessionOptions = {}) {
    this.#stored = store;
    this.#store = store ?? recentlyUsed(100);
    this.#stays = stays;
  }

  /** Compiles everything. */
  async compile(
    input: Input,
    targets: readonly Platform[] = [],
    options: { readonly findsOnly?: boolean; readonly earlier?: Earlier | undefined } = {},
  ): Promise<Compilation> {
    const { compile } = await import("../index.js");
    return compile(input, { store: this.#store, targets, memory: this.#memory, ...options });
  }

  /** Makes something of an app of which flows that have not changed may be taken as they were. */
  async #ofChanged<Made>(
    purpose: string,
    contents: Contents,
    targets: readonly Platform[],
    findsOnly: boolean,
    make: (compilation: Compilation, reads: Reads) => Made | Promise<Made>,
  ): Promise<Made> {
    const { KeptFlows } = await import("./kept-flows.js");
    if (this.#stays) this.#memory ??= new (await import("./memory.js")).Memory();
    const key = `flows ${keyOf(purpose, contents)}`;
    const stored = this.#flows.has(purpose) ? undefined : this.#stored?.get(key);
    const kept = stored === undefined ? this.#flows.get(purpose) : KeptFlows.read(stored);
    const compiled = async () => {
      let taken = kept?.takenFor(contents, this.#memory?.readers);
      for (let round = 1; ; round++) {
        const recorder = contents.recorder();
        const compilation = await this.compile(recorder.input, targets, { findsOnly, earlier: taken });
        // Errors are found where all has been read.
        if (taken === undefined || compilation.names !== undefined) {
          const reads = recorder.reads();
          const keeps = this.#stays || this.#stored !== undefined;
          const flows = keeps ? KeptFlows.of(compilation, taken, reads) : undefined;
          if (flows !== undefined && this.#stays) this.#flows.set(purpose, flows);
          return { flows, making: make(compilation, reads) };
        }
        const { missingTrees } = compilation;
        taken = missingTrees.size > 0 && round < mostRounds ? taken.without(missingTrees) : undefined;
      }
    };
    const { flows, making } = await compiled();
    // While another program bundles, and nothing holds the trees any more: the text takes up much memory, too.
    if (flows?.isStored === false) this.#stored?.set(key, flows.text(instrumented.has(purpose)));
    return making;
  }

  /** Makes something again without what is stored, if that fails: a disk may have lost a part, and others may write there. */
  async #trusting<Made>(make: () => Promise<Made>): Promise<Made> {
    try {
      return await make();
    } catch (error) {
      if (this.#stored === undefined || this.#isDoubted) throw error;
      this.#isDoubted = true;
      this.#stored = onlyNew(this.#stored);
      this.#store = this.#stored;
      for (const kept of [this.#last, this.#flows]) kept.clear();
      this.#memory = undefined;
      this.#tracer = undefined;
      return make();
    }
  }

  /** The findings alone. */
  check(input: Input, targets: readonly Platform[] = []): Promise<Findings> {
    return this.#trusting(() => this.#check(input, targets));
  }

  async #check(input: Input, targets: readonly Platform[]): Promise<Findings> {
    const contents = this.#contents(input);
    const purpose = `check ${targets}`;
    const same = this.#unchanged<KeptFindings>(purpose, contents);
    if (same !== undefined) return { ...same, diagnostics: restoreDiagnostics(same.diagnostics, contents) };
    return this.#ofChanged(purpose, contents, targets, true, ({ diagnostics, endpoints }, reads) => {
      this.#keep(purpose, contents, { reads, diagnostics: keepDiagnostics(diagnostics), endpoints });
      return { diagnostics, endpoints };
    });
  }

  build(input: Input, options: BuildOptions = {}): Promise<Build> {
    return this.#trusting(() => this.#build(input, options));
  }

  async #build(input: Input, options: BuildOptions): Promise<Build> {
    const wanted = options.targets ?? usualTargets;
    const contents = this.#contents(input);
    const purpose = `build ${wanted}`;
    const same = this.#unchanged<KeptBuild>(purpose, contents);
    const known = same?.bundles.flatMap(({ linked, runtime: key }) => {
      const runtime = storedRuntime(key, this.#store);
      return runtime === undefined ? [] : { linked, runtime };
    });
    if (same !== undefined && known?.length === wanted.length) {
      const diagnostics = restoreDiagnostics(same.diagnostics, contents);
      return outputOf(same, known, wanted, diagnostics, contents, options);
    }
    const { describe } = await import("../generate/descriptions.js");
    const bundled = async ({ modules, diagnostics, ...facts }: Described, reads: Reads): Promise<Build> => {
      const { traits } = facts;
      const parts = await Promise.all(
        wanted.map((name) => bundleParts(modules, entryFor(targets[name], traits), this.#store)),
      );
      const texts = modules.map(({ path, text }) => ({ path, text }));
      const bundles = parts.map(({ linked, runtime: { key } }) => ({ linked, runtime: key }));
      const made = { ...facts, reads, diagnostics: keepDiagnostics(diagnostics), modules: texts, bundles };
      this.#keep(purpose, contents, made);
      return outputOf(made, parts, wanted, diagnostics, contents, options);
    };
    // Nothing holds the trees of the flows while modules are bundled, which takes as much memory.
    return this.#ofChanged(
      purpose,
      contents,
      wanted,
      false,
      ({ program, modules, diagnostics, endpoints }, reads) =>
        program === undefined || modules.length === 0
          ? { files: [], diagnostics, endpoints, inputs: inputsOf(reads) }
          : bundled({ ...describe(program), modules, diagnostics, endpoints }, reads),
    );
  }

  /** The app as one that tells what happens in it: for development only. */
  traced(input: Input): Promise<TracedBuild> {
    return this.#trusting(() => this.#traceable(input));
  }

  async #traceable(input: Input): Promise<TracedBuild> {
    const contents = this.#contents(input);
    if (this.#traced !== undefined && contents.isAsBefore(this.#traced.reads)) return this.#traced.build;
    const { TracedBuilder } = await import("./traced-build.js");
    const tracer = this.#tracer ?? new TracedBuilder(this.#store);
    this.#tracer = tracer;
    return this.#ofChanged("traced", contents, [], false, async (compilation, reads) => {
      const inputs = [...inputsOf(reads).keys()];
      const build = await tracer.build(compilation, contents, inputs, this.#memory);
      this.#traced = { reads, build };
      return build;
    });
  }

  /**
   * The app as `build` has it, with tests beside it.
   * @param paths of the tests, relative to the flow directory
   */
  async tests(input: Input, paths: readonly string[]): Promise<TestBuild> {
    const { buildTests } = await import("./test-build.js");
    return this.#trusting(() =>
      this.#ofChanged("tests", this.#contents(input), [], false, (compilation) =>
        buildTests(compilation, paths, this.#store),
      ),
    );
  }

  #contents(input: Input): Contents {
    const contents = new Contents(input, this.#list);
    this.#list = contents.list;
    return contents;
  }

  /** The last result, if all that was read for it is still the same. */
  #unchanged<Kept extends KeptFindings>(purpose: string, contents: Contents): Kept | undefined {
    if (!this.#last.has(purpose)) {
      const stored = this.#stored?.get(keyOf(purpose, contents));
      if (stored !== undefined) {
        const end = stored.indexOf("\n");
        const reads = JSON.parse(stored.slice(0, end)) as Reads;
        this.#last.set(purpose, { reads, rest: stored.slice(end + 1) });
      }
    }
    const last = this.#last.get(purpose);
    if (last === undefined || !contents.isAsBefore(last.reads)) return undefined;
    last.made ??= { reads: last.reads, ...JSON.parse(last.rest) } as Kept;
    return last.made as Kept;
  }

  #keep(purpose: string, contents: Contents, made: KeptFindings): void {
    const { reads, ...rest } = made;
    this.#last.set(purpose, { reads, rest: "", made });
    this.#stored?.set(keyOf(purpose, contents), `${JSON.stringify(reads)}\n${JSON.stringify(rest)}`);
  }
}

const keyOf = (purpose: string, { list, overlays }: Contents): string =>
  `session ${hash(JSON.stringify([purpose, list, overlays]))}`;
