import { oddMediaType } from "../../parse/http/known-media-types.js";
import type { Expression } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/**
 * Finds media types that nobody knows beside the header fields that hold some: in comparisons, and in calls such as
 * `contains($request/headers/accept, 'text/csv')`.
 */
export const mediaTypes: FlowRule = ({ reporter }) => ({
  expression(inner) {
    const parts = besideEachOther(inner);
    if (!parts.some(isMediaTypeField)) return;
    for (const part of parts) {
      if (part.kind !== "literal" || !/^[\w.+-]+\/[\w.+-]+$/.test(part.value)) continue;
      const odd = oddMediaType(part.value);
      if (odd !== undefined)
        reporter.report(part.span, "unknownMediaType", { name: odd.name, nearest: odd.meant });
    }
  },
});

function besideEachOther(expression: Expression): readonly Expression[] {
  if (expression.kind === "call") return expression.arguments;
  return expression.kind === "binary" ? [expression.left, expression.right] : [];
}

const fields: ReadonlySet<string> = new Set(["content-type", "accept"]);

function isMediaTypeField(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  const test = expression.steps.at(-1)?.test;
  return test?.kind === "name" && fields.has(test.name);
}
