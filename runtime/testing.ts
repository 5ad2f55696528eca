/**
 * Tests of flows: their actions, and what runs them. Only `flowc test` has it inside.
 * @module
 */

export type { Application } from "./develop/testing/application.js";
export { type Asserted, assert } from "./develop/testing/assert.js";
export { backendFlow } from "./develop/testing/backend-flow.js";
export { runTest, type TestResult } from "./develop/testing/run-test.js";
export { setEnv } from "./develop/testing/set-env.js";
export { testRequest } from "./develop/testing/test-request.js";
export {
  type AssertionFailure,
  type AssertionResult,
  type GoldenUpdate,
  isTested,
  type TestOptions,
} from "./develop/testing/test-run.js";
