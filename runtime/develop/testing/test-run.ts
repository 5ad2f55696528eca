import { type Context, state } from "../../request/context.js";
import type { Application } from "./application.js";

/** The result of an assertion. */
export interface AssertionResult {
  readonly isOk: boolean;
  /** `tests/orders.xml:12` */
  readonly place: string;
  readonly expression: string;
  /** The meaning of the assertion, as the test states it. */
  readonly message: string | undefined;
  /** Why it failed, with the values that were compared; `undefined` if it did not. */
  readonly failure: AssertionFailure | undefined;
  /** How many requests the test had sent to the app before. */
  readonly requests: number;
}

export interface AssertionFailure {
  readonly why: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

/** A golden file that has other content than the test found. */
export interface GoldenUpdate {
  /** Relative to the flow directory. */
  readonly path: string;
  readonly text: string;
}

/** A request of a test to the app. */
export interface TestedRequest {
  /** Empty if it did not come to a flow. */
  readonly requestID: string;
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  /** The path of the route that answered it, as Hono has it. */
  readonly route: string;
  readonly status: number;
}

/** How an upstream system fails in a test. */
export interface BackendFaults {
  /** How many more requests fail. */
  fails: number;
  /** A status; or no connection, no answer, or one that breaks off. */
  readonly with: number | "refuse" | "hang" | "break";
  /** Seconds before each answer. */
  readonly wait: number;
}

export interface TestOptions {
  /** True if upstream requests that no backend flow answers go out. */
  readonly allowsNetwork: boolean;
  /** True if golden files get the content that the test found. */
  readonly updates: boolean;
  /** Called when the app has answered a request, and when the test has ended. */
  readonly answered?: () => void;
  /** The text of a file of the flow directory. */
  readonly readFile: (path: string) => string | undefined;
}

/** One test while it runs. */
export class TestRun {
  readonly assertions: AssertionResult[] = [];
  readonly updates: GoldenUpdate[] = [];
  /** Upstream requests that nothing answered: an ID, a method and a URL. */
  readonly unanswered: string[] = [];
  /** The requests to the app. */
  readonly requests: TestedRequest[] = [];
  /** The paths of the flows that answer upstream requests, by the IDs of these. */
  readonly backends = new Map<string, string>();
  /** The IDs of those that were asked. */
  readonly asked = new Set<string>();
  /** How the systems in their place fail, by the same IDs. */
  readonly faults = new Map<string, BackendFaults>();

  constructor(
    /** The path of the test, relative to the flow directory. */
    readonly path: string,
    readonly app: Application,
    /** The tests and their backend flows as an app, and where it serves each of them. */
    readonly tests: Application,
    readonly routes: ReadonlyMap<string, string>,
    readonly options: TestOptions,
  ) {}

  /** The path of the flow that answers a request, which is asked now. */
  backendOf(id: string): string | undefined {
    this.asked.add(id);
    return this.backends.get(id);
  }
}

/** The data that a request of a test carries: the test, and the request whose variables it shares. */
export interface Carried {
  readonly run: TestRun;
  readonly sharedWith: Context | undefined;
  /** True if it goes to the app under test. */
  readonly isTested?: true;
  /** The request itself, once it has begun. */
  begun?: Context;
}

const carried: unique symbol = Symbol("test");

/** Bindings for a request of a test. */
export function bindingsOf(what: Carried): object {
  return { [carried]: what };
}

/** Returns the data that a request of a test carries; `undefined` for any other request. */
export function carriedBy($: Context): Carried | undefined {
  const { bindings } = $[state];
  return typeof bindings === "object" && bindings !== null && carried in bindings
    ? (bindings[carried] as Carried)
    : undefined;
}

/** Returns true if a test has sent the request to the app that it tests. */
export function isTested($: Context): boolean {
  return carriedBy($)?.isTested === true;
}

/** @throws Error if the request is not one of a test */
export function testOf($: Context): TestRun {
  const found = carriedBy($);
  if (found === undefined) throw new Error("Only tests have this action.");
  return found.run;
}
