import { contentClimbs } from "../../analyse/templates/content.js";
import { functions } from "../../constructs/functions/index.js";
import type { JsonBlock, JsonScope, JsonWay } from "../../syntax/json-template.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { TemplateUse } from "../../syntax/template-command.js";
import { type JsonContent, type JsonVisitor, visitJson } from "../../syntax/visit-json.js";
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

/** The plain paths of a template or a block that are read as values, from variables, content and its context item. */
export function readPaths({ content }: JsonScope<JsonContent>, scope: Scope): readonly Read[] {
  const reader = new PathReader(scope);
  visitJson(content, reader);
  return reader.reads;
}

/** The variables that a template or a block defines, including those of blocks inside it. */
export function definedVariables({ definitions, content }: JsonScope<JsonContent>): ReadonlySet<string> {
  const names = new Set(definitions.map(({ name }) => name));
  visitJson(content, { definition: ({ name }) => names.add(name) });
  return names;
}

class PathReader implements JsonVisitor {
  readonly reads: Read[] = [];
  /** The blocks around what is visited, and those of them that have a context of their own. */
  #blocks = 0;
  #contexts = 0;

  constructor(private readonly scope: Scope) {}

  enter(hasContext: boolean): void {
    this.#blocks++;
    if (hasContext) this.#contexts++;
  }

  leave(hasContext: boolean): void {
    this.#blocks--;
    if (hasContext) this.#contexts--;
  }

  value(
    value: TemplateExpression,
    use: TemplateUse,
    way?: JsonWay<unknown>,
    block?: JsonBlock<unknown>,
  ): void {
    const isCertain = this.#blocks === 0 && block?.ways[0] === way;
    const isHere = this.#contexts === 0;
    if (use === "definition" || (way !== undefined && !isReadAsValue(value, use, way))) return;
    if (use === "members") {
      const base = pairsBase(value);
      if (base !== undefined) this.#expression(base, isCertain, isHere);
      return;
    }
    // Operands behind the first one are read only if that is null.
    for (const [index, operand] of value.operands.entries())
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

/** Not so nodes, and what is asked whether it exists. */
const isReadAsValue = (
  { operands }: TemplateExpression,
  use: TemplateUse,
  { scope }: JsonWay<unknown>,
): boolean => (use === "condition" ? operands.length === 1 : !contentClimbs(scope));
