/**
 * The commands, for programs: `import { build, check, compile, readDirectory, test } from "flowc"`. None of
 * it writes to the flow directory, prints, or ends the process. docs/api.md has examples.
 */

export type { Platform } from "../../compiler/output/targets/index.js";
export { type BuildOptions, type BuildResult, build } from "./build.js";
export { type CheckOptions, check } from "./check.js";
export { type CompileResult, compile } from "./compile.js";
export type { CheckResult, Finding, Place } from "./findings.js";
export { type FlowFiles, readDirectory } from "./read-directory.js";
export { type Assertion, type TestOptions, type TestOutcome, type TestRun, test } from "./test.js";
