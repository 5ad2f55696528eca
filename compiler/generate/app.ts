import { callsOf } from "../analyse/flows/calls.js";
import type { Program } from "../analyse/program.js";
import { $, array, call, code, entry, lines, literal, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import type { RequestFacility } from "../constructs/options/facilities.js";
import type { Route, RouteOperation } from "../load/routes.js";
import { append } from "../source/lists.js";
import type { CompiledStylesheet } from "../stylesheets/index.js";
import type { Flow } from "../syntax/flow.js";
import { treeOf, treesOf } from "../syntax/flow-summary.js";
import { scriptsOf } from "../syntax/handler.js";
import type { Cors } from "../syntax/openapi.js";
import { assetModules } from "./assets.js";
import { Contracts } from "./contracts/index.js";
import type { CheckModule } from "./contracts/schema-names.js";
import { addPath, docsModule, docsRoutes } from "./docs.js";
import { headComments } from "./flow/comments.js";
import { type CodeFacts, flowFunction } from "./flow/handler.js";
import { Limits } from "./limits.js";
import { ModuleBuilder } from "./module/module.js";
import { type Endpoint, FlowNames } from "./module/names.js";
import type { ModulePlan } from "./module/plan.js";
import { schemeModule, securityGuard } from "./security.js";
import { settersCode } from "./setters.js";
import { upstreamsCode } from "./upstreams.js";
import { flowType, hasOwnVariables, variablesModule } from "./variables.js";

/**
 * All modules of the app: one for each endpoint, one for each shared flow, one for each file that is data, and app.ts.
 * Each is printed as soon as it is planned: its plan takes twice the memory of all that is known of its flow.
 */
export function generate<Printed>(
  program: Program,
  stylesheets: ReadonlyMap<string, CompiledStylesheet>,
  print: (plan: ModulePlan) => Printed,
  before?: (flow: string) => Printed | undefined,
): {
  modules: readonly Printed[];
  checks: readonly CheckModule[];
  names: FlowNames;
} {
  const names = new FlowNames(program);
  const contracts = new Contracts(program, names);
  const endpointOf = (endpoint: Endpoint): Printed => {
    // Several endpoints may have the same shared flow.
    if (names.sharedFlows.has(endpoint.flow)) return print(sharedEndpoint(endpoint, program, names));
    const known = before?.(endpoint.flow);
    if (known !== undefined) return known;
    return program.files.during(endpoint.flow, () => print(endpointModule(endpoint, { program, names })));
  };
  const sharedOf = (path: string): Printed => print(sharedModule(path, { program, names }));
  const flows = [
    print(appModule(program, names, contracts, [...stylesheets.values()].some(readsHtml))),
    ...names.endpoints.map(endpointOf),
    ...[...names.sharedFlows.keys()].map(sharedOf),
  ];
  const schemes = program.securitySchemes.map((scheme) => schemeModule(scheme, program, names));
  const assets = assetModules(names, stylesheets, program.files);
  const others = [
    ...variablesModule(program),
    ...docsModule(program.api),
    ...contracts.plans,
    ...schemes,
    ...assets,
  ];
  return { modules: [...flows, ...others.map(print)], checks: contracts.checks, names };
}

/** The checks of contracts, whose schemas may have mistakes, and the names of the modules; the rest is not made. */
export function contractsOf(program: Program): { checks: readonly CheckModule[]; names: FlowNames } {
  const names = new FlowNames(program);
  const contracts = new Contracts(program, names);
  const unused = new ModuleBuilder("app.ts", headOf(program));
  definitionsCode(program, contracts, unused);
  for (const route of program.routes)
    for (const operation of route.operations) {
      contracts.validation(route, operation, unused);
      contracts.mocking(route, operation, unused);
    }
  return { checks: contracts.checks, names };
}

/** The module with the code of a flow, with the names that the others have. */
export function generateFlow(path: string, program: Program, names: FlowNames): ModulePlan | undefined {
  const endpoint = names.endpoints.find(({ flow }) => flow === path);
  if (names.sharedFlows.has(path)) return sharedModule(path, { program, names });
  return endpoint && endpointModule(endpoint, { program, names });
}

const headOf = ({ api }: Program) => `${api.source.path}, compiled by flowc.`;

function sharedModule(path: string, facts: CodeFacts): ModulePlan {
  const { program, names } = facts;
  const { module, name } = names.shared(path);
  const flow = flowOf(path, program);
  const builder = new ModuleBuilder(module, `${flow.source.path}, compiled by flowc.`);
  const code = flowFunction(path, flow, facts, builder, name);
  declareFlow(builder, name, headComments(flow) || undefined, code, hasOwnVariables(program.variables));
  return builder.plan();
}

function flowOf(path: string, program: Program): Flow {
  const flow = treeOf(program.flows.get(path));
  if (flow === undefined) throw new Error(`${path} was not parsed.`);
  return flow;
}

function declareFlow(
  builder: ModuleBuilder,
  name: string,
  docs: string | undefined,
  initializer: Doc,
  hasVariables: boolean,
): void {
  const type = flowType(hasVariables, builder);
  builder.declare({
    kind: "const",
    name,
    exported: true,
    type,
    initializer,
    ...(docs === undefined ? {} : { docs }),
  });
}

function endpointModule(endpoint: Endpoint, facts: CodeFacts): ModulePlan {
  const { program, names } = facts;
  const { module, name, flow } = endpoint;
  const builder = new ModuleBuilder(module, headOf(program));
  const code = flowFunction(flow, flowOf(flow, program), facts, builder);
  const docs = endpointDocs(endpoint, program, names);
  declareFlow(builder, name, docs, code, hasOwnVariables(program.variables));
  return builder.plan();
}

/** The module of an endpoint whose flow has one of its own. */
function sharedEndpoint(endpoint: Endpoint, program: Program, names: FlowNames): ModulePlan {
  const { module, name, flow } = endpoint;
  const builder = new ModuleBuilder(module, headOf(program));
  const shared = names.shared(flow);
  const code = builder.importFrom(shared.module, shared.name);
  declareFlow(
    builder,
    name,
    endpointDocs(endpoint, program, names),
    code,
    hasOwnVariables(program.variables),
  );
  return builder.plan();
}

/** `GET /api/users, from users.xml`, the operation's summary, and what the flow file begins with. */
function endpointDocs({ route, operations, flow }: Endpoint, program: Program, names: FlowNames): string {
  const { api } = program;
  const methods = operations.map(({ method }) => (method === "*" ? "Any method" : method)).join(", ");
  const summary = operations.length === 1 ? operations[0]?.operation?.summary : undefined;
  const written = flowOf(flow, program);
  const head = `${methods} ${api.basePath}${route.pattern}, from ${written.source.path}`;
  // A flow of several endpoints has its comments in its own module.
  const comments = names.sharedFlows.has(flow) ? "" : headComments(written);
  return [head, ...(summary === undefined ? [] : [summary]), ...(comments && ["", comments])].join("\n");
}

function corsCode({ origins, credentials }: Cors, builder: ModuleBuilder): Doc {
  const options = object([
    entry("origins", array(origins.map(quote))),
    entry("credentials", literal(credentials)),
  ]);
  return call(builder.use("cors"), [options]);
}

function definitionsCode({ definitions }: Program, contracts: Contracts, builder: ModuleBuilder): Doc {
  return object([...definitions].map(([name, api]) => entry(name, contracts.upstreamApi(api, builder))));
}

/** All facilities are functions; the cache is one that has something to keep. */
const facilityCode = (facility: RequestFacility, builder: ModuleBuilder): Doc =>
  facility === "cache" ? entry(facility, call(builder.use("httpCache"), [])) : builder.use(facility);

/** A guard holds back, too, what is never repeated. */
function facilitiesOf({ facilities, api }: Program): readonly RequestFacility[] {
  const isGuarded = api.upstreams.length > 0 && !facilities.includes("guard");
  return isGuarded ? [...facilities, "guard"] : facilities;
}

/** The flows that handlers call, by their paths. */
function calledByHandlers(program: Program, flow: (path: string) => Doc): readonly Doc[] {
  const paths = new Set(
    [...treesOf(program.flows).values()].flatMap((each) => (scriptsOf(each).size === 0 ? [] : callsOf(each))),
  );
  return paths.size === 0 ? [] : [entry("flows", object([...paths].map((path) => entry(path, flow(path)))))];
}

const readsHtml = (stylesheet: CompiledStylesheet): boolean =>
  stylesheet.kind === "tree" && stylesheet.tree.readsHtml;

/** @param stylesheetsReadHtml true if one needs a parser for HTML, beside the flows */
function appModule(
  program: Program,
  names: FlowNames,
  contracts: Contracts,
  stylesheetsReadHtml: boolean,
): ModulePlan {
  const { api } = program;
  const builder = new ModuleBuilder("app.ts", `The app of ${api.source.path}, compiled by flowc.`);
  const hono = builder.import("hono", "Hono");
  const fromFile = (path: string, flow: Doc) =>
    call(builder.use("fromFile"), [quote(program.flows.get(path)?.source.path ?? path), flow]);
  const shared = (path: string) => builder.importFrom(names.shared(path).module, names.shared(path).name);
  const options = [
    entry("basePath", quote(api.basePath)),
    ...(program.initFlow === undefined
      ? []
      : [entry("init", fromFile(program.initFlow, shared(program.initFlow)))]),
    ...(program.errorFlow === undefined
      ? []
      : [entry("error", fromFile(program.errorFlow, shared(program.errorFlow)))]),
    ...(program.outsideFlow === undefined
      ? []
      : [entry("outside", fromFile(program.outsideFlow, shared(program.outsideFlow)))]),
    ...(api.cors === undefined ? [] : [entry("cors", corsCode(api.cors, builder))]),
    ...(api.claimsFields.length === 0
      ? []
      : [entry("claims", call(builder.use("claimsFields"), api.claimsFields.map(quote)))]),
    ...(api.hasProblems ? [builder.use("problemDocument")] : []),
    ...(api.ldap === undefined ? [] : [entry("ldap", literal({ ...api.ldap }))]),
    ...settersCode(program),
    ...(program.readsHtml || stylesheetsReadHtml ? [builder.use("parseHtml")] : []),
    ...(program.definitions.size === 0
      ? []
      : [entry("definitions", definitionsCode(program, contracts, builder))]),
    ...calledByHandlers(program, (path) => fromFile(path, shared(path))),
    ...facilitiesOf(program).map((facility) => facilityCode(facility, builder)),
    ...upstreamsCode(api, builder),
  ];
  const flows = call(builder.use("service"), [object(options)]);
  builder.declare({ kind: "const", name: "flows", exported: false, initializer: flows });
  builder.declare({
    kind: "const",
    name: "app",
    exported: "default",
    initializer: code`new ${hono}()`,
  });
  const statements: Doc[] = [];
  const limits = new Limits(api, builder);
  const byRoute = new Map<Route, Endpoint[]>();
  for (const endpoint of names.endpoints) append(byRoute, endpoint.route, endpoint);
  for (const route of program.routes) {
    const endpoints = byRoute.get(route) ?? [];
    if (endpoints.length === 0) continue;
    const operations = endpoints.flatMap(({ module, name, flow, operations: own }) =>
      own.map(({ method }) => entry(method, fromFile(flow, builder.importFrom(module, name)))),
    );
    const guards = route.operations.flatMap((operation) => {
      const own = guardsOf(route, operation, names, contracts, limits, builder);
      return own.length === 0 ? [] : [entry(operation.method, array(own))];
    });
    statements.push(
      addPath([quote(route.pattern), object(operations), ...(guards.length === 0 ? [] : [object(guards)])]),
    );
  }
  statements.push(code`app.notFound(flows.notFound);`);
  builder.declare({ kind: "statement", statement: lines([...docsRoutes(api, builder), ...statements]) });
  return builder.plan();
}

/**
 * The guards that run before the init flow of an operation, each a `Flow`, in this order: validation,
 * security, mocking. A limit comes first, unless it counts by what a token says.
 */
function guardsOf(
  route: Route,
  operation: RouteOperation,
  names: FlowNames,
  contracts: Contracts,
  limits: Limits,
  builder: ModuleBuilder,
): readonly Doc[] {
  const limit = limits.guard(operation);
  const { fields } = operation.operation ?? {};
  return [
    ...(fields === undefined
      ? []
      : [code`(${$}) => ${call(builder.use("setHeaders"), [$, literal({ ...fields })])}`]),
    ...(limit?.needsToken === false ? [limit.code] : []),
    ...contracts.validation(route, operation, builder),
    ...securityGuard(operation, names, builder),
    ...(limit?.needsToken === true ? [limit.code] : []),
    ...contracts.mocking(route, operation, builder),
  ];
}
