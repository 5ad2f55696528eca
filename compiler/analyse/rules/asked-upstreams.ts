import { nearest } from "../../../runtime/base/nearest.js";
import { parseHttpUrl } from "../../../runtime/upstream/plan/request-url.js";
import { readVariables } from "../flows/environment-reads.js";
import { UpstreamNames } from "../urls/upstream-names.js";
import type { Rule } from "./rule.js";

/**
 * Finds settings of systems that no request goes to. Says nothing where a request, or a redirect, may go anywhere; and
 * nothing of an origin that the value of an environment variable may have.
 */
export const askedUpstreams: Rule = ({ app, templates, dataFlow, reporter }) => ({
  end() {
    const { upstreams } = app.api;
    // What only says whether it is well need not be asked by a flow.
    const settings = upstreams.filter(({ health }) => health === undefined);
    if (settings.length === 0) return;
    const names = new UpstreamNames(dataFlow.variables);
    const asked = [...app.flows.values()].flatMap((flow) => names.in(flow, templates));
    // Who asks nobody yet is about to.
    if (asked.length === 0 || asked.some((name) => name.includes("…"))) return;
    const variables = readVariables(app.flows.values());
    const keySets = app.securitySchemes.flatMap(({ key }) => (key.kind === "key-set" ? [key.url] : []));
    const urls = [...asked, ...keySets.map((url) => (url.kind === "text" ? url.text : "$"))];
    const isOpen = urls.some((url) => url.includes("$"));
    const origins = urls.map(originOf);
    for (const { origin, span } of settings) {
      if (typeof origin === "string") {
        if (!isOpen && !origins.includes(originOf(origin)))
          reporter.report(span, "upstreamUnasked", { origin, nearest: nearest(origin, origins) });
      } else if (!variables.includes(origin.env)) {
        const meant = nearest(origin.env, variables);
        const written = { origin: `$env/${origin.env}`, nearest: meant && `$env/${meant}` };
        reporter.report(span, "upstreamUnasked", written);
      }
    }
  },
});

const originOf = (url: string): string => parseHttpUrl(url)?.origin ?? url;
