import { contentClimbs } from "../../analyse/templates/content.js";
import { functions } from "../../constructs/functions/index.js";
import { isRecord } from "../../source/changed.js";
import type { JsonItem, JsonMember, JsonNode, JsonScope } from "../../syntax/json-template.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression, PathExpression } from "../../syntax/xpath.js";
import { parameterType } from "../xpath/call.js";
import { sharedNames } from "../xpath/path.js";
import type { Scope } from "../xpath/scope.js";
import { pairsBase } from "./pairs.js";

/** A path whose value is read, and that begins with child steps. */
export interface Read {
  readonly path: PathExpression;
  /** It is read in any case: in no branch, and in no loop. */
  readonly isCertain: boolean;
}

type Part = JsonNode | JsonMember | JsonItem;
type Content = Part | readonly Part[];

/** The plain paths of a template or a block that are read as values, from variables, content and its context item. */
export function readPaths({ content }: JsonScope<unknown>, scope: Scope): readonly Read[] {
  const reader = new PathReader(scope);
  reader.content(content as Content, true, true);
  return reader.reads;
}

/** The variables that a template or a block defines, including those of blocks inside it. */
export function definedVariables({ definitions, content }: JsonScope<unknown>): ReadonlySet<string> {
  const names = new Set(definitions.map(({ name }) => name));
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const each of part) visit(each);
    else if (isRecord(part) && !("operands" in part)) {
      if ("definitions" in part)
        for (const { name } of part.definitions as JsonScope<unknown>["definitions"]) names.add(name);
      for (const key of Object.keys(part)) if (key !== "span") visit(part[key]);
    }
  };
  visit(content);
  return names;
}

class PathReader {
  readonly reads: Read[] = [];

  constructor(private readonly scope: Scope) {}

  /** @param isHere true if its context item is that of the whole */
  content(content: Content, isCertain: boolean, isHere: boolean): void {
    if (Array.isArray(content)) for (const part of content) this.#part(part, isCertain, isHere);
    else this.#part(content as Part, isCertain, isHere);
  }

  #part(part: Part, isCertain: boolean, isHere: boolean): void {
    switch (part.kind) {
      case "constant":
      case "dot":
        break;
      case "expression":
        this.#value(part.value, isCertain, isHere);
        break;
      case "object":
        this.content(part.members, isCertain, isHere);
        break;
      case "array":
        this.content(part.items, isCertain, isHere);
        break;
      case "member":
        if (typeof part.name !== "string" && part.name.kind === "expression")
          this.#value(part.name.value, isCertain, isHere);
        this.content(part.value, isCertain, isHere);
        break;
      case "item":
        this.content(part.value, isCertain, isHere);
        break;
      case "pairs": {
        const base = pairsBase(part.value);
        if (base !== undefined) this.#expression(base, isCertain, isHere);
        break;
      }
      case "if":
        part.branches.forEach(({ test, content }, index) => {
          if (test.operands.length === 1) this.#value(test, isCertain && index === 0, isHere);
          this.content(content, false, isHere);
        });
        this.content(part.otherwise, false, isHere);
        break;
      case "with":
        if (!contentClimbs(part.content)) this.#value(part.context, isCertain, isHere);
        this.content(part.content.content, false, false);
        this.content(part.otherwise, false, isHere);
        break;
      case "loop":
        if (!contentClimbs(part.content)) this.#value(part.over, isCertain, isHere);
        this.content(part.content.content, false, false);
        break;
      default:
        part satisfies never;
    }
  }

  /** Operands behind the first one are read only if that is null. */
  #value({ operands }: TemplateExpression, isCertain: boolean, isHere: boolean): void {
    for (const [index, operand] of operands.entries())
      this.#expression(operand, isCertain && index === 0, isHere);
  }

  #expression(expression: Expression, isCertain: boolean, isHere: boolean): void {
    switch (expression.kind) {
      case "path":
        if (sharedNames(expression, this.scope).length > 0 && (isHere || expression.start !== "context"))
          this.reads.push({ path: expression, isCertain });
        for (const { predicates } of expression.steps)
          for (const predicate of predicates) this.#expression(predicate, false, false);
        break;
      case "negate":
        this.#expression(expression.operand, isCertain, isHere);
        break;
      case "binary": {
        const { operator, left, right } = expression;
        if (operator === "|") break; // That asks for nodes.
        this.#expression(left, isCertain, isHere);
        this.#expression(right, isCertain && operator !== "and" && operator !== "or", isHere);
        break;
      }
      case "call": {
        const definition = functions.get(expression.name);
        if (definition?.generate !== undefined || definition?.needsNode !== undefined) break;
        expression.arguments.forEach((argument, index) => {
          if (definition !== undefined && parameterType(definition, index) !== "any")
            this.#expression(argument, isCertain, isHere);
        });
        break;
      }
      default:
        break;
    }
  }
}
