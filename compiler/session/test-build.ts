import { factsOf } from "../constructs/actions/facts.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter } from "../diagnostics/reporter.js";
import { describeRoutes, type RouteDescription } from "../generate/routes.js";
import { type Compilation, compileApp } from "../index.js";
import type { App } from "../load/index.js";
import { loadTests } from "../load/tests.js";
import { bundlePartsAgain, joinParts, textsOf } from "../output/bundle.js";
import { testEntry, withTests } from "../output/traced/entries.js";
import { Instrumenter, type Points } from "../output/traced/instrument.js";
import type { Store } from "../source/store.js";
import { treeFact } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";
import { testedApp } from "./tested-app.js";

export type { Application, AssertionResult, runTest, TestResult } from "../../runtime/testing.js";

export interface TestBuild {
  /** A module in CommonJS that exports the app, which can tell what happens in it, and its tests; empty if there are errors. */
  readonly code: string;
  readonly map: string;
  /** The points that the code of the app passes. */
  readonly points: readonly Points[];
  /** The files that the app is written in: its flows, and templates that have files of their own. */
  readonly written: ReadonlySet<string>;
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
  const all = withTests(modules, made.modules);
  // Tests have flows of the app in them, too, such as those that backend flows call.
  const instrumented = new Instrumenter().modules(all);
  const linked = instrumented.map(({ module }) => module);
  const parts = await bundlePartsAgain(linked, testEntry, "tests", store);
  const { code, map } = joinParts(parts, { module: textsOf(all), flow, flowRoot: "" }, testEntry);
  const served = tests.routes.flatMap(({ item, pattern }) =>
    item.flow ? [[item.flow.src, pattern] as const] : [],
  );
  return {
    code,
    map,
    points: instrumented,
    written: writtenIn(program),
    served: new Map(served),
    routes: describeRoutes(program, names.endpoints),
    diagnostics: found,
  };
}

const writtenIn = ({ flows }: App): ReadonlySet<string> =>
  new Set([...flows.keys(), ...[...flows.values()].flatMap(templateFiles)]);

export const templateFiles = treeFact("templateFiles", ({ statements }) => {
  const templates = actionsOf(statements).flatMap((action) => factsOf(action).templates);
  return [...new Set(templates.map(({ span }) => span.source.path))];
});

const noTests: Omit<TestBuild, "diagnostics"> = {
  code: "",
  map: "",
  points: [],
  written: new Set(),
  served: new Map(),
  routes: [],
};
