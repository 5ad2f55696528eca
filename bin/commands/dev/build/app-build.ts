import type { MockedUpstreams } from "../../../../compiler/generate/index.js";
import type { WorkbenchFinding } from "../api.js";
import type { Questions } from "../workbench.js";

/** A route of an app, and what it is made of. */
export interface AppRoute {
  /** `*` for every method. */
  readonly method: string;
  /** As the API description writes it, with the base path. */
  readonly path: string;
  /** The same in the language of Hono's router. */
  readonly honoPath: string;
  /** The files that the flows are written in which answer it. */
  readonly files: readonly string[];
}

/** The result of a build in the other thread. */
export interface AppBuild {
  /** Counts from 1. */
  readonly number: number;
  /** A module in CommonJS that exports the app; empty if there are errors. */
  readonly code: string;
  /** The source map of `code`, in JSON. */
  readonly map: string;
  /** Files that it loads from its own directory. */
  readonly beside: readonly { readonly path: string; readonly text: string }[];
  readonly findings: readonly WorkbenchFinding[];
  /** Those of the findings that the terminal shows, as `flowc check` prints them. */
  readonly report: string;
  readonly endpoints: number;
  /** The routes of the last good build, if this one is not: of which the app consists that still answers. */
  readonly served: readonly AppRoute[];
  /** The files that it has read. */
  readonly written: readonly string[];
  /** `undefined` unless upstream systems are mocked. */
  readonly mocked: MockedUpstreams | undefined;
  /** Milliseconds. */
  readonly took: number;
}

/** The data that the thread that compiles is given. */
export interface CompilerData {
  /** An absolute path without links. */
  readonly directory: string;
  /** The directory as the user wrote it. */
  readonly shownDirectory: string;
  readonly overlay: readonly string[];
  readonly colour: boolean;
  readonly cache: boolean;
  /** True if upstream systems are answered for, where there are descriptions of them. */
  readonly mock: boolean;
}

/** To the thread that compiles. */
export type CompilerTask =
  | { readonly kind: "build" }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly question: keyof Questions;
      readonly argument: unknown;
    };

/** From the thread that compiles. */
export type CompilerResult =
  | { readonly kind: "built"; readonly build: AppBuild }
  /** Nothing has changed since the last build. */
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "problem"; readonly id: number; readonly problem: string };
