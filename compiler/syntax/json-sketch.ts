import type { Span } from "../source/source-text.js";
import type { JsonType } from "./schema.js";

/** The facts known of a JSON value before it is made, with the places that it is made at. */
export type Sketch =
  | { readonly kind: "constant"; readonly span: Span; readonly value: string | number | boolean | null }
  /** A value of one of these types. Where it may be missing, `null` is not among them. */
  | { readonly kind: "some"; readonly span: Span; readonly types: ReadonlySet<JsonType> }
  /** One of several values. */
  | { readonly kind: "either"; readonly span: Span; readonly values: readonly Sketch[] }
  | ObjectSketch
  | {
      readonly kind: "array";
      readonly span: Span;
      readonly items: readonly Sketch[];
      /** Tells whether these are all items, each once. */
      readonly isWhole: boolean;
    };

export interface ObjectSketch {
  readonly kind: "object";
  readonly span: Span;
  readonly members: readonly MemberSketch[];
  /** Tells whether there can be members with other names. */
  readonly isOpen: boolean;
  /** The names of members that are missing on some way through a template. */
  readonly unsure: ReadonlySet<string>;
}

/** A member that an object has or may have. */
export interface MemberSketch {
  readonly name: string;
  readonly span: Span;
  readonly value: Sketch;
  /** Tells whether only some ways through a template make it. */
  readonly isConditional: boolean;
}

/** Why a schema refuses a value, and the smallest place of the value. */
export interface Refusal {
  readonly span: Span;
  readonly problem: ValueProblem;
  /** Tells whether only some ways through a template make what is refused. */
  readonly isSometimes?: boolean;
}

export type ValueProblem =
  | { readonly kind: "type"; readonly types: readonly string[] }
  | { readonly kind: "required"; readonly name: string; readonly nearest: string | undefined }
  /** A required member is missing on some way through a template. */
  | { readonly kind: "unsure"; readonly name: string }
  /** A member that the schema does not list, and whose name is much like one that it lists. */
  | { readonly kind: "misspelt"; readonly name: string; readonly nearest: string }
  | { readonly kind: "unknown"; readonly name: string; readonly nearest: string | undefined }
  | { readonly kind: "enum"; readonly values: readonly string[]; readonly nearest: string | undefined }
  | { readonly kind: "limit"; readonly keyword: string; readonly limit: number }
  | { readonly kind: "text"; readonly keyword: "pattern" | "format"; readonly expected: string }
  /** It matches no alternative, or more than one of those of which it may match one. */
  | { readonly kind: "alternatives" | "several" }
  /** Nothing is allowed there, or not what stands there; or an item is there twice, or a needed one is not. */
  | { readonly kind: "nothing" | "excluded" | "repeated" | "lacking" }
  /** A member whose name is not allowed. */
  | { readonly kind: "name"; readonly name: string };

/** Finds out what a schema refuses of a value, whatever of it is not known. */
export type JudgeValue = (value: Sketch) => readonly Refusal[];
