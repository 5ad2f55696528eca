import type { Diagnostic } from "../diagnostics/reporter.js";
import type { Needs } from "../generate/needs.js";
import { type Bundle, type BundleParts, joinParts, serverEntry, textsOf } from "../output/bundle.js";
import { licencesPath, licenceTexts } from "../output/bundle-notice.js";
import type { ImageFacts } from "../output/docker/facts.js";
import { dockerFiles } from "../output/docker/index.js";
import { checkPath, redisClientPath, withNeeds } from "../output/files-beside.js";
import type { OutputFile } from "../output/manifest.js";
import { sbom, sbomPath } from "../output/sbom.js";
import { entryFor, type Platform, type Target, targets } from "../output/targets/index.js";
import type { Contents, Reads } from "./contents.js";
import type { KeptDiagnostic } from "./kept-diagnostics.js";

export interface Build {
  /** Everything for the output directory but the manifest; nothing if there are errors. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
  /** The hashes of all files that were read, by their paths. */
  readonly inputs: ReadonlyMap<string, string>;
  /** `undefined` if there are errors. */
  readonly needs?: Needs;
}

export interface BuildOptions {
  /** Adds the software bill of materials of `server.js`, as a file beside it. */
  readonly sbom?: boolean;
  /** Leads from `server.js.map` to the flow directory, as a URL. Without it, flows are named as in that directory. */
  readonly sourceRoot?: string;
  /** The platforms that the app is bundled for; Node where nothing is said. */
  readonly targets?: readonly Platform[];
  /** Adds the files that containers of `server.js` are built and run by. Only for builds for Node. */
  readonly docker?: boolean;
}

/** The data for the files beside the code. */
interface AppTraits {
  /** The title of the API description. */
  readonly title: string;
  /** The version in it. */
  readonly version: string;
  /** It has certificates of its own, which end some day. */
  readonly hasCertificates: boolean;
}

/** The findings about an app, as plain data. */
export interface KeptFindings {
  readonly reads: Reads;
  readonly diagnostics: readonly KeptDiagnostic[];
  readonly endpoints: number;
}

/** A build without errors, as plain data. */
export interface KeptBuild extends KeptFindings {
  readonly description: string;
  readonly modules: readonly OutputFile[];
  readonly needs: Needs;
  readonly traits: AppTraits;
  /** The bundle for each platform, and the key that its runtime is stored under. */
  readonly bundles: readonly (Pick<BundleParts, "linked"> & { readonly runtime: string })[];
}

/** The files of a build, and those that options add. */
export async function outputOf(
  { traits, needs, modules, endpoints, description, reads }: KeptBuild,
  parts: readonly BundleParts[],
  wanted: readonly Platform[],
  diagnostics: readonly Diagnostic[],
  contents: Contents,
  options: BuildOptions,
): Promise<Build> {
  const sources = {
    module: textsOf(modules),
    flow: (path: string) => contents.read(path) ?? "",
    flowRoot: options.sourceRoot ?? "",
  };
  const { environment: variables, secrets } = needs;
  const facts = { ...traits, variables, secrets };
  const files: OutputFile[] = [...modules, { path: "api.json", text: description }];
  for (const [index, ofTarget] of parts.entries()) {
    const target: Target = targets[wanted[index] ?? "node"];
    const { files: filesFor } = target;
    const entry = entryFor(target, traits);
    const bundle = joinParts(ofTarget, sources, entry);
    const { code, map, packages, beside } = bundle;
    const surroundings = { ...needs, files: beside.map(({ path }) => path) };
    files.push(
      { path: entry.file, text: code },
      { path: `${entry.file}.map`, text: map },
      { path: licencesPath(entry.file), text: licenceTexts(packages) },
      ...(options.sbom === true
        ? [{ path: sbomPath(entry.file), text: await sbom(entry.file, code, packages) }]
        : []),
      ...beside.map(({ path, text }) => ({
        path,
        text: path === checkPath ? withNeeds(text, surroundings) : text,
      })),
      ...(options.docker === true && entry.file === serverEntry.file
        ? dockerFiles({ ...facts, ...imageFacts(entry.file, beside) })
        : []),
      ...(filesFor?.({ ...facts, builtins: bundle.builtins }) ?? []),
    );
  }
  // Two bundles may load the same file.
  const byPath = new Map([...files].reverse().map((file) => [file.path, file]));
  return {
    files: [...byPath.values()].reverse(),
    diagnostics,
    endpoints,
    inputs: inputsOf(reads),
    needs,
  };
}

function imageFacts(server: string, beside: Bundle["beside"]): Pick<ImageFacts, "files" | "usesCache"> {
  const loaded = beside.map(({ path }) => path);
  return {
    files: [server, `${server}.map`, licencesPath(server), ...loaded],
    usesCache: loaded.includes(redisClientPath),
  };
}

/** The hashes of all files that were read. */
export function inputsOf({ texts, bytes }: Reads): ReadonlyMap<string, string> {
  return new Map([...texts, ...bytes].filter(([, value]) => value !== ""));
}
