import type { Diagnostic } from "../diagnostics/reporter.js";
import { type AppGraph, describeGraph } from "../generate/graph.js";
import { type MockedUpstreams, mockUpstreams } from "../generate/mocks.js";
import { describeRoutes, type RouteDescription } from "../generate/routes.js";
import { Bundler, joinParts, textsOf } from "../output/bundle.js";
import type { OutputFile } from "../output/manifest.js";
import { tracedEntry } from "../output/traced/entries.js";
import { Instrumenter } from "../output/traced/instrument.js";
import type { Input } from "../source/files.js";
import type { Store } from "../source/store.js";
import { Incremental, type IncrementalOptions } from "./incremental.js";
import { type TracedFlow, TracedFlows } from "./traced-flows.js";

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

/** Builds one flow directory again and again, in memory, as an app that tells what happens in it. */
export class TracedBuilder {
  readonly #incremental: Incremental;

  /** @param store keeps the runtime of the last bundle */
  constructor(options: Omit<IncrementalOptions, "bundle" | "store">, store?: Store) {
    const bundler = new Bundler(tracedEntry);
    const instrumenter = new Instrumenter();
    this.#incremental = new Incremental({
      ...options,
      bundle: async (modules, _, last) =>
        bundler.partsWith(await instrumenter.modules(modules), tracedEntry, store, "traced runtime", last),
    });
  }

  /** One has to end before the next one begins. */
  async build(input: Input): Promise<TracedBuild> {
    const { kept, diagnostics, endpoints, reads, contents } = await this.#incremental.build(input);
    const inputs = [...reads.texts, ...reads.bytes].flatMap(([path, hash]) => (hash === "" ? [] : path));
    const { compiled, modules: printed } = this.#incremental;
    if (kept === undefined || compiled === undefined) return { ...nothing, diagnostics, endpoints, inputs };
    const { program, names } = compiled;
    const { parts, modules } = kept;
    const flow = (path: string) => contents.read(path) ?? "";
    const texts = { module: textsOf(modules), flow, flowRoot: "" };
    const { code, map, beside } = joinParts(parts, texts, tracedEntry);
    const flows = new TracedFlows(printed, program.flows, flow);
    const routes = describeRoutes(program, names.endpoints);
    return {
      code,
      map,
      beside,
      routes,
      diagnostics,
      endpoints,
      inputs,
      flow: (path) => flows.get(path),
      graph: () => describeGraph(program),
      mocks: () => mockUpstreams(program),
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
