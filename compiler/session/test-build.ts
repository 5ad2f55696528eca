import { computedRequest, requestId } from "../analyse/data-flow/slots.js";
import type { Program } from "../analyse/program.js";
import { factsOf } from "../constructs/actions/facts.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter } from "../diagnostics/reporter.js";
import { describeRoutes, type RouteDescription } from "../generate/routes.js";
import { type Compilation, compileApp } from "../index.js";
import type { TestedApp } from "../language/action-definition.js";
import type { App } from "../load/index.js";
import { loadTests } from "../load/tests.js";
import { type Bundle, type BundleEntry, Bundler, joinParts, textsOf } from "../output/bundle.js";
import type { LinkedModule } from "../output/link.js";
import { testEntry, tracedTestEntry, withTests } from "../output/traced/entries.js";
import { Instrumenter } from "../output/traced/instrument.js";
import type { Store } from "../source/store.js";
import { actionsOf } from "../syntax/statements.js";

export type { Application, AssertionResult, runTest, TestResult } from "../../runtime/testing.js";

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
  /** The routes that the app answers. */
  readonly routes: readonly RouteDescription[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An app as `build` has it, with tests beside it. */
export async function buildTests(
  { program, modules, names, diagnostics }: Compilation,
  paths: readonly string[],
  store: Store,
): Promise<TestBuild> {
  if (program === undefined || names === undefined) return { ...noTests, diagnostics };
  const { files } = program;
  const reporter = new Reporter();
  const tests = loadTests(paths, files, language, testedApp(program), reporter);
  const made = await compileApp(tests, reporter, { store });
  const found = [...diagnostics, ...made.diagnostics];
  if (made.names === undefined) return { ...noTests, diagnostics: found };
  const flow = (path: string) => files.get(path)?.text ?? "";
  const bundled = async (own: readonly LinkedModule[], entry: BundleEntry) => {
    const all = withTests(own, made.modules);
    // The runtime of the last bundle is taken, if it would become the same.
    const parts = await new Bundler(entry).partsWith(all, entry, store, `runtime of ${entry.text}`);
    return joinParts(parts, { module: textsOf(all), flow, flowRoot: "" }, entry);
  };
  const { code, map, generated } = await bundled(modules, testEntry);
  const served = tests.routes.flatMap(({ item, pattern }) =>
    item.flow ? [[item.flow.src, pattern] as const] : [],
  );
  return {
    code,
    map,
    generated,
    written: writtenIn(program),
    traced: async () => bundled(await new Instrumenter().modules(modules), tracedTestEntry),
    served: new Map(served),
    routes: describeRoutes(program, names.endpoints),
    diagnostics: found,
  };
}

function testedApp({ variables, dataFlow: { sets } }: Program): TestedApp {
  const requests = sets.has(computedRequest)
    ? undefined
    : new Set([...sets].flatMap((slot) => requestId(slot) ?? []));
  return { variables, requests };
}

function writtenIn({ flows }: App): ReadonlySet<string> {
  const actions = [...flows.values()].flatMap(({ statements }) => actionsOf(statements));
  const templates = actions.flatMap((action) => factsOf(action).templates);
  return new Set([...flows.keys(), ...templates.map(({ span }) => span.source.path)]);
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
