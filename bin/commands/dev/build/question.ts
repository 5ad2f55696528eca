import type { KeptBuilds } from "./kept-builds.js";

/** What questions are answered from, in the thread that compiles. */
export interface Compiling {
  /** The flow directory: an absolute path without links. */
  readonly directory: string;
  readonly builds: KeptBuilds;
}

/** Answers a question of the main thread. Both the argument and the answer are cloned on their way. */
export type Question = (argument: unknown, compiling: Compiling) => unknown;
