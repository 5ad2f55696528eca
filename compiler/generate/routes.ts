import type { Program } from "../analyse/program.js";
import { named } from "../constructs/action-parts/settings.js";
import { factsOf, placeOfRequest, requestsOf } from "../constructs/actions/facts.js";
import type { UpstreamRequest } from "../language/action-definition.js";
import type { RouteOperation } from "../load/routes.js";
import type { Span } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import { treeOf } from "../syntax/flow-summary.js";
import type { SecurityRequirement } from "../syntax/security.js";
import { actionsOf } from "../syntax/statements.js";
import { descriptionModule, publishedPaths } from "./docs.js";
import type { Endpoint } from "./module/names.js";
import { type AnsweredBy, answeredBy } from "./share.js";

/** A route that an app answers: a method of a path. */
export interface RouteDescription {
  /** `*` for every method. */
  readonly method: string;
  /** With the base path, as the API description writes it. */
  readonly path: string;
  /** The path in the language of Hono's router. */
  readonly honoPath: string;
  /** The flow file; `undefined` if the app serves its description there, or the page about it. */
  readonly flow: string | undefined;
  readonly answeredBy: AnsweredBy;
  /** The files that its flow, those that this calls and those around it are written in. */
  readonly files: readonly string[];
  /** The generated module. */
  readonly module: string;
  /** The guards that a request has to pass before the flows run. */
  readonly guards: readonly string[];
  /** The upstream requests of its flow, and of the flows that this calls. */
  readonly upstream: readonly UpstreamDescription[];
  /** The statuses that the API description lists. */
  readonly statuses: readonly string[];
}

export interface UpstreamDescription {
  /** Its ID; `undefined` if that is only known at run time. */
  readonly id: string | undefined;
  /** The URL as the flow writes it; `undefined` if the request is a proxy's, or names none. */
  readonly url: string | undefined;
  /** The flow file, and the line. */
  readonly place: string;
}

/**
 * The routes of an app, in the order in which they are tried.
 * @param whole the program with the trees of all flows, for those who ask for the files and requests of a route
 */
export function describeRoutes(
  program: Program,
  endpoints: readonly Endpoint[],
  whole = () => program,
): readonly RouteDescription[] {
  const published = publishedPaths(program.api).map(({ what, path, honoPath }) => ({
    method: "GET",
    path: program.api.basePath + path,
    honoPath,
    flow: undefined,
    answeredBy: what,
    files: filesOf([], program),
    module: descriptionModule,
    guards: [],
    upstream: [],
    statuses: [],
  }));
  const answered = endpoints.flatMap(({ route, operations, flow, module }) =>
    operations.map((operation) => ({
      method: operation.method,
      path: program.api.basePath + route.pattern,
      honoPath: route.honoPath,
      flow: program.flows.get(flow)?.source.path ?? flow,
      answeredBy: answeredBy(operation),
      get files() {
        return filesOf([flow], whole());
      },
      module,
      guards: guardsOf(operation, operation.operation?.contract ?? route.item.contract),
      // Looked for when somebody asks: it takes longer than all the rest.
      get upstream() {
        return upstreamOf(flow, whole());
      },
      statuses: [...(operation.operation?.responses.keys() ?? [])],
    })),
  );
  return [...published, ...answered];
}

function guardsOf(
  { security, limit, operation }: RouteOperation,
  contract: { readonly modes: { readonly request: unknown; readonly response: unknown } } | undefined,
): readonly string[] {
  const validated = (["request", "response"] as const).filter(
    (what) => contract !== undefined && contract.modes[what] !== false,
  );
  const schemes = security
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => alternative.map(schemeText).join(" and "));
  // Requirements that are always met: whoever sends no token passes, too.
  const verb = schemes.length < security.length ? "takes" : "requires";
  return [
    ...validated.map((what) => `validates the ${what}`),
    ...(schemes.length === 0 ? [] : [`${verb} ${schemes.join(" or ")}`]),
    ...(limit === undefined ? [] : [`lets ${limit.count} requests through in ${limit.seconds} s`]),
    ...((operation?.examples.length ?? 0) === 0 ? [] : ["can be mocked"]),
  ];
}

/** A scheme, with the scopes that a token must have. */
const schemeText = ({ scheme, scopes }: SecurityRequirement): string =>
  scopes.length === 0 ? scheme.name : `${scheme.name} (${scopes.join(" ")})`;

function upstreamOf(path: string, program: Program): readonly UpstreamDescription[] {
  return flowsFrom([path], program).flatMap((flow) =>
    actionsOf(flow.statements).flatMap((action) =>
      requestsOf(action, program.templates).map((request) => {
        const { source, start } = placeOfRequest(action, request);
        return {
          id: request.id,
          url: urlOf(request),
          place: `${source.path}:${source.place(start).line}`,
        };
      }),
    ),
  );
}

/** The files of flows, of those that they call, and of those around them. */
function filesOf(paths: readonly string[], program: Program): readonly string[] {
  const around = [program.initFlow, program.errorFlow].filter((flow) => flow !== undefined);
  const files = flowsFrom([...paths, ...around], program).flatMap(({ source, statements }) => {
    const templates = actionsOf(statements).flatMap((action) => factsOf(action).templates);
    return [source.path, ...templates.map(({ span }) => span.source.path)];
  });
  return [...new Set(files)];
}

/** Flows, and all that they call. */
function flowsFrom(paths: readonly string[], program: Program): readonly Flow[] {
  const seen = new Set<string>();
  const pending = [...paths];
  const found: Flow[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const flow = treeOf(program.flows.get(next));
    if (flow === undefined || seen.has(next)) continue;
    seen.add(next);
    found.push(flow);
    for (const action of actionsOf(flow.statements)) {
      const { calls } = factsOf(action);
      if (calls !== undefined) pending.push(calls);
    }
  }
  return found;
}

/** As it is written: the text of a constant, or the expression. */
function urlOf({ config, url }: UpstreamRequest): string | undefined {
  const member = config && (named(config, "url") ?? named(config, "origin"));
  if (member === undefined) return url && written(url.span);
  const { value } = member;
  return value.kind === "constant" && typeof value.value === "string" ? value.value : written(value.span);
}

const written = ({ source, start, end }: Span): string =>
  source.text.slice(start, end).replace(/\s+/g, " ").trim();
