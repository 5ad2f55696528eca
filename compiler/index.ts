import { computedRequest, requestId } from "./analyse/data-flow/slots.js";
import { readVariables } from "./analyse/flows/environment-reads.js";
import { analyse, type Program } from "./analyse/program.js";
import { checkTokenKeys } from "./analyse/rules/token-keys.js";
import { type Build, Builder, type BuildOptions, type Compilation } from "./build/builder.js";
import { type Compiled, recompile } from "./build/recompile.js";
import { TracedBuilder } from "./build/traced-builder.js";
import { factsOf } from "./constructs/actions/facts.js";
import { language } from "./constructs/index.js";
import { type Diagnostic, Reporter } from "./diagnostics/reporter.js";
import { generate } from "./generate/app.js";
import { clientModule } from "./generate/client/client-module.js";
import { type AppGraph, describeGraph } from "./generate/graph.js";
import { describeRoutes, type RouteDescription } from "./generate/routes.js";
import type { TestedApp } from "./language/action-definition.js";
import { loadDescription } from "./load/description.js";
import { type App, load } from "./load/index.js";
import { loadTests } from "./load/tests.js";
import { type Bundle, type BundleEntry, Bundler, joinParts, type TextOf, textsOf } from "./output/bundle.js";
import type { LinkedModule } from "./output/link.js";
import { print } from "./output/print.js";
import { compileSchemas } from "./output/schemas/compile.js";
import { checkTargets } from "./output/targets/check-targets.js";
import type { TargetName } from "./output/targets/index.js";
import { testEntry, tracedTestEntry, withTests } from "./output/traced/entries.js";
import { Instrumenter } from "./output/traced/instrument.js";
import { documentText, withOneServer } from "./parse/openapi/document/document.js";
import { Files, type Input } from "./source/files.js";
import { recentlyUsed, type Store } from "./source/store.js";
import { compileStylesheets } from "./stylesheets/index.js";
import { actionsOf } from "./syntax/statements.js";

export type * from "../runtime/observe/trace/format.js";
export type {
  Application,
  AssertionFailure,
  AssertionResult,
  runTest,
  TestResult,
} from "../runtime/testing.js";
export type { AskedUpstream, GivenAnswer, TracingOptions } from "../runtime/tracing.js";
export type { Build, Builder, BuildOptions, Compilation } from "./build/builder.js";
export type { TracedAction, TracedBuild, TracedBuilder } from "./build/traced-builder.js";
export type { LineLink, TracedFlow } from "./build/traced-flows.js";
export type { Diagnostic } from "./diagnostics/reporter.js";
export type { AppGraph, GraphEdge, GraphNode, GraphNodeKind } from "./generate/graph.js";
export type { MockedUpstreams } from "./generate/mocks.js";
export type { RouteDescription, UpstreamDescription } from "./generate/routes.js";
export { isTest } from "./load/tests.js";
export type { OutputFile } from "./output/manifest.js";
export type { TargetName } from "./output/targets/index.js";
export { checkTypes } from "./output/type-check.js";
export type { Input } from "./source/files.js";
export type { Store } from "./source/store.js";

/**
 * A flow directory to TypeScript: load, parse, analyse, generate, print. After errors, the later phases are skipped.
 * @param store has the stylesheets and schemas that others have compiled
 * @param targets the platforms that the app has to run on
 */
export async function compile(
  input: Input,
  store?: Store,
  targets: readonly TargetName[] = [],
): Promise<Compilation> {
  const reporter = new Reporter();
  const app = load(new Files(input), language, reporter);
  const made = app && (await compileApp(app, reporter, store, targets));
  const diagnostics = reporter.sorted();
  if (made === undefined) return { modules: [], diagnostics, endpoints: 0, description: () => "" };
  const { modules, endpoints, program, names } = made;
  const { title, version } = program.api;
  const traits = { title, version, variables: readVariables(program.flows.values()) };
  const description = () => documentText(program.api.document?.() ?? {});
  const compiled = { program, names, diagnostics };
  return { modules, diagnostics, endpoints, description, traits, compiled };
}

interface CompiledApp
  extends Pick<Compilation, "modules" | "endpoints">,
    Pick<Compiled, "program" | "names"> {}

/** Compiles an app that has been read; returns `undefined` if there are errors. */
async function compileApp(
  app: App,
  reporter: Reporter,
  store: Store | undefined,
  targets: readonly TargetName[] = [],
): Promise<CompiledApp | undefined> {
  const program = analyse(app, reporter);
  await checkTokenKeys(program.securitySchemes, reporter);
  const stylesheets = await compileStylesheets(program, app.files, reporter, store);
  checkTargets(program, stylesheets, targets, reporter);
  if (reporter.hasErrors) return undefined;
  const { modules, checks, endpoints, names } = generate(program, stylesheets, print);
  const schemas = await compileSchemas(checks, reporter, store);
  if (reporter.hasErrors) return undefined;
  return { modules: [...modules, ...schemas], endpoints, program, names };
}

/**
 * All that is known of an app, also of one that has errors.
 * @returns no program if the API description cannot be read
 */
export async function examine(
  input: Input,
  store?: Store,
): Promise<{ readonly program: Program | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const reporter = new Reporter();
  const app = load(new Files(input), language, reporter);
  const program = app && analyse(app, reporter);
  if (program !== undefined) {
    await checkTokenKeys(program.securitySchemes, reporter);
    const stylesheets = await compileStylesheets(program, program.files, reporter, store);
    if (!reporter.hasErrors)
      await compileSchemas(generate(program, stylesheets, print).checks, reporter, store);
  }
  return { program, diagnostics: reporter.sorted() };
}

/** What an app answers, in the order in which it is tried; nothing if there are errors. */
export function routesOf({ compiled }: Compilation): readonly RouteDescription[] {
  return compiled === undefined ? [] : describeRoutes(compiled.program, compiled.names.endpoints);
}

/** What an app consists of, and what uses what; nothing if there are errors. */
export function graphOf({ compiled }: Compilation): AppGraph {
  return compiled === undefined ? emptyGraph : describeGraph(compiled.program);
}

const emptyGraph: AppGraph = { nodes: [], edges: [] };

/**
 * The API description as clients may see it, in JSON; `undefined` if there is none that can be read.
 * @param origin comes before the base path in the address of its one server
 */
export function describeApi(input: Input, origin: string): string | undefined {
  const api = loadDescription(new Files(input), language, new Reporter());
  const document = api?.document?.();
  return api && document && documentText(withOneServer(document, origin + api.basePath));
}

export interface ClientTypes {
  /** A module in TypeScript; `undefined` if there are errors. */
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The types of all operations of an app, and a client for them. Only the description is read, not the flows. */
export function clientTypes(input: Input): ClientTypes {
  const reporter = new Reporter();
  const api = loadDescription(new Files(input), language, reporter);
  const answering = api?.paths.filter(
    ({ flow, operations }) => flow !== undefined && operations.length === 0,
  );
  const anyMethod = new Set(answering?.map(({ pattern }) => pattern));
  const document = reporter.hasErrors ? undefined : api?.document?.(anyMethod);
  const text = api && document && clientModule(document, api.basePath);
  return { text, diagnostics: reporter.sorted() };
}

export interface TestBuild {
  /** A module in CommonJS that exports the app and its tests; empty if there are errors. */
  readonly code: string;
  readonly map: string;
  /** Where the generated modules are in the code. */
  readonly generated: { readonly start: number; readonly end: number };
  /** The files that the app is written in: its flows, and templates that have files of their own. */
  readonly written: ReadonlySet<string>;
  /** The same, but the app tells what happens in it, and the module also exports `startTracing`. */
  traced(): Promise<Pick<Bundle, "code" | "map">>;
  /** Where the app of the tests serves each of them, and each of their backend flows, by path. */
  readonly served: ReadonlyMap<string, string>;
  /** What the app answers. */
  readonly routes: readonly RouteDescription[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The app as `build` has it, with tests beside it.
 * @param paths of the tests, relative to the flow directory
 */
export async function buildTests(input: Input, paths: readonly string[], store?: Store): Promise<TestBuild> {
  const reporter = new Reporter();
  const failed = () => ({ ...noTests, diagnostics: reporter.sorted() });
  const files = new Files(input);
  const app = load(files, language, reporter);
  const made = app && (await compileApp(app, reporter, store));
  if (app === undefined || made === undefined) return failed();
  const tests = loadTests(paths, files, language, testedApp(made.program), reporter);
  const madeTests = await compileApp(tests, reporter, store);
  if (madeTests === undefined) return failed();
  const textOf = (path: string) => files.get(path)?.text ?? "";
  const bundled = (own: readonly LinkedModule[], entry: BundleEntry) =>
    bundleKept(withTests(own, madeTests.modules), entry, textOf, store);
  const { code, map, generated } = await bundled(made.modules, testEntry);
  const served = new Map(
    tests.routes.flatMap(({ item, pattern }) => (item.flow ? [[item.flow.src, pattern]] : [])),
  );
  const routes = describeRoutes(made.program, made.names.endpoints);
  return {
    code,
    map,
    generated,
    written: writtenIn(app),
    traced: async () => bundled(await new Instrumenter().modules(made.modules), tracedTestEntry),
    served,
    routes,
    diagnostics: reporter.sorted(),
  };
}

function testedApp({ variables, dataFlow: { sets } }: Program): TestedApp {
  const requests = sets.has(computedRequest)
    ? undefined
    : new Set([...sets].flatMap((slot) => requestId(slot) ?? []));
  return { variables, requests };
}

function writtenIn({ flows }: App): ReadonlySet<string> {
  const actions = [...flows.values()].flatMap(({ statements }) => [...actionsOf(statements)]);
  const templates = actions.flatMap((action) => factsOf(action).templates);
  return new Set([...flows.keys(), ...templates.map(({ span }) => span.source.path)]);
}

/** Bundles with the runtime of the last bundle, if it would become the same, and keeps that of this one. */
async function bundleKept(
  modules: readonly LinkedModule[],
  entry: BundleEntry,
  flow: TextOf,
  store: Store | undefined,
): Promise<Bundle> {
  const parts = await new Bundler(entry).partsWith(modules, entry, store, `runtime of ${entry.text}`);
  return joinParts(parts, { module: textsOf(modules), flow, flowRoot: "" }, entry);
}

const noTests: Omit<TestBuild, "diagnostics"> = {
  code: "",
  map: "",
  generated: { start: 0, end: 0 },
  written: new Set(),
  traced: () => Promise.resolve({ code: "", map: "" }),
  served: new Map(),
  routes: [],
};

/** `compile`, and the bundle for Node. */
export function build(input: Input, options: BuildOptions = {}): Promise<Build> {
  return createBuilder().build(input, options);
}

/**
 * A builder for one flow directory. Each `build` takes the directory as it is then, and reuses what did not change
 * since the last one, or since one that `store` remembers. One has to end before the next one begins.
 */
export function createBuilder(store?: Store): Builder {
  const parts = store ?? recentlyUsed(100);
  return new Builder((input, targets) => compile(input, parts, targets), store, recompile);
}

/**
 * A builder for one flow directory whose apps tell what happens in them: for development only.
 * @param store has the stylesheets, schemas and parts of bundles that others have made
 */
export function createTracedBuilder(store?: Store): TracedBuilder {
  const known = store ?? recentlyUsed(100);
  return new TracedBuilder({ compile: (input) => compile(input, known), recompile }, store);
}
