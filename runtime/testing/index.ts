/**
 * Tests of flows: their actions, and what runs them. Only `flowc test` has it inside.
 * @module
 */

export type { Application } from "./application.js";
export { type Asserted, assert } from "./assert.js";
export { backendFlow } from "./backend-flow.js";
export { runTest, type TestResult } from "./run-test.js";
export { setEnv } from "./set-env.js";
export { testRequest } from "./test-request.js";
export type { AssertionFailure, AssertionResult, GoldenUpdate, TestOptions } from "./test-run.js";
