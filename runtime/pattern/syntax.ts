/** The tree of a Perl-compatible regular expression, with all that depends on its flags settled. */
export type PatternNode =
  | { readonly kind: "literal"; readonly code: number; readonly anyCase: boolean }
  | CharacterSet
  /** Any character at all. */
  | { readonly kind: "any" }
  /** A condition that takes no characters, as JavaScript writes it. */
  | { readonly kind: "assertion"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "capture"; readonly number: number; readonly body: PatternNode }
  /** What it matched is never tried otherwise: `(?>…)`. */
  | { readonly kind: "atomic"; readonly body: PatternNode }
  | { readonly kind: "look"; readonly open: "(?=" | "(?!" | "(?<=" | "(?<!"; readonly body: PatternNode }
  | RepeatNode
  | { readonly kind: "reference"; readonly group: number; readonly anyCase: boolean };

export interface RepeatNode {
  readonly kind: "repeat";
  readonly body: PatternNode;
  readonly least: number;
  readonly most: number;
  readonly mode: "greedy" | "lazy" | "possessive";
}

export interface CharacterSet {
  readonly kind: "set";
  readonly ranges: readonly Range[];
  /** Classes that JavaScript writes the same way: `\d`, `\p{L}`. */
  readonly classes: readonly string[];
  readonly negated: boolean;
  readonly anyCase: boolean;
}

/** Code points, both ends included. */
export type Range = readonly [from: number, to: number];

export interface ParsedPattern {
  readonly root: PatternNode;
  /** How many groups capture. */
  readonly groups: number;
}

/** The pattern is malformed, or says what JavaScript has no way to say; the message is the rest of a sentence. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}
