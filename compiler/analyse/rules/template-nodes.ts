import { commonType, isPrimitive } from "../../syntax/static-type.js";
import type { FlowRule } from "./rule.js";

/** Proves that loops and pair producers are given nodes. */
export const templateNodes: FlowRule = ({ reporter, typeOf }) => ({
  templateValue({ span, operands }, use) {
    if (use !== "items" && use !== "pairs") return;
    const found = operands.map(typeOf).reduce(commonType);
    if (!isPrimitive(found)) return;
    const [operand, ...others] = operands;
    const variable = others.length === 0 && operand.kind === "variable" ? operand.name : undefined;
    reporter.report(span, "xpathNotNodes", { found, variable });
  },
});
