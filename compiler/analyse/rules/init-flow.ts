import type { Rule } from "./rule.js";

/** Finds the end of every request in the init flow. */
export const initFlow: Rule = ({ app, reporter }) => ({
  flow({ statements }, path) {
    if (path !== app.initFlow) return;
    const end = statements.find(({ kind }) => kind === "break");
    if (end?.kind === "break" && end.condition === undefined) reporter.report(end.span, "endOfInit");
  },
});
