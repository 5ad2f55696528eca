import type { Platform } from "../../compiler/output/targets/index.js";
import { Session } from "../../compiler/session/session.js";
import { type CheckResult, resultOf } from "./findings.js";
import type { FlowFiles } from "./read-directory.js";

export interface BuildOptions {
  /** The platforms that the app is bundled for; Node where nothing is said. */
  readonly targets?: readonly Platform[];
  /** True if the build makes `server.js.cdx.json`, the software bill of materials. */
  readonly sbom?: boolean;
  /** True if the build makes a Dockerfile, and manifests for Kubernetes. */
  readonly docker?: boolean;
  /** Leads from `server.js.map` to the flow directory, as a URL. Without it, flows are named as in that directory. */
  readonly sourceRoot?: string;
}

export interface BuildResult extends CheckResult {
  /** All that `flowc build` writes, but its manifest `flowc.json`. None if there are errors. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Compiles and bundles flows, as `flowc build` does, and writes nothing. */
export async function build(flows: FlowFiles, options: BuildOptions = {}): Promise<BuildResult> {
  const { files, diagnostics, endpoints } = await new Session().build(flows, options);
  return { ...resultOf(diagnostics, endpoints), files: files.map(({ path, text }) => ({ path, text })) };
}
