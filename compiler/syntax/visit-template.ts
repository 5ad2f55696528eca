import { pushAll } from "../../runtime/base/push-all.js";
import type { Span } from "../source/source-text.js";
import type { TokenPart } from "./json-tokens.js";
import type { Template, TemplateExpression, TemplatePart, ValuePart } from "./template.js";
import type { TemplateUse } from "./template-command.js";
import type { Expression } from "./xpath.js";

/** A part of a template in any of its forms. */
export type AnyPart = TemplatePart | TokenPart;

export interface TemplateVisitor {
  /** Called for each part, before the parts inside it. */
  part?(part: AnyPart): void;
  /** Called for each expression, in the order of the text. */
  value?(value: TemplateExpression, use: TemplateUse, part: AnyPart): void;
  /** Called before and after the parts of each branch of a block. */
  enter?(): void;
  leave?(): void;
}

/** Visits all parts of a template, including those inside blocks, in the order of the text. */
export function visitTemplate(parts: readonly AnyPart[], visitor: TemplateVisitor): void {
  for (const part of parts) {
    visitor.part?.(part);
    if (part.kind === "value") visitor.value?.(part.value, part.command.use, part);
    if (part.kind !== "block") continue;
    for (const { value, parts } of part.ways) {
      visitor.value?.(value, part.command.use, part);
      visitWay(parts, visitor);
    }
    visitWay(part.otherwise ?? [], visitor);
  }
}

function visitWay(parts: readonly AnyPart[], visitor: TemplateVisitor): void {
  visitor.enter?.();
  visitTemplate(parts, visitor);
  visitor.leave?.();
}

/** All expressions of a template, in order. */
export function templateExpressions({ parts }: Template): readonly Expression[] {
  const found: Expression[] = [];
  visitTemplate(parts, { value: ({ operands }) => pushAll(found, operands) });
  return found;
}

/** The conditions of a template's `{{if}}` and `{{elseif}}` commands. */
export function templateConditions({ parts }: Template): readonly Expression[] {
  const found: Expression[] = [];
  visitTemplate(parts, {
    value: ({ operands }, use) => use === "condition" && pushAll(found, operands),
  });
  return found;
}

/** The texts of a template, without its commands. */
export function templateTexts({ parts }: Template): readonly string[] {
  const found: string[] = [];
  visitTemplate(parts, { part: (part) => part.kind === "text" && found.push(String(part.text.text)) });
  return found;
}

/** Tells whether a part writes the context item, as `{{.}}` does. */
export const isItem = (part: AnyPart): boolean => part.kind === "sign" && part.command.writes === "item";

/** Tells whether a template has `{{.}}`. */
export function hasDot({ parts }: Template): boolean {
  let found = false;
  visitTemplate(parts, {
    part: (part) => {
      found ||= isItem(part);
    },
  });
  return found;
}

/** Tells whether a part only sets a variable. */
export const isDefinition = (part: AnyPart): part is ValuePart & { readonly defines: string } =>
  part.kind === "value" && part.defines !== undefined;

/** The places where parts of a template define variables, by their names, including those inside blocks. */
export function definedVariables(parts: readonly AnyPart[]): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  visitTemplate(parts, {
    part: (part) => {
      if (isDefinition(part) && !found.has(part.defines)) found.set(part.defines, part.span);
    },
  });
  return found;
}

/** The variables that parts of a template define, including those inside blocks, as often as they are defined. */
export function definedNames(parts: readonly AnyPart[]): readonly string[] {
  const found: string[] = [];
  visitTemplate(parts, { part: (part) => isDefinition(part) && found.push(part.defines) });
  return found;
}
