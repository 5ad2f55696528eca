import type { Diagnostic } from "../diagnostics/reporter.js";
import { type BundleParts, bundleParts, joinParts } from "../output/bundle.js";
import { licencesPath, licenceTexts } from "../output/bundle-notice.js";
import type { OutputFile } from "../output/manifest.js";
import type { PrintedModule } from "../output/print.js";
import { sbom, sbomPath } from "../output/sbom.js";
import type { Input } from "../source/files.js";
import { hash } from "../source/hash.js";
import { Contents, type Reads } from "./contents.js";
import { type KeptDiagnostic, keepDiagnostics, restoreDiagnostics } from "./kept-diagnostics.js";
import type { Store } from "./store.js";

export interface Compilation {
  /** The TypeScript modules; none if there are errors. */
  readonly modules: readonly PrintedModule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
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
}

/** A build without errors, as plain data. */
interface KeptBuild {
  readonly reads: Reads;
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly endpoints: number;
  readonly modules: readonly OutputFile[];
  readonly parts: BundleParts;
}

/** Builds one flow directory, once or again and again, and does not make again what cannot have changed. */
export class Builder {
  #last: KeptBuild | undefined;

  /** @param store without it, only this builder knows what it has built */
  constructor(
    private readonly compile: (input: Input) => Promise<Compilation>,
    private readonly store: Store | undefined,
  ) {}

  async build(input: Input, options: BuildOptions = {}): Promise<Build> {
    const contents = new Contents(input);
    const key = `build ${hash(JSON.stringify(input.list))}`;
    const last = this.#last ?? this.#stored(key);
    if (last !== undefined && contents.changedSince(last.reads)?.length === 0) {
      this.#last = last;
      return outputOf(last, restoreDiagnostics(last.diagnostics, contents), contents, options);
    }
    const recorder = contents.recorder();
    const { modules, diagnostics, endpoints } = await this.compile(recorder.input);
    if (modules.length === 0)
      return { files: [], diagnostics, endpoints, inputs: inputsOf(recorder.reads()) };
    const kept: KeptBuild = {
      parts: await bundleParts(modules),
      reads: recorder.reads(),
      diagnostics: keepDiagnostics(diagnostics),
      endpoints,
      modules: modules.map(({ path, text }) => ({ path, text })),
    };
    this.#last = kept;
    this.store?.set(key, JSON.stringify(kept));
    return outputOf(kept, diagnostics, contents, options);
  }

  #stored(key: string): KeptBuild | undefined {
    const text = this.store?.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as KeptBuild);
  }
}

async function outputOf(
  { parts, modules, endpoints, reads }: KeptBuild,
  diagnostics: readonly Diagnostic[],
  contents: Contents,
  options: BuildOptions,
): Promise<Build> {
  const texts = new Map(modules.map(({ path, text }) => [path, text]));
  const { code, map, packages, beside } = joinParts(
    parts,
    (path) => texts.get(path) ?? "",
    (path) => contents.read(path) ?? "",
  );
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
