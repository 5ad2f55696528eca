import { honoPath } from "../../runtime/request/hono-path.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Span } from "../source/source-text.js";
import type { FlowReference } from "../syntax/flow.js";
import type { ApiDescription, Operation, PathItem, PathSegment, RateLimit } from "../syntax/openapi.js";
import type { JwtScheme, SecurityAlternative } from "../syntax/security.js";

/** A path that the app answers. */
export interface Route {
  readonly item: PathItem;
  /** The path as the API description has it, relative to the base path. */
  readonly pattern: string;
  /** The path in the syntax of Hono's router, including the base path. */
  readonly honoPath: string;
  readonly operations: readonly RouteOperation[];
}

export interface RouteOperation {
  /** The method in upper case. `*` is every method, if the path lists none. */
  readonly method: string;
  readonly flow: FlowReference;
  /** The object of the description that sets the flow. */
  readonly level: "operation" | "path" | "fallback";
  readonly operation: Operation | undefined;
  /** A request has to meet one of the alternatives. */
  readonly security: readonly SecurityAlternative[];
  readonly limit: RateLimit | undefined;
}

/**
 * Returns the routes in the order in which they must be tried: the most specific first (specification,
 * Endpoints), in whatever order the file lists the paths. Hono takes the first registered route that matches.
 * Operations without a flow are reported and left out.
 */
export function linkRoutes(api: ApiDescription, reporter: Reporter): readonly Route[] {
  const routes = bySpecificity(api.paths).map((item) => ({
    item,
    pattern: item.pattern,
    honoPath: honoPath(api.basePath, item.pattern),
    operations: linkOperations(api, item, reporter),
  }));
  checkMocked(routes, reporter);
  return routes;
}

/** An app that only mocks needs no flow. Beside others, an operation without one may have been forgotten. */
function checkMocked(routes: readonly Route[], reporter: Reporter): void {
  const operations = routes.flatMap(({ pattern, operations }) =>
    operations.map(({ flow, method }) => ({ flow, what: `${method} ${pattern}` })),
  );
  if (operations.every(({ flow }) => flow.isMocked)) return;
  for (const { flow, what } of operations)
    if (flow.isMocked) reporter.report(flow.span, "mockWithoutFlow", { what });
}

/** No file can have this path, since paths of files do not have two slashes in a row. */
function mockedFlow({ span, method }: Operation, { pattern }: PathItem): FlowReference {
  return { span, src: `mock/${method}/${pattern}`, isMocked: true };
}

/** Sorts paths into the order in which they must be tried. */
export function bySpecificity(paths: readonly PathItem[]): readonly PathItem[] {
  return [...paths].sort(compareItems);
}

function linkOperations(api: ApiDescription, item: PathItem, reporter: Reporter): readonly RouteOperation[] {
  const inherited: Pick<RouteOperation, "flow" | "level"> | undefined =
    (item.flow && { flow: item.flow, level: "path" }) ??
    (api.fallbackFlow && { flow: api.fallbackFlow, level: "fallback" });
  if (item.operations.length === 0) {
    const { security, limit } = item;
    if (inherited !== undefined)
      return [{ method: "*", ...inherited, operation: undefined, security, limit }];
    reporter.report(item.span, "routeWithoutFlow", { what: item.pattern });
    return [];
  }
  return item.operations.flatMap((operation): RouteOperation[] => {
    const { method, flow, security, limit } = operation;
    if (flow !== undefined) return [{ method, flow, level: "operation", operation, security, limit }];
    if (inherited !== undefined) return [{ method, ...inherited, operation, security, limit }];
    if (operation.examples.length > 0)
      return [{ method, flow: mockedFlow(operation, item), level: "operation", operation, security, limit }];
    reporter.report(operation.span, "routeWithoutFlow", { what: `${method} ${item.pattern}` });
    return [];
  });
}

/**
 * Compares two paths. Those without a wildcard come first; then the more literal segment decides, from left
 * to right.
 */
function compareItems(a: PathItem, b: PathItem): number {
  if (a.isWildcard !== b.isWildcard) return a.isWildcard ? 1 : -1;
  if (a.segments.length !== b.segments.length) return b.segments.length - a.segments.length;
  for (const [index, segment] of a.segments.entries()) {
    const difference = literalness(b.segments[index] ?? []) - literalness(segment);
    if (difference !== 0) return difference;
  }
  return a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : 0;
}

/** The number of literal characters in a segment. A segment without parameters counts as more than any other. */
function literalness(segment: PathSegment): number {
  const literals = segment.filter((part) => part.kind === "literal");
  if (literals.length === segment.length) return Number.MAX_SAFE_INTEGER;
  return literals.reduce((length, { text }) => length + text.length, 0);
}

/** The variables of the tokens that requests to a flow bring. */
export interface TokenVariables {
  /** Those that some requests bring. */
  readonly brought: ReadonlySet<string>;
  /** Those that some requests need not bring, each with the place of an operation that has such requests. */
  readonly missing: ReadonlyMap<string, Span>;
}

/** The variables of the tokens that requests to each flow bring, by the path of the flow. */
export function tokensByFlow(
  routes: readonly Route[],
  flowPath: (flow: FlowReference) => string,
): ReadonlyMap<string, TokenVariables> {
  const all = requiredSchemes(routes).map(({ variable }) => variable);
  const found = new Map<string, { readonly brought: Set<string>; readonly missing: Map<string, Span> }>();
  for (const { item, operations } of routes)
    for (const { flow, operation, security } of operations) {
      const path = flowPath(flow);
      const { brought, missing } = found.get(path) ?? { brought: new Set(), missing: new Map() };
      found.set(path, { brought, missing });
      for (const alternative of security.length === 0 ? [[]] : security) {
        const names = new Set(alternative.map(({ scheme }) => scheme.variable));
        for (const name of names) brought.add(name);
        for (const name of all)
          if (!names.has(name) && !missing.has(name)) missing.set(name, (operation ?? item).span);
      }
    }
  return found;
}

/** The security schemes that any operation requires, in the order of the routes. */
export function requiredSchemes(routes: readonly Route[]): readonly JwtScheme[] {
  const alternatives = routes.flatMap(({ operations }) => operations.flatMap(({ security }) => security));
  return [...new Set(alternatives.flatMap((requirements) => requirements.map(({ scheme }) => scheme)))];
}
