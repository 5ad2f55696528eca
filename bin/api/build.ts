import type { BuildOptions } from "../../compiler/session/output-files.js";
import { Session } from "../../compiler/session/session.js";
import { type CheckResult, resultOf } from "./findings.js";
import type { FlowFiles } from "./read-directory.js";

export type { BuildOptions } from "../../compiler/session/output-files.js";

export interface BuildResult extends CheckResult {
  /** All that `flowc build` writes, but its manifest `flowc.json`. None if there are errors. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Compiles and bundles flows, as `flowc build` does, and writes nothing. */
export async function build(flows: FlowFiles, options: BuildOptions = {}): Promise<BuildResult> {
  const { files, diagnostics, endpoints } = await new Session().build(flows, options);
  return { ...resultOf(diagnostics, endpoints), files: files.map(({ path, text }) => ({ path, text })) };
}
