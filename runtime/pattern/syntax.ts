/** The tree of a Perl-compatible regular expression. It needs no flags: all that depends on them is settled. */
export type PatternNode =
  | { readonly kind: "literal"; readonly code: number; readonly anyCase: boolean }
  | CharacterSet
  /** Any character. */
  | { readonly kind: "any" }
  /** A condition that takes no characters, as JavaScript writes it. */
  | { readonly kind: "assertion"; readonly source: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "capture"; readonly number: number; readonly body: PatternNode }
  /** A part that is tried only once: `(?>…)`. */
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

/** The parts of a part, in their order. */
export function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === "sequence") return node.items;
  if (node.kind === "choice") return node.branches;
  return "body" in node ? [node.body] : [];
}

/** Returns true if a part takes one character, whatever it is. */
export function isCharacter({ kind }: PatternNode): boolean {
  return kind === "literal" || kind === "set" || kind === "any";
}

export interface CharacterSet {
  readonly kind: "set";
  readonly ranges: readonly Range[];
  /** Classes that JavaScript writes in the same way: `\d`, `\p{L}`. */
  readonly classes: readonly string[];
  readonly negated: boolean;
  readonly anyCase: boolean;
}

/** The first and the last code point. */
export type Range = readonly [from: number, to: number];

export interface ParsedPattern {
  readonly root: PatternNode;
  /** How many groups capture. */
  readonly groups: number;
}

/** The pattern is malformed, or JavaScript cannot express it. The message is the end of a sentence. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}
