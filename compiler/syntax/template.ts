import type { MappedText, Span } from "../source/source-text.js";
import type { BlockCommand, SignCommand, ValueCommand } from "./template-command.js";
import type { Expression } from "./xpath.js";

/** A template: its text and commands in order, with nested blocks. The analysis finds out what JSON they form. */
export interface Template {
  readonly kind: "template";
  readonly span: Span;
  readonly parts: readonly TemplatePart[];
  /** Some commands have errors and are left out, so nothing can be said about the JSON. */
  readonly hasErrors: boolean;
}

export type TemplatePart =
  | { readonly kind: "text"; readonly span: Span; readonly text: MappedText }
  | { readonly kind: "comment"; readonly span: Span }
  | ValuePart
  | SignPart
  | Block<TemplatePart>;

export interface ValuePart {
  readonly kind: "value";
  readonly span: Span;
  readonly command: ValueCommand;
  /** The variable that it sets. */
  readonly defines: string | undefined;
  readonly value: TemplateExpression;
}

export interface SignPart {
  readonly kind: "sign";
  readonly span: Span;
  readonly command: SignCommand;
}

/** A command that contains parts of a template, in any of their forms. */
export interface Block<P> {
  readonly kind: "block";
  readonly span: Span;
  readonly command: BlockCommand;
  /** Those with an expression. At most one of them is taken. */
  readonly ways: readonly [Way<P>, ...Way<P>[]];
  readonly otherwise: readonly P[] | undefined;
}

export interface Way<P> {
  /** The command that it begins with. */
  readonly span: Span;
  readonly value: TemplateExpression;
  readonly parts: readonly P[];
}

/** `a ?? b ?? c`: the first operand that is not null. Most expressions have just one operand. */
export interface TemplateExpression {
  readonly span: Span;
  readonly operands: readonly [Expression, ...Expression[]];
}
