import type { Diagnostic } from "../diagnostics/reporter.js";
import { bundleParts, joinParts } from "../output/bundle.js";
import { licencesPath, licenceTexts } from "../output/bundle-notice.js";
import type { OutputFile } from "../output/manifest.js";
import { sbom, sbomPath } from "../output/sbom.js";
import type { Input } from "../source/files.js";
import type { Store } from "../source/store.js";
import type { Contents, Reads } from "./contents.js";
import { Incremental, type IncrementalOptions, type KeptBuild } from "./incremental.js";

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
  /** Whether to tell what is in `server.js`, in a file beside it. */
  readonly sbom?: boolean;
  /** Leads from `server.js.map` to the flow directory, as a URL. Without it, flows are named as in that directory. */
  readonly sourceRoot?: string;
}

/** Builds one flow directory, once or again and again, and does not make again what cannot have changed. */
export class Builder {
  readonly #incremental: Incremental;

  /**
   * @param store without it, only this builder knows what it has built
   * @param recompile for builders that stay
   */
  constructor(
    compile: IncrementalOptions["compile"],
    store?: Store,
    recompile?: IncrementalOptions["recompile"],
  ) {
    this.#incremental = new Incremental({ compile, bundle: bundleParts, store, recompile });
  }

  async build(input: Input, options: BuildOptions = {}): Promise<Build> {
    const { kept, diagnostics, endpoints, reads, contents } = await this.#incremental.build(input);
    if (kept === undefined) return { files: [], diagnostics, endpoints, inputs: inputsOf(reads) };
    return outputOf(kept, diagnostics, contents, options);
  }
}

async function outputOf(
  { parts, modules, endpoints, description, reads }: KeptBuild,
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
    { path: "api.json", text: description },
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
