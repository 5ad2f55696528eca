import type { App } from "../../load/index.js";
import { oncePer } from "../../source/remembered.js";
import type { Operation, ParameterValues, PathItem } from "../../syntax/openapi.js";
import type { Schema } from "../../syntax/schema.js";
import { callsOf } from "../flows/calls.js";
import { type ParameterPlace, parameterPlaces, type RouteParameters } from "./predefined-schemas.js";

type Graph = Pick<
  App,
  "flows" | "routes" | "flowPath" | "initFlow" | "errorFlow" | "outsideFlow" | "configFlow" | "postCheckFlows"
>;

const any = { path: undefined, query: undefined, header: undefined, cookie: undefined, form: undefined };

const anyParameters: RouteParameters = { ...any, bodies: { json: true, form: true } };

/** Of a flow with more parameters, any name may be one. */
const maxNames = 200;

/** Returns the parameters of the routes that reach a flow, directly or by calls, for each flow by its path. */
export function routeParameters(graph: Graph): (flow: string) => RouteParameters {
  const found = new Map<string, RouteParameters>();
  const pending: string[] = [];
  const add = (flow: string | undefined, more: RouteParameters) => {
    if (flow === undefined) return;
    const before = found.get(flow);
    const after = before === undefined ? more : union(before, more);
    if (before !== undefined && sizeOf(after) === sizeOf(before)) return;
    found.set(flow, after);
    pending.push(flow);
  };
  const { flows, routes, flowPath } = graph;
  for (const { item, operations } of routes) {
    const names = [...parameterNames(item)];
    for (const { flow, operation } of operations) {
      const declared = operation?.parameters;
      const path = new Map(names.map((name) => [name, declared?.path.get(name)]));
      add(flowPath(flow), { ...any, ...declared, path, bodies: bodiesOf(operation) });
    }
  }
  const every = routes.flatMap(({ item }) => [...parameterNames(item)]);
  const all = { ...anyParameters, path: new Map(every.map((name) => [name, undefined])) };
  for (const flow of [graph.initFlow, graph.errorFlow, ...graph.postCheckFlows]) add(flow, all);
  add(graph.outsideFlow, { ...anyParameters, path: new Map() });
  add(graph.configFlow, anyParameters);
  for (let flow = pending.pop(); flow !== undefined; flow = pending.pop()) {
    const known = found.get(flow) ?? anyParameters;
    const own = flows.get(flow);
    for (const called of own === undefined ? [] : callsOf(own)) add(called, known);
  }
  return (flow) => found.get(flow) ?? anyParameters;
}

/** The names of the parameters of a path. */
export const parameterNames = oncePer(
  ({ segments }: Pick<PathItem, "segments">): ReadonlySet<string> =>
    new Set(segments.flat().flatMap((part) => (part.kind === "parameter" ? part.name : []))),
);

function union(a: RouteParameters, b: RouteParameters): RouteParameters {
  const places = parameterPlaces.map((place) => [place, unionOf(a[place], b[place])] as const);
  const bodies = { json: a.bodies.json || b.bodies.json, form: a.bodies.form || b.bodies.form };
  return { ...(Object.fromEntries(places) as Record<ParameterPlace, ParameterValues | undefined>), bodies };
}

/** Operations without a body that flows read may have any. */
function bodiesOf(operation: Operation | undefined): RouteParameters["bodies"] {
  const types = operation?.bodyTypes;
  const takes = (pattern: RegExp) => types === undefined || types.some((type) => pattern.test(type));
  return {
    json: takes(/^\*|^application\/(json|\*)|\+json$/),
    form: takes(/form|^\*|^(application|multipart)\/\*/),
  };
}

function unionOf(
  a: ParameterValues | undefined,
  b: ParameterValues | undefined,
): ParameterValues | undefined {
  if (a === undefined || b === undefined) return undefined;
  const names = new Set([...a.keys(), ...b.keys()]);
  if (names.size > maxNames) return undefined;
  return new Map([...names].map((name) => [name, valuesOf(name, a, b)]));
}

/** Other values than those of one route are forgotten. */
function valuesOf(name: string, a: ParameterValues, b: ParameterValues): Schema["values"] {
  const [one, other] = [a.get(name), b.get(name)];
  const text = (values: Schema["values"]) => JSON.stringify(values && [...values]);
  return text(one) === text(other) ? one : undefined;
}

/** Grows with each name, and with each whose values are forgotten, so that flows that call each other come to an end. */
function sizeOf({ bodies, ...parameters }: RouteParameters): number {
  const sizes = parameterPlaces.map((place) => {
    const known = parameters[place];
    return known === undefined
      ? 2 * maxNames + 1
      : [...known.values()].reduce((sum, values) => sum + (values === undefined ? 2 : 1), 0);
  });
  return sizes.reduce((sum, size) => sum + size, Number(bodies.json) + Number(bodies.form));
}
