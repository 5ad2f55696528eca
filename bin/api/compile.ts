import { compile as compileFlows } from "../../compiler/index.js";
import { type CheckResult, resultOf } from "./findings.js";
import type { FlowFiles } from "./read-directory.js";

export interface CompileResult extends CheckResult {
  /** The TypeScript modules, without a bundle: `app.ts`, `endpoints/…`, `flows/…`. None if there are errors. */
  readonly modules: readonly { readonly path: string; readonly text: string }[];
}

/** Compiles flows to TypeScript, as `flowc build` does, but bundles nothing. */
export async function compile(flows: FlowFiles): Promise<CompileResult> {
  const { modules, diagnostics, endpoints } = await compileFlows(flows);
  return { ...resultOf(diagnostics, endpoints), modules: modules.map(({ path, text }) => ({ path, text })) };
}
