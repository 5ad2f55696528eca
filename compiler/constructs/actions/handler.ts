import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionFacts } from "../../language/action-definition.js";
import type { HandlerNode, Script, SentRequest } from "../../syntax/handler.js";
import type { ObjectNode } from "../../syntax/json-template.js";
import { fileFacts } from "../options/files.js";
import { checkRequest, checkUrl, requestFacts } from "./request.js";

/** A handler in TypeScript, in place of the actions of a flow. No flow can write it: the build makes it of `x-flow-handler`. */
export const handlerAction: ActionDefinition<HandlerNode> = {
  element: "handler",
  attributes: [],
  standsIn: "handlers",

  parse: () => undefined,

  facts(node): ActionFacts {
    const { role, scripts } = node;
    // A handler may end the request before it calls a flow.
    if (role.kind === "calls") return { mainContent: "unknown", ends: "maybe-request" };
    const all = [...scripts.values()];
    const expressions = all.flatMap(({ reads }) => reads);
    const sets = all.flatMap((script) => script.sets.map(({ name }) => ({ name })));
    // All that may have happened before it calls a flow.
    if (role.kind === "begins")
      return {
        sets,
        sent: all.flatMap(({ requests }) => requests.map(({ id }) => id)),
        mainContent: "unknown",
      };
    if (role.kind === "sets") {
      const read = new Set(expressions.map((one) => (one.kind === "variable" ? one.name : undefined)));
      return { sets: sets.filter(({ name }) => read.has(name)) };
    }
    return {
      expressions,
      sets,
      reads: all.some(({ readsBody }) => readsBody) ? { kind: "body" } : { kind: "none" },
      waits: true,
      ends: "maybe-request",
      mainContent: "unknown",
      readsBodies: true,
    };
  },

  requests: (node) =>
    requestsOf(node).map(({ id, config }) => ({ id, config, url: undefined, isProxied: false })),

  // A request that is not written where it is sent may have any member that is.
  optionNames: (node) =>
    requestsOf(node).every(({ config }) => config !== undefined)
      ? undefined
      : scriptsOf(node).flatMap(({ members }) => members),

  calls: ({ role }) => (role.kind === "calls" ? role.path : undefined),

  check(node, checker) {
    for (const config of configsOf(node)) {
      checkUrl(config, checker.reporter);
      checkRequest(config, undefined, checker);
    }
  },

  generate(node, generator): readonly Doc[] {
    const [path] = node.scripts.keys();
    if (node.role.kind !== "runs" || path === undefined) return [];
    const facts = requestFacts(fileFacts(configsOf(node), generator));
    return [code`return ${call(generator.use("handle"), [$, generator.handler(path), ...facts])};`];
  },
};

/** All of a handler, in the node that stands for the run of it. */
const scriptsOf = ({ scripts, role }: HandlerNode): readonly Script[] =>
  role.kind === "runs" ? [...scripts.values()] : [];

const requestsOf = (node: HandlerNode): readonly SentRequest[] =>
  scriptsOf(node).flatMap(({ requests }) => requests);

const configsOf = (node: HandlerNode): readonly ObjectNode[] =>
  requestsOf(node).flatMap(({ config }) => config ?? []);
