import { array, arrow, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { functions } from "../../constructs/functions/index.js";
import { isOfStylesheets } from "../../language/function-definition.js";
import type { Pattern, PatternStep } from "../../syntax/stylesheet.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { nodeSet, stepCode } from "../xpath/path.js";
import { loopScope, nodeScope, type SheetModule, type SheetScope } from "./scope.js";

/** The alternatives of a pattern, each made once: for good, or for a transformation if it asks that for something. */
export const patternsCode = (patterns: readonly Pattern[], module: SheetModule): Doc =>
  array(patterns.map((pattern) => patternCode(pattern, module)));

/**
 * The same for what counts nodes: a constant of the module, since counts are remembered by their patterns; but where they
 * stand if they read variables of a template.
 */
export function countedPatterns(patterns: readonly Pattern[], module: SheetModule, around: SheetScope): Doc {
  const isLocal = (one: Expression) => one.kind === "variable" && around.locals.has(one.name);
  if (patterns.flatMap(predicatesOf).some((one) => someExpression(one, isLocal)))
    return array(patterns.map((pattern) => patternCode(pattern, module, around)));
  const { builder, names } = module;
  const doc = names.fresh("countedNodes");
  builder.declare({
    kind: "statement",
    statement: code`const ${doc}: readonly ${builder.useType("PatternMaker")}[] = ${patternsCode(patterns, module)};`,
  });
  return doc;
}

/** @param around the scope of a pattern that is made where it stands */
export function patternCode(pattern: Pattern, module: SheetModule, around?: SheetScope): Doc {
  const { current, ...scope } = (around === undefined ? nodeScope(module, "node") : loopScope(around)).scope;
  const { builder } = module;
  const steps = pattern.steps.flatMap((step, index) => stepsCode(step, index === 0, pattern, scope));
  const { start } = pattern;
  const made =
    typeof start !== "string"
      ? call(builder.use("fromNodes"), [startCode(start, module), ...steps])
      : call(builder.use(start === "root" ? "fromRoot" : "anywhere"), steps);
  return around !== undefined || isFixed(pattern) ? made : arrow(code`$, out`, made);
}

/** The nodes that `id()` or `key()` finds, in the document of the node that is asked for. */
function startCode(start: Expression, module: SheetModule): Doc {
  const { scope, focus } = nodeScope(module, "node");
  const nodes = nodeSet(start, scope);
  return arrow(focus.parameters(), nodes);
}

function stepsCode(
  { after, axis, test, predicates }: PatternStep,
  isFirst: boolean,
  { start }: Pattern,
  scope: SheetScope,
): readonly Doc[] {
  const own = stepCode({ axis, test, predicates }, scope);
  const isAnywhere = after === "//" && !(isFirst && start === "anywhere");
  return isAnywhere ? [call(scope.use("descendantOrSelf"), [quote("node()")]), own] : [own];
}

/** Tells whether a pattern asks nothing but the node. */
function isFixed(pattern: Pattern): boolean {
  const { start } = pattern;
  const expressions = [...(typeof start === "string" ? [] : [start]), ...predicatesOf(pattern)];
  return !expressions.some((expression) => someExpression(expression, asksElsewhere));
}

const predicatesOf = ({ steps }: Pattern): readonly Expression[] =>
  steps.flatMap(({ predicates }) => predicates);

/** Tells whether an expression reads a variable, or anything but nodes of the document. */
function asksElsewhere(expression: Expression): boolean {
  if (expression.kind !== "call") return expression.kind === "variable";
  const reads = functions.get(expression.name)?.reads;
  return isOfStylesheets(expression) || (reads !== "arguments" && reads !== "focus" && reads !== undefined);
}
