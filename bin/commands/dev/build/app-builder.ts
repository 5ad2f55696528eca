import {
  buildTests,
  type Diagnostic,
  type Input,
  type RouteDescription,
} from "../../../../compiler/index.js";
import type { Store } from "../../../../compiler/source/store.js";

/** What the compiler makes of a flow directory for this command. */
export interface AppBuilt {
  /** A module in CommonJS that exports the app; empty if there are errors. */
  readonly code: string;
  /** The source map of `code`. */
  readonly map: string;
  readonly routes: readonly RouteDescription[];
  /** The files that the app is written in. */
  readonly written: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the app of a directory again and again. */
export interface AppBuilder {
  build(input: Input): Promise<AppBuilt>;
}

export function createAppBuilder(store: Store): AppBuilder {
  return { build: (input) => buildTests(input, [], store) };
}
