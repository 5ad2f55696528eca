import type { HandlerNode } from "../../syntax/handler.js";
import { isHandlerPath, scriptsOf } from "../../syntax/handler.js";
import type { Rule } from "./rule.js";

/** Finds handlers of operations that never make a response. Those that flows call need make none. */
export const silentHandlers: Rule = ({ app, reporter }) => ({
  flow(flow) {
    const { path } = flow.source;
    if (!isHandlerPath(path) || !app.operationFlows.has(path)) return;
    const answers = [...scriptsOf(flow).values()].some((script) => script.answers);
    const handler = flow.statements.at(-1) as HandlerNode;
    if (!answers) reporter.report(handler.span, "handlerAnswersNothing");
  },
});
