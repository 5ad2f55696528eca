import type { ActionBase } from "../../syntax/flow.js";
import type { ActionDefinition } from "../action.js";
import { type AuthNode, authAction } from "./auth.js";
import { type CopyNode, copyAction } from "./copy.js";
import { type DebugNode, debugAction } from "./debug.js";
import { type DumpNode, dumpAction } from "./dump.js";
import { type EchoNode, echoAction } from "./echo.js";
import { type ErrorNode, errorAction } from "./error.js";
import { type EvalNode, evalAction } from "./eval.js";
import { type LogNode, logAction } from "./log.js";
import { type NameshaveNode, nameshaveAction } from "./nameshave.js";
import { type PassBodyNode, passBodyAction } from "./pass-body.js";
import { type ProxyRequestNode, proxyRequestAction } from "./proxy-request.js";
import { type RegexNode, regexAction } from "./regex.js";
import { type RequestNode, requestAction } from "./request.js";
import { type RequestsNode, requestsAction } from "./requests.js";
import { type ServeNode, serveAction } from "./serve.js";
import { type SetConfigNode, setConfigAction } from "./set-config.js";
import { type SetHeaderNode, setHeaderAction } from "./set-header.js";
import { type SetResponseHeadersNode, setResponseHeadersAction } from "./set-response-headers.js";
import { type SetStatusNode, setStatusAction } from "./set-status.js";
import { type SubFlowNode, subFlowAction } from "./sub-flow.js";
import { type TemplateNode, templateAction } from "./template.js";
import { type ValidationNode, validationAction } from "./validation.js";
import { type XsltNode, xsltAction } from "./xslt.js";

export type ActionNode =
  | AuthNode
  | CopyNode
  | DebugNode
  | DumpNode
  | EchoNode
  | ErrorNode
  | EvalNode
  | LogNode
  | NameshaveNode
  | RegexNode
  | PassBodyNode
  | ProxyRequestNode
  | RequestNode
  | RequestsNode
  | ServeNode
  | SetConfigNode
  | SetHeaderNode
  | SetResponseHeadersNode
  | SetStatusNode
  | SubFlowNode
  | TemplateNode
  | ValidationNode
  | XsltNode;

/** Every action by its element name. The union above and this list are all that a new action has to join. */
const registry: { readonly [K in ActionNode["kind"]]: ActionDefinition<Extract<ActionNode, { kind: K }>> } = {
  auth: authAction,
  copy: copyAction,
  debug: debugAction,
  dump: dumpAction,
  echo: echoAction,
  error: errorAction,
  eval: evalAction,
  log: logAction,
  nameshave: nameshaveAction,
  regex: regexAction,
  "pass-body": passBodyAction,
  "proxy-request": proxyRequestAction,
  request: requestAction,
  requests: requestsAction,
  serve: serveAction,
  "set-config": setConfigAction,
  "set-header": setHeaderAction,
  "set-response-headers": setResponseHeadersAction,
  "set-status": setStatusAction,
  "sub-flow": subFlowAction,
  template: templateAction,
  validation: validationAction,
  xslt: xsltAction,
};

/** A definition whose nodes are only ever its own: made by its `parse`. */
export type AnyActionDefinition = ActionDefinition<ActionBase>;

const definitions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  Object.entries(registry) as unknown as [string, AnyActionDefinition][],
);

const onlyInConfig: ReadonlySet<string> = new Set(["validation"]);

/** What can stand in a flow. */
export const actions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...definitions].filter(([name]) => !onlyInConfig.has(name)),
);

/** What can stand in `conf/config.xml`. */
export const configActions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...definitions].filter(([name]) => onlyInConfig.has(name)),
);

export function definitionOf(node: ActionBase): AnyActionDefinition {
  const definition = definitions.get(node.kind);
  if (definition === undefined) throw new Error(`There is no action ${node.kind}.`);
  return definition;
}

/** Actions of the engine that only its tests have, which are files of their own kind. */
export const testActions: ReadonlySet<string> = new Set([
  "assert",
  "backend-flow",
  "set-env",
  "test-request",
]);
