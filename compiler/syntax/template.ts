import type { MappedText, Span } from "../source/source-text.js";
import type { Expression } from "./xpath.js";

/** A template's text and commands in their order, blocks nested; what JSON they form is found by analysis. */
export interface Template {
  readonly kind: "template";
  readonly span: Span;
  readonly parts: readonly TemplatePart[];
  /** Some of its commands are wrong and left out, so that nothing can be said of the JSON. */
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

/** A command with parts of a template inside it, in any of the forms that these take. */
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

/** `a ?? b ?? c`: the first operand that is not null; one operand is the common case. */
export interface TemplateExpression {
  readonly span: Span;
  readonly operands: readonly [Expression, ...Expression[]];
}
