import { factsOf } from "../../constructs/actions/facts.js";
import type { App } from "../../load/index.js";
import { Remembered } from "../../source/remembered.js";
import type { Flow } from "../../syntax/flow.js";
import type { AppFlow } from "../../syntax/flow-summary.js";
import { allMembers, isNamed, type JsonNode } from "../../syntax/json-template.js";
import { anything, type Schema } from "../../syntax/schema.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import {
  bodyWithoutJson,
  environmentSchema,
  errorSchema,
  type RouteParameters,
  requestSchema,
  serverSchema,
  upstreamSchema,
} from "./predefined-schemas.js";
import { routeParameters } from "./route-parameters.js";
import type { NodeSchema } from "./schema-finder.js";
import { templateSchema } from "./template-schema.js";
import type { KnownSchemas } from "./variable-schemas.js";

/** The facts known of variables and templates without following any variable. */
export function knownSchemas(
  app: App,
  templates: ReadonlyMap<Template, TemplateFacts>,
  bodies: ReadonlyMap<string, Schema>,
): KnownSchemas {
  const parametersOf = routeParameters(app);
  const requests = new Map<string, Schema>();
  const request = (flow: string) => {
    const known = requests.get(flow) ?? sameRequest(parametersOf(flow));
    requests.set(flow, known);
    return known;
  };
  const error = ownErrors(app.flows.values(), templates);
  const element = (schema: Schema): NodeSchema => ({ kind: "element", schema });
  return {
    isGiven: (name) => app.tokenVariables.has(name),
    given(name, flow) {
      switch (name) {
        case "body":
          if (!parametersOf(flow).bodies.json) return element(bodyWithoutJson);
          return { kind: "document", schema: bodies.get(flow) ?? anything };
        case "request":
          return element(request(flow));
        case "server":
          return element(serverSchema);
        case "env":
          return element(environmentSchema);
        case "upstream":
          return element(upstreamSchema);
        case "error":
          return error && element(error);
        default:
          return undefined;
      }
    },
    written: writtenIn(templates),
  };
}

// One schema for all flows that see the same.
const sameRequests = new Remembered<Schema>();
const sameErrors = new Remembered<Schema>();

function sameRequest(parameters: RouteParameters): Schema {
  const text = JSON.stringify(parameters, (_, part) =>
    part instanceof Map || part instanceof Set ? [...part] : part,
  );
  return sameRequests.get(text, () => requestSchema(parameters));
}

/** The schemas of what templates write, by what is known of them. */
export function writtenIn(templates: ReadonlyMap<Template, TemplateFacts>): KnownSchemas["written"] {
  return (template) => {
    const facts = templates.get(template);
    if (facts?.kind !== "json") return undefined;
    const { content } = facts.scope;
    if (!ofTemplates.has(content)) ofTemplates.set(content, templateSchema(content));
    const schema = ofTemplates.get(content);
    return schema && { kind: "element", schema };
  };
}

const ofTemplates = new WeakMap<JsonNode, Schema | undefined>();

/** The schema of `$error`, with the members that flows set; `undefined` if some of them are not known. */
function ownErrors(
  flows: Iterable<AppFlow>,
  templates: ReadonlyMap<Template, TemplateFacts>,
): Schema | undefined {
  const names = new Set<string>();
  for (const flow of flows) {
    const own = flow.kind === "summary" ? flow.summary.errors : errorMembers(flow, templates);
    if (own === null) return undefined;
    for (const name of own) names.add(name);
  }
  return sameErrors.get(JSON.stringify([...names]), () => errorSchema(names));
}

/** The names of the members of `$error` that a flow sets itself; `null` if some of them are not known. */
export function errorMembers(
  { statements }: Flow,
  templates: ReadonlyMap<Template, TemplateFacts>,
): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const action of actionsOf(statements)) {
    const facts = factsOf(action);
    if (facts.ends !== "flow") continue;
    for (const template of facts.templates) {
      const json = templates.get(template);
      if (json?.kind !== "json") return null;
      const { content } = json.scope;
      if (content.kind === "constant") continue;
      if (content.kind !== "object") return null;
      for (const member of allMembers(content.members)) {
        if (!isNamed(member)) return null;
        names.add(member.name);
      }
    }
  }
  return names;
}
