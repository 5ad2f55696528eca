import { type OptionRow, socketRows } from "../../../runtime/upstream/options/rows.js";
import { named } from "../../constructs/action-parts/settings.js";
import { requestsOf } from "../../constructs/actions/facts.js";
import { functions } from "../../constructs/functions/index.js";
import { memberOf } from "../../constructs/options/files.js";
import { mayHaveOption } from "../../constructs/options/index.js";
import { placeOf } from "../../source/place.js";
import type { AppFlow, Connection } from "../../syntax/flow-summary.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { flowExpressions } from "../flows/expressions.js";
import type { UpstreamNames } from "./upstream-names.js";

/** The systems that a flow connects to, as far as the build knows. */
export function connectionsOf(
  flow: AppFlow,
  templates: ReadonlyMap<Template, TemplateFacts>,
  names: UpstreamNames,
): readonly Connection[] {
  if (flow.kind === "summary") return flow.summary.connections;
  const all: Connection[] = [];
  const add = (origins: readonly (string | undefined)[], options?: Connection["options"]): void => {
    for (const origin of origins)
      if (origin !== undefined && !origin.includes("…")) all.push({ origin, ...(options && { options }) });
  };
  for (const request of actionsOf(flow.statements).flatMap((action) => requestsOf(action, templates)))
    add(names.of(request), optionsOf(request.config));
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      if (inner.kind !== "call" || functions.get(inner.name)?.needs !== "directories") return;
      const [url] = inner.arguments;
      if (url !== undefined) add(names.ofUrl(url));
    });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** The options that decide where and how a connection is made, without secrets. */
const told = Object.entries<OptionRow>(socketRows)
  .filter(([, { value, isSecret }]) => value !== "credentials" && isSecret !== true)
  .map(([name, { value }]) => ({ name: name as keyof typeof socketRows, isFile: value === "certificate" }));

/** The files with certificates that connections are made with. */
export const certificateFiles = ({ options = {} }: Connection): readonly string[] =>
  told.flatMap(({ name, isFile }) => (isFile && options[name] ? [String(options[name])] : []));

function optionsOf(config: ObjectNode | undefined): Connection["options"] {
  const found = told
    .filter(({ name }) => mayHaveOption(config, name))
    .map(({ name, isFile }) => {
      const value = config && memberOf(named(config, "options")?.value, name);
      if (value?.kind !== "constant") return [name, null] as const;
      const place = isFile ? placeOf(String(value.value), value.span.source.path) : undefined;
      return [name, place?.kind === "file" ? place.path : value.value] as const;
    });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
