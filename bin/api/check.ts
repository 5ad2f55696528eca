import { compile } from "../../compiler/index.js";
import type { Platform } from "../../compiler/output/targets/index.js";
import { checkTypes } from "../../compiler/output/type-check.js";
import { type CheckResult, resultOf } from "./findings.js";
import type { FlowFiles } from "./read-directory.js";

export interface CheckOptions {
  /** Also checks the types of the generated modules, which takes seconds. */
  readonly types?: boolean;
  /** The platforms that the app has to run on; Node where nothing is said. */
  readonly targets?: readonly Platform[];
}

/** Finds the mistakes in flows, as `flowc check` does. */
export async function check(flows: FlowFiles, options: CheckOptions = {}): Promise<CheckResult> {
  const { types = false, targets } = options;
  const { diagnostics, endpoints, modules } = await compile(flows, { targets, findsOnly: !types });
  return resultOf(types ? [...diagnostics, ...checkTypes(modules)] : diagnostics, endpoints);
}
