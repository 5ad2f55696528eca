import type { MappedText, Span } from "../source/source-text.js";
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
  | { readonly kind: "placeholder"; readonly span: Span; readonly value: TemplateExpression }
  | { readonly kind: "dot"; readonly span: Span }
  | { readonly kind: "comment"; readonly span: Span }
  | { readonly kind: "comma"; readonly span: Span }
  | { readonly kind: "pairs"; readonly span: Span; readonly value: TemplateExpression }
  | {
      readonly kind: "define";
      readonly span: Span;
      readonly name: string;
      readonly value: TemplateExpression;
    }
  | IfBlock<TemplatePart>
  | LoopBlock<TemplatePart>
  | WithBlock<TemplatePart>;

/** A command that contains parts of a template, in any of their forms. */
export type Block<P> = IfBlock<P> | LoopBlock<P> | WithBlock<P>;

export interface IfBlock<P> {
  readonly kind: "if";
  readonly span: Span;
  readonly branches: readonly IfBranch<P>[];
  readonly otherwise: readonly P[] | undefined;
}

export interface IfBranch<P> {
  readonly span: Span;
  readonly test: TemplateExpression;
  readonly parts: readonly P[];
}

export interface LoopBlock<P> {
  readonly kind: "loop";
  readonly span: Span;
  readonly over: TemplateExpression;
  readonly parts: readonly P[];
}

export interface WithBlock<P> {
  readonly kind: "with";
  readonly span: Span;
  readonly context: TemplateExpression;
  readonly parts: readonly P[];
  readonly otherwise: readonly P[] | undefined;
}

/** `a ?? b ?? c`: the first operand that is not null. Most expressions have just one operand. */
export interface TemplateExpression {
  readonly span: Span;
  readonly operands: readonly [Expression, ...Expression[]];
}
