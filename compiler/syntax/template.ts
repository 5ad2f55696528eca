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
  | TemplateIf
  | TemplateLoop
  | TemplateWith;

export interface TemplateIf {
  readonly kind: "if";
  readonly span: Span;
  readonly branches: readonly TemplateBranch[];
  readonly otherwise: readonly TemplatePart[] | undefined;
}

export interface TemplateBranch {
  readonly span: Span;
  readonly test: TemplateExpression;
  readonly parts: readonly TemplatePart[];
}

export interface TemplateLoop {
  readonly kind: "loop";
  readonly span: Span;
  readonly over: TemplateExpression;
  readonly parts: readonly TemplatePart[];
}

export interface TemplateWith {
  readonly kind: "with";
  readonly span: Span;
  readonly context: TemplateExpression;
  readonly parts: readonly TemplatePart[];
  readonly otherwise: readonly TemplatePart[] | undefined;
}

/** `a ?? b ?? c`: the first operand that is not null; one operand is the common case. */
export interface TemplateExpression {
  readonly span: Span;
  readonly operands: readonly [Expression, ...Expression[]];
}
