import type { Diagnostic } from "../diagnostics/reporter.js";
import { type Bundle, Bundler, joinParts, serverEntry, textsOf } from "../output/bundle.js";
import { licencesPath, licenceTexts } from "../output/bundle-notice.js";
import type { ImageFacts } from "../output/docker/facts.js";
import { dockerFiles } from "../output/docker/index.js";
import { redisClientPath } from "../output/files-beside.js";
import type { OutputFile } from "../output/manifest.js";
import { sbom, sbomPath } from "../output/sbom.js";
import { entryFor, type Target, type TargetName, targets } from "../output/targets/index.js";
import type { Input } from "../source/files.js";
import type { Store } from "../source/store.js";
import type { Contents, Reads } from "./contents.js";
import {
  type Compilation,
  Incremental,
  type IncrementalOptions,
  type KeptBuild,
  type MakeParts,
} from "./incremental.js";

export type { Compilation } from "./incremental.js";

export interface Build {
  /** Everything for the output directory but the manifest; nothing if there are errors. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
  /** The hashes of all files that were read, by their paths. */
  readonly inputs: ReadonlyMap<string, string>;
}

export interface BuildOptions {
  /** Adds the software bill of materials of `server.js`, as a file beside it. */
  readonly sbom?: boolean;
  /** Leads from `server.js.map` to the flow directory, as a URL. Without it, flows are named as in that directory. */
  readonly sourceRoot?: string;
  /** The platforms that the app is bundled for; Node where nothing is said. */
  readonly targets?: readonly TargetName[];
  /** Adds the files that containers of `server.js` are built and run by. Only for builds for Node. */
  readonly docker?: boolean;
}

const usualTargets: readonly TargetName[] = ["node"];

type Compile = (input: Input, targets: readonly TargetName[]) => Promise<Compilation>;

/** Builds one flow directory, once or again and again, and does not make again what cannot have changed. */
export class Builder {
  /** By the platforms that they build for. */
  readonly #incremental = new Map<string, Incremental>();

  /**
   * @param store without it, only this builder knows what it has built
   * @param recompile for builders that stay
   */
  constructor(
    private readonly compile: Compile,
    private readonly store?: Store,
    private readonly recompile?: IncrementalOptions["recompile"],
  ) {}

  async build(input: Input, options: BuildOptions = {}): Promise<Build> {
    const wanted = options.targets ?? usualTargets;
    const { kept, diagnostics, endpoints, reads, contents } = await this.#incrementalFor(wanted).build(input);
    if (kept === undefined) return { files: [], diagnostics, endpoints, inputs: inputsOf(reads) };
    return outputOf(kept, wanted, diagnostics, contents, options);
  }

  #incrementalFor(wanted: readonly TargetName[]): Incremental {
    const purpose = wanted.join();
    const known = this.#incremental.get(purpose);
    if (known !== undefined) return known;
    const [bundle = bundlerFor("node"), ...others] = wanted.map(bundlerFor);
    const made = new Incremental({
      compile: (input) => this.compile(input, wanted),
      bundle,
      others,
      purpose,
      store: this.store,
      // A flow that is compiled alone is not checked against other platforms.
      recompile: purpose === "node" ? this.recompile : undefined,
    });
    this.#incremental.set(purpose, made);
    return made;
  }
}

function bundlerFor(name: TargetName): MakeParts {
  const target: Target = targets[name];
  const bundler = new Bundler(target.entry);
  return (modules, traits, before) => bundler.parts(modules, entryFor(target, traits), before);
}

async function outputOf(
  { parts: first, others, traits, modules, endpoints, description, reads }: KeptBuild,
  wanted: readonly TargetName[],
  diagnostics: readonly Diagnostic[],
  contents: Contents,
  options: BuildOptions,
): Promise<Build> {
  const sources = {
    module: textsOf(modules),
    flow: (path: string) => contents.read(path) ?? "",
    flowRoot: options.sourceRoot ?? "",
  };
  const files: OutputFile[] = [...modules, { path: "api.json", text: description }];
  for (const [index, parts] of [first, ...others].entries()) {
    const target: Target = targets[wanted[index] ?? "node"];
    const { files: filesFor } = target;
    const entry = entryFor(target, traits);
    const bundle = joinParts(parts, sources, entry);
    const { code, map, packages, beside } = bundle;
    files.push(
      { path: entry.file, text: code },
      { path: `${entry.file}.map`, text: map },
      { path: licencesPath(entry.file), text: licenceTexts(packages) },
      ...(options.sbom === true
        ? [{ path: sbomPath(entry.file), text: await sbom(entry.file, code, packages) }]
        : []),
      ...beside.map(({ path, text }) => ({ path, text })),
      ...(options.docker === true && entry.file === serverEntry.file
        ? dockerFiles({ ...traits, ...imageFacts(entry.file, beside) })
        : []),
      ...(filesFor?.({ ...traits, builtins: bundle.builtins }) ?? []),
    );
  }
  // Two bundles may load the same file.
  const byPath = new Map([...files].reverse().map((file) => [file.path, file]));
  return {
    files: [...byPath.values()].reverse(),
    diagnostics,
    endpoints,
    inputs: inputsOf(reads),
  };
}

function imageFacts(server: string, beside: Bundle["beside"]): Pick<ImageFacts, "files" | "usesCache"> {
  const loaded = beside.map(({ path }) => path);
  return {
    files: [server, `${server}.map`, licencesPath(server), ...loaded],
    usesCache: loaded.includes(redisClientPath),
  };
}

function inputsOf({ texts, bytes }: Reads): ReadonlyMap<string, string> {
  return new Map([...texts, ...bytes].filter(([, value]) => value !== ""));
}
