import type { StaticType, VariableTypes } from "../analyse/types/static-type.js";
import type { Doc } from "../code/doc.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { AssetKind } from "../generate/names.js";
import type { Files } from "../source/files.js";
import type { Expression, FunctionCall } from "../syntax/xpath.js";

/** A function that expressions can call. The file of a function says what the generated code becomes. */
export interface FunctionDefinition {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: StaticType;
  /** The runtime helper that generated code calls; the rest is for generate/xpath.ts to inline. */
  readonly helper: string;
  /** The number that it returns is never NaN or infinite. */
  readonly isFinite?: boolean;
  /** The helper takes the request's context first. */
  readonly needsRequest?: boolean;
  /** The helper returns a promise: generated code waits for it where the call stands. */
  readonly awaits?: boolean;
  /** Without its last argument, the function uses the context node instead. */
  readonly contextDefault?: boolean;
  /** What can be said against a call before it runs, beside the number of its arguments. */
  check?(call: FunctionCall, checker: FunctionChecker): void;
  /** A call reads the body of the client's request, which is waited for before the flow runs. */
  readsBody?(call: FunctionCall): boolean;
  /** Expressions inside of constant arguments. They are checked like any other. */
  embedded?(call: FunctionCall): readonly Expression[];
  /** The code of a call that is more than its helper and the arguments. */
  generate?(call: FunctionCall, generator: CallGenerator): Doc;
}

export interface Parameter {
  readonly type: StaticType;
  /** Left out, or repeated any number of times. */
  readonly occurs?: "optional" | "repeated";
}

export interface FunctionChecker {
  readonly reporter: Reporter;
  /** The flow directory. */
  readonly files: Files | undefined;
  /** What is known of the variables in the call. */
  readonly variables: VariableTypes;
}

/** Makes the code of arguments. */
export interface CallGenerator {
  /** Registers a runtime helper as imported. */
  use(helper: string): Doc;
  /** An argument, converted to the type. */
  argument(expression: Expression, type: StaticType): Doc;
  /** The nodes with their parents and identity. */
  nodes(expression: Expression): Doc;
  /** A function of an item, its position and the number of items that yields the expression's value. */
  callback(expression: Expression): Doc;
  /** What a module of its own exports for a file of the flow directory. */
  asset(path: string, kind: AssetKind): Doc;
  /** The flow directory. */
  readonly files: Files | undefined;
}
