import type { StaticType } from "../analyse/types.js";

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
  /** Without its last argument, the function uses the context node instead. */
  readonly contextDefault?: boolean;
}

export interface Parameter {
  readonly type: StaticType;
  /** Left out, or repeated any number of times. */
  readonly occurs?: "optional" | "repeated";
}
