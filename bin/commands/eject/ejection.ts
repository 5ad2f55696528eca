import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import type { Overlaid } from "../../shared/directory.js";
import type { Changes } from "./changes.js";
import type { WithProgram } from "./plan.js";
import type { Proof } from "./proof.js";
import type { EjectRecord } from "./record.js";

export interface EjectOptions extends Overlaid {
  readonly all: boolean;
  readonly undo: boolean;
  readonly against: string | undefined;
  /** The directory of the project that needs no compiler. */
  readonly standalone: string | undefined;
  readonly yes: boolean;
}

/** What somebody asks for, and the app as it is. */
export interface Ejection {
  readonly directory: string;
  readonly names: readonly string[];
  readonly options: EjectOptions;
  readonly inputs: Inputs;
  readonly record: EjectRecord;
  readonly app: WithProgram;
  readonly proof: Proof;
}

/** What is to be written, and what is said of it. */
export interface Plan {
  readonly changes: Changes;
  readonly lines: readonly string[];
  /** Of handlers, where their flows had none. */
  readonly warnings: readonly Diagnostic[];
}
