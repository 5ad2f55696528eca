import { analyse, type Program } from "../analyse/program.js";
import { language } from "../constructs/index.js";
import { type Diagnostic, Reporter } from "../diagnostics/reporter.js";
import { type AppGraph, describeGraph } from "../generate/graph.js";
import { type MockedUpstreams, mockUpstreams } from "../generate/mocks.js";
import { describeRoutes, type RouteDescription } from "../generate/routes.js";
import type { Compilation } from "../index.js";
import { load } from "../load/index.js";
import { bundlePartsAgain, joinParts, textsOf } from "../output/bundle.js";
import type { OutputFile } from "../output/manifest.js";
import { tracedEntry } from "../output/traced/entries.js";
import { Instrumenter } from "../output/traced/instrument.js";
import type { Store } from "../source/store.js";
import { treesOf } from "../syntax/flow-summary.js";
import type { Contents } from "./contents.js";
import { Memory } from "./memory.js";
import { type TracedFlow, TracedFlows } from "./traced-flows.js";

export type * from "../../runtime/observe/trace/format.js";
export type { Application } from "../../runtime/testing.js";
export type { AskedUpstream, GivenAnswer, TracingOptions } from "../../runtime/tracing.js";
export type { TracedAction, TracedFlow } from "./traced-flows.js";

/** An app that tells what happens in it. */
export interface TracedBuild {
  /** A module in CommonJS that exports `app` and `startTracing`; empty if there are errors. */
  readonly code: string;
  /** Its source map in JSON. The code says that it is called `server.js.map`. */
  readonly map: string;
  /** Files that the code loads from its own directory when it needs them. */
  readonly beside: readonly OutputFile[];
  readonly routes: readonly RouteDescription[];
  readonly endpoints: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The paths of all files that were read. */
  readonly inputs: readonly string[];
  /** The view of a flow file, or of a template in its own file; `undefined` for another file. */
  flow(path: string): TracedFlow | undefined;
  /** The parts of the app, as a graph. */
  graph(): AppGraph;
  /** The mocks that can answer in place of upstream systems. */
  mocks(): MockedUpstreams;
}

/** Bundles one app again and again, as one that tells what happens in it. */
export class TracedBuilder {
  readonly #instrumenter = new Instrumenter();

  /** @param store keeps what bundles have of the runtime */
  constructor(private readonly store: Store) {}

  /**
   * @param inputs the paths of all files that were read
   * @param memory has those that were parsed already
   */
  async build(
    { modules, program, names, diagnostics, endpoints }: Compilation,
    contents: Contents,
    inputs: readonly string[],
    memory = new Memory(),
  ): Promise<TracedBuild> {
    if (program === undefined || names === undefined) return { ...nothing, diagnostics, endpoints, inputs };
    const traced = this.#instrumenter.modules(modules).map(({ module }) => module);
    const flow = (path: string) => contents.read(path) ?? "";
    const { code, map, beside } = joinParts(
      await bundlePartsAgain(traced, tracedEntry, "traces", this.store),
      { module: textsOf(modules), flow, flowRoot: "" },
      tracedEntry,
    );
    const files = memory.files(contents);
    const tree = (path: string) => {
      const source = program.flows.has(path) ? files.get(path) : undefined;
      return source && memory.flow(source, files).result;
    };
    const flows = new TracedFlows(modules, tree, flow);
    // The build may have taken some flows as they were before, without their trees.
    let whole: Program | undefined;
    const wholeProgram = (): Program => {
      if (whole !== undefined) return whole;
      const isWhole = treesOf(program.flows).size === program.flows.size;
      const app = isWhole ? undefined : load(files, language, new Reporter(), memory.readers);
      whole = app === undefined ? program : analyse(app, new Reporter());
      return whole;
    };
    return {
      code,
      map,
      beside,
      routes: describeRoutes(program, names.endpoints, wholeProgram),
      diagnostics,
      endpoints,
      inputs,
      flow: (path) => flows.get(path),
      graph: () => describeGraph(wholeProgram()),
      mocks: () => mockUpstreams(wholeProgram()),
    };
  }
}

const nothing = {
  code: "",
  map: "",
  beside: [],
  routes: [],
  flow: () => undefined,
  graph: () => ({ nodes: [], edges: [] }),
  mocks: () => ({ mocks: [], others: [] }),
};
