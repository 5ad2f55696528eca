import { nearest } from "../../runtime/base/nearest.js";
import { computedRequest, requestId } from "../analyse/data-flow/slots.js";
import { environmentIn, readVariables } from "../analyse/flows/environment-reads.js";
import { flowExpressions } from "../analyse/flows/expressions.js";
import type { Program } from "../analyse/program.js";
import { factsOf } from "../constructs/actions/facts.js";
import { definitionOf } from "../constructs/actions/index.js";
import { publishedPaths } from "../generate/docs.js";
import type { TestedApp, Unanswered } from "../language/action-definition.js";
import type { Route } from "../load/routes.js";
import { mayMatch } from "../parse/openapi/path-pattern.js";
import { treeFact } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";
import { walkExpression } from "../syntax/visit-expression.js";
import { visitTemplate } from "../syntax/visit-template.js";

/** What the readers of tests use of the app that they are of. */
export function testedApp(program: Program): TestedApp {
  const { variables, api, dataFlow } = program;
  const { sets } = dataFlow;
  const flows = [...program.flows.values()];
  const requests = sets.has(computedRequest)
    ? undefined
    : new Set([...sets].flatMap((slot) => requestId(slot) ?? []));
  const described = api.source.text.match(/\b[A-Z][A-Z\d_]{2,}\b/g) ?? [];
  const logged = flows.map(loggedIn);
  return {
    variables,
    requests,
    environment: new Set([...readVariables(flows), ...described]),
    namesEnvironment: flows.every(namesEnvironment),
    logged: logged.every((names) => names !== null) ? new Set(logged.flat()) : undefined,
    unanswered: (path, method) => unansweredIn(program, path, method),
  };
}

/** The environment is read by written names alone. */
export const namesEnvironment = treeFact("namesEnvironment", (flow) => {
  let read = 0;
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable" && inner.name === "env") read++;
    });
  return read === environmentIn(flow).length;
});

/** The names in the templates of what is logged; `null` if some are computed. */
export const loggedIn = treeFact("logged", (flow) => {
  const names: string[] = [];
  let isComputed = false;
  const scan = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"([^"\\\n]{1,100})"\s*:/g)) names.push(name);
    isComputed ||= /^"?\s*:/.test(text.trimStart());
  };
  for (const action of actionsOf(flow.statements))
    if (definitionOf(action).logs === true)
      for (const { parts } of factsOf(action).templates)
        visitTemplate(parts, {
          part(part) {
            if (part.kind === "text") scan(part.text.text);
            isComputed ||= part.kind === "value" && part.command.use === "members";
          },
        });
  return isComputed ? null : names;
});

/** An answer to what no flow answers may have another status. */
export const setsStatus = treeFact("setsStatus", ({ statements }) =>
  actionsOf(statements).some(
    (action) => definitionOf(action).setsStatus !== undefined || factsOf(action).calls !== undefined,
  ),
);

/** Methods that are answered only where a flow says so. */
const ordinary: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/** Says nothing of paths that have more than one spelling. */
function unansweredIn(program: Program, written: string, method: string | undefined): Unanswered | undefined {
  const { api, routes, flows, errorFlow, outsideFlow } = program;
  const { basePath } = api;
  const error = errorFlow === undefined ? undefined : flows.get(errorFlow);
  const [path = ""] = (written.startsWith("/") ? written : `/${written}`).split(/[?#]/);
  if (/%|\\|\/\.|\/\/|\s/.test(basePath + path) || (error !== undefined && setsStatus(error)))
    return undefined;
  const published = publishedPaths(api).map((one) => basePath + one.path);
  if (published.includes(path)) return undefined;
  const isBelow = path === basePath || path.startsWith(`${basePath}/`);
  if (!isBelow && outsideFlow !== undefined) return undefined;
  const found = isBelow ? routes.filter((route) => fits(route, path.slice(basePath.length))) : [];
  if (found.length === 0) {
    const isShort = basePath !== "" && routes.some((route) => fits(route, path));
    const paths = routes.map(({ pattern }) => basePath + pattern);
    return { kind: "path", nearest: isShort ? basePath + written : nearest(path, paths) };
  }
  const methods = found.flatMap(({ operations }) => operations.map((operation) => operation.method));
  const has =
    method === undefined || !ordinary.has(method) || methods.includes("*") || methods.includes(method);
  return has ? undefined : { kind: "method", methods: [...new Set(methods)] };
}

/** Tells whether a path may be one of a route. */
const fits = ({ item, operations }: Route, path: string): boolean =>
  operations.length > 0 && mayMatch(item, path.replace(/^\/|\/$/g, "").split("/"));
