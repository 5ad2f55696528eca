import type { AnyActionDefinition } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import { assertAction } from "./assert.js";
import { authAction } from "./auth.js";
import { backendFlowAction } from "./backend-flow.js";
import { copyAction } from "./copy.js";
import { debugAction } from "./debug.js";
import { dumpAction } from "./dump.js";
import { echoAction } from "./echo.js";
import { errorAction } from "./error.js";
import { evalAction } from "./eval.js";
import { logAction } from "./log.js";
import { nameshaveAction } from "./nameshave.js";
import { passBodyAction } from "./pass-body.js";
import { proxyRequestAction } from "./proxy-request.js";
import { regexAction } from "./regex.js";
import { requestAction } from "./request.js";
import { requestsAction } from "./requests.js";
import { serveAction } from "./serve.js";
import { setConfigAction } from "./set-config.js";
import { setEnvAction } from "./set-env.js";
import { setHeaderAction } from "./set-header.js";
import { setResponseHeadersAction } from "./set-response-headers.js";
import { setStatusAction } from "./set-status.js";
import { subFlowAction } from "./sub-flow.js";
import { templateAction } from "./template.js";
import { testRequestAction } from "./test-request.js";
import { validationAction } from "./validation.js";
import { xsltAction } from "./xslt.js";

/** Every action. A new one joins this list, and nothing else. */
const definitions: readonly AnyActionDefinition[] = [
  assertAction,
  authAction,
  backendFlowAction,
  copyAction,
  debugAction,
  dumpAction,
  echoAction,
  errorAction,
  evalAction,
  logAction,
  nameshaveAction,
  passBodyAction,
  proxyRequestAction,
  regexAction,
  requestAction,
  requestsAction,
  serveAction,
  setConfigAction,
  setEnvAction,
  setHeaderAction,
  setResponseHeadersAction,
  setStatusAction,
  subFlowAction,
  templateAction,
  testRequestAction,
  validationAction,
  xsltAction,
];

const byElement: ReadonlyMap<string, AnyActionDefinition> = new Map(
  definitions.map((definition) => [definition.element, definition]),
);

/** What can stand in a flow, by the name of its element. */
export const actions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn === undefined),
);

/** What can stand in `conf/config.xml`. */
export const configActions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn === "config"),
);

export function definitionOf(action: Action): AnyActionDefinition {
  const definition = byElement.get(action.element);
  if (definition === undefined) throw new Error(`There is no action ${action.element}.`);
  return definition;
}

/** What can stand in tests of flows: everything that flows have, and actions of their own. */
export const testActions: ReadonlyMap<string, AnyActionDefinition> = new Map(
  [...byElement].filter(([, { standsIn }]) => standsIn !== "config"),
);
