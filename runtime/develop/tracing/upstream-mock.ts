import type { Example } from "../../http/preferred-example.js";
import type { UpstreamPath } from "../../upstream/plan/upstream-api.js";

/** A stand-in that answers in place of an upstream system, by its API description. */
export interface UpstreamMock {
  /** As requests name the description. */
  readonly name: string;
  readonly basePath: string;
  /** The most specific paths come first. */
  readonly paths: readonly UpstreamPath<MockedOperation>[];
}

/** The response with which an operation succeeds. */
export interface MockedOperation {
  readonly status: number;
  /** Its body in one media type or more; `undefined` if it has no body. */
  readonly examples: readonly Example[] | undefined;
}
