import { flowExpressions, type NodeSchema } from "../../analyse/index.js";
import { type Expression, walkExpression } from "../../syntax/index.js";
import type { Range } from "../reading/loose-xml.js";
import type { Zone } from "../reading/zone.js";
import type { Project } from "./project.js";

/** An expression that someone writes, in a flow. */
export interface Question {
  readonly project: Project;
  readonly path: string;
  /** The flow with what XML adds taken out of the expression: offsets are those of the file. */
  readonly text: string;
  readonly zone: Zone;
  readonly expression: Range;
  /** Where the author is. */
  readonly offset: number;
  /** True if the command of a template around it has its end. */
  readonly isClosed: boolean;
}

/**
 * The facts known of the nodes that a step would start from. The flow is read as if the author had written
 * only what comes before the step.
 * @param base the part of the path before the step
 * @param range the name that is being written
 * @param isFirst true if the step begins an expression: then it starts from the context
 */
export function nodesAt(
  { project, path, expression, isClosed, text }: Question,
  base: Range,
  range: Range,
  isFirst: boolean,
): NodeSchema | undefined {
  const file = project.source(path)?.text;
  if (file === undefined) return undefined;
  const from = isFirst ? range.start : base.end;
  const wanted = isFirst ? { start: range.start, end: range.start + 1 } : base;
  const dot = isFirst ? "." : "";
  const written = text.slice(expression.start, from) + dot + text.slice(range.end, expression.end);
  const closers = missingClosers(written);
  const rest = file.slice(range.end, expression.end);
  const end = isClosed ? "" : " }}";
  const changed = file.slice(0, from) + dot + closers + rest + end + file.slice(expression.end);
  const current = project.flowWith(path, changed);
  if (current?.flow === undefined || current.program === undefined) return undefined;
  const found = expressionsOf(flowExpressions(current.flow)).filter(
    ({ span }) => span.source === current.source && span.start === wanted.start && span.end === wanted.end,
  );
  for (const one of found) {
    const nodes = current.program.nodeSchemas.get(one);
    if (nodes !== undefined) return nodes;
  }
  return undefined;
}

function expressionsOf(expressions: readonly Expression[]): readonly Expression[] {
  const found: Expression[] = [];
  for (const expression of expressions) walkExpression(expression, (inner) => found.push(inner));
  return found;
}

/** The parentheses and brackets that an expression lacks at its end. */
function missingClosers(expression: string): string {
  const missing: string[] = [];
  for (const [token] of expression.matchAll(/"[^"]*"|'[^']*'|[()[\]]/g)) {
    if (token === "(") missing.unshift(")");
    else if (token === "[") missing.unshift("]");
    else if (token === ")" || token === "]") missing.shift();
  }
  return missing.join("");
}
