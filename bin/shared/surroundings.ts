import type { Platform } from "../../compiler/output/targets/index.js";
import type { Build as BuildResult } from "../../compiler/session/output-files.js";
import type { Inputs } from "../../compiler/source/read-directory.js";

export type Build = (
  input: Inputs,
  options: {
    readonly sbom: boolean;
    /** The flow directory, as an absolute path without links. */
    readonly directory: string;
    /** True if results are used from disk and kept there. */
    readonly cache: boolean;
    /** Leads from the source map to the flow directory, as a URL. */
    readonly sourceRoot: string;
    /** True if the files that containers are built and run by are written. */
    readonly docker: boolean;
    /** The platforms that the app is built for. */
    readonly targets: readonly Platform[];
  },
) => Promise<BuildResult>;

/** The functions that commands write with. */
export interface Output {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** True if colours are written to standard error. */
  readonly colour: boolean;
  /** True if colours are written to standard output. */
  readonly resultColour?: boolean;
  /** True if a person looks at standard error, so that a line there can be replaced by another one. */
  readonly isWatched?: boolean;
}

/** The surroundings of the command line. */
export interface Surroundings extends Output {
  readonly build: Build;
  /** Texts of files of the flow directory that an editor or an agent has not saved, by path. */
  readonly unsaved?: ReadonlyMap<string, string>;
}

/** Runs a command line; `args` comes without the program. Resolves to the exit code and never rejects. */
export type Run = (args: readonly string[], surroundings: Surroundings) => Promise<ExitCode>;

/** Adds a command; `exit` is told the code of a run. */
export type Register = (
  program: import("commander").Command,
  surroundings: Surroundings,
  exit: (code: ExitCode) => void,
  run: Run,
) => void;

/** Scripts depend on them: fine; the flows or tests have errors; wrong usage. */
export const exitCodes = { fine: 0, failed: 1, misused: 2 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
