import { parseHttpUrl } from "../../../runtime/upstream/plan/request-url.js";
import { requestsOf } from "../../constructs/actions/facts.js";
import { mayBeRepeated } from "../../constructs/options/check-retry.js";
import { mayHaveTransport, mayRedirect } from "../../constructs/options/urls.js";
import { actionsOf } from "../../syntax/statements.js";
import { UpstreamNames } from "../urls/upstream-names.js";
import type { Rule } from "./rule.js";

/** Finds settings of systems that no request to them makes use of. Says nothing where a request may be any. */
export const idleUpstreams: Rule = ({ app, graph, templates, dataFlow, reporter }) => ({
  end() {
    const { upstreams } = app.api;
    const isAsked = ({ retryBudget, credentials }: (typeof upstreams)[number]) =>
      (retryBudget ?? credentials) !== undefined;
    if (!upstreams.some(isAsked)) return;
    const requests = [...graph.slices.allTrees(app.flows).values()]
      .flatMap(({ statements }) => actionsOf(statements))
      .flatMap((action) => requestsOf(action, templates));
    if (requests.length === 0) return;
    const names = new UpstreamNames(dataFlow.variables);
    const retried = requests.filter(({ config, onlyAsks }) => onlyAsks !== true && mayBeRepeated(config));
    const origins = retried.flatMap((request) => (mayRedirect(request) ? [undefined] : names.of(request)));
    const areKnown = origins.every((origin) => origin !== undefined && !/[…$]/.test(origin));
    const isElsewhere = requests.some(({ config }) => mayHaveTransport(config));
    for (const { span, origin, retryBudget, credentials } of upstreams) {
      const isRetried =
        typeof origin === "string" && areKnown
          ? origins.some((one) => originOf(one ?? "") === originOf(origin))
          : origins.length > 0;
      if (retryBudget !== undefined && !isRetried)
        reporter.report(span, "upstreamIdle", {
          key: "retry-budget",
          needed: "retry in the options of a request",
        });
      const isPlain = typeof origin === "string" && origin.startsWith("http:");
      if (credentials !== undefined && isPlain && !isElsewhere)
        reporter.report(span, "upstreamIdle", { key: "client-certificate", needed: "https in the origin" });
    }
  },
});

const originOf = (url: string): string => parseHttpUrl(url)?.origin ?? url;
