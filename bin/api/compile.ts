import { compile as compileFlows } from "../../compiler/index.js";
import { type Finding, findingsOf, isFine } from "./findings.js";
import type { FlowFiles } from "./read-directory.js";

export interface CompileResult {
  /** Whether there is no error; there may be warnings. */
  readonly isOk: boolean;
  readonly findings: readonly Finding[];
  readonly endpoints: number;
  /** The TypeScript modules, without a bundle: `app.ts`, `endpoints/…`, `flows/…`. None if there are errors. */
  readonly modules: readonly { readonly path: string; readonly text: string }[];
}

/** Compiles flows to TypeScript, as `flowc build` does, but bundles nothing. */
export async function compile(flows: FlowFiles): Promise<CompileResult> {
  const { modules, diagnostics, endpoints } = await compileFlows(flows);
  const findings = findingsOf(diagnostics);
  return {
    isOk: isFine(findings),
    findings,
    endpoints,
    modules: modules.map(({ path, text }) => ({ path, text })),
  };
}
