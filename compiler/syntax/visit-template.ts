import { pushAll } from "../../runtime/base/push-all.js";
import type { Span } from "../source/source-text.js";
import type { TokenPart } from "./json-tokens.js";
import type { Block, Template, TemplateExpression, TemplatePart } from "./template.js";
import type { Expression } from "./xpath.js";

/** A part of a template in any of its forms. */
export type AnyPart = TemplatePart | TokenPart;

/** How the value of an expression in a template is used. */
export type TemplateUse = "value" | "pairs" | "definition" | "condition" | "items" | "context";

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
    switch (part.kind) {
      case "placeholder":
        visitor.value?.(part.value, "value", part);
        break;
      case "pairs":
        visitor.value?.(part.value, "pairs", part);
        break;
      case "define":
        visitor.value?.(part.value, "definition", part);
        break;
      case "if":
      case "loop":
      case "with":
        visitBlock(part, visitor);
        break;
      default:
        break;
    }
  }
}

function visitBlock(block: Block<TemplatePart> | Block<TokenPart>, visitor: TemplateVisitor): void {
  switch (block.kind) {
    case "if":
      for (const { test, parts } of block.branches) {
        visitor.value?.(test, "condition", block);
        visitWay(parts, visitor);
      }
      visitWay(block.otherwise ?? [], visitor);
      break;
    case "loop":
      visitor.value?.(block.over, "items", block);
      visitWay(block.parts, visitor);
      break;
    case "with":
      visitor.value?.(block.context, "context", block);
      visitWay(block.parts, visitor);
      visitWay(block.otherwise ?? [], visitor);
      break;
    default:
      block satisfies never;
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

/** Tells whether a template has `{{.}}`. */
export function hasDot({ parts }: Template): boolean {
  let found = false;
  visitTemplate(parts, {
    part: ({ kind }) => {
      found ||= kind === "dot";
    },
  });
  return found;
}

/** The places where parts of a template define variables, by their names, including those inside blocks. */
export function definedVariables(parts: readonly AnyPart[]): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  visitTemplate(parts, {
    part: (part) => {
      if (part.kind === "define" && !found.has(part.name)) found.set(part.name, part.span);
    },
  });
  return found;
}

/** The variables that parts of a template define, including those inside blocks, as often as they are defined. */
export function definedNames(parts: readonly AnyPart[]): readonly string[] {
  const found: string[] = [];
  visitTemplate(parts, { part: (part) => part.kind === "define" && found.push(part.name) });
  return found;
}
