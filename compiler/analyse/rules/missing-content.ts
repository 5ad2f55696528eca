import type { FlowRule } from "./rule.js";

/** Finds actions that take the main content where there cannot be any yet. */
export const missingContent: FlowRule = ({ nowhere, reporter }) => ({
  action(action) {
    if (nowhere.has(action)) reporter.report(action.span, "noContent", { element: action.element });
  },
});
