import { callsOf } from "../analyse/flows/calls.js";
import type { Program } from "../analyse/program.js";
import type { SharedFact } from "../analyse/slices/slices.js";
import type { Part } from "../code/doc.js";
import type { Diagnostic } from "../diagnostics/reporter.js";
import type { Compilation, Earlier } from "../index.js";
import { configPath } from "../load/description.js";
import { ownReaders, type Readers } from "../load/index.js";
import type { PrintedModule } from "../output/print.js";
import type { Files, Look } from "../source/files.js";
import { append } from "../source/lists.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { AppFlow, FlowSummary } from "../syntax/flow-summary.js";
import { isHandlerPath } from "../syntax/handler.js";
import { changedFacts, type Shared } from "./changed-facts.js";
import type { Contents, Reads } from "./contents.js";
import { KeptDescription } from "./kept-description.js";
import { type KeptDiagnostic, keepDiagnostics, restoredIn } from "./kept-diagnostics.js";
import { recordOf, sharedBy } from "./summary.js";

/** One flow of a build, as plain data. */
interface FlowData {
  readonly path: string;
  readonly shared: Shared;
  /** The facts that flows decide together for which work for it has asked. */
  readonly asked: readonly SharedFact[];
  /** Without them, it has to be read each time. */
  readonly summary?: FlowSummary;
  /** All that was found in it. */
  readonly findings?: readonly KeptDiagnostic[];
  /** The other files that it is made of. */
  readonly reads: readonly (readonly [path: string, look: Look])[];
  readonly calls: readonly string[];
  /** It runs before others, which see more of it than `shared` tells. */
  readonly isEarly: boolean;
}

/** What holds of all flows of a build. */
interface AppData {
  /** The files that more than flows are made of. */
  readonly others: readonly string[];
  /** The facts that flows decide together on which the results about each flow depend. */
  readonly asked: readonly SharedFact[];
}

interface KeptFlow extends FlowData {
  /** As it was made, or as it is stored. */
  readonly module: PrintedModule | string | undefined;
}

/**
 * The flows of a build without errors: in memory, or written down. The results about a flow are taken again while it is the
 * same, with the files that it is made of and the flows that it calls, and so are the facts that it asked for of those that
 * flows decide together. That holds while only flows have changed that none runs after, or files that these alone are made
 * of.
 */
export class KeptFlows {
  /** @param changed the flows that have changed since all were written down, if they were */
  private constructor(
    private readonly reads: Reads,
    private readonly app: AppData,
    private readonly flows: ReadonlyMap<string, KeptFlow>,
    private changed: ReadonlySet<string> | undefined,
    private readonly description: KeptDescription | undefined,
  ) {}

  /** `undefined` after errors. */
  static of(
    { program, silenced, diagnostics, modules, names, foundFor }: Compilation,
    before: TakenFlows | undefined,
    reads: Reads,
  ): KeptFlows | undefined {
    if (program === undefined || names === undefined) return undefined;
    const byPath = new Map(modules.map((module) => [module.path, module]));
    const moduleOf = new Map(names.endpoints.map(({ flow, module }) => [flow, byPath.get(module)]));
    const early = new Set([program.initFlow, program.configFlow, ...program.postCheckFlows]);
    const flows = new Map<string, KeptFlow>();
    const findings = new Map<string, Diagnostic[]>();
    for (const found of diagnostics) append(findings, found.span?.source.path ?? "", found);
    for (const [path, flow] of program.flows) {
      const module = moduleOf.get(path);
      if (flow.kind === "summary") {
        const known = before?.taken(flow);
        if (known !== undefined) flows.set(path, { ...known, module: module ?? known.module });
        continue;
      }
      const own = foundFor(path);
      const isSaid = (file: string) =>
        silenced.has(file) ||
        (file === path ? findings.get(path)?.every((found) => own.has(found)) === false : findings.has(file));
      const { shared, summary } = recordOf(path, flow, program, isSaid);
      const specifiers = [...(module?.imports?.keys() ?? [])];
      const stands =
        summary !== undefined &&
        !isHandlerPath(path) &&
        !names.sharedFlows.has(path) &&
        !specifiers.some((one) => one.includes("/assets/"));
      const told = own.size > 0 && { findings: keepDiagnostics([...own]) };
      flows.set(path, {
        ...{ path, shared, asked: program.slices.of(path) },
        calls: callsOf(flow),
        isEarly: early.has(path),
        reads: [...(program.files.readFor.get(path) ?? [])],
        ...(stands && { summary, ...told }),
        module,
      });
    }
    const isSaid = (file: string) => silenced.has(file) || findings.has(file);
    const description = before?.description ?? KeptDescription.of(program, isSaid);
    const asked = [...new Set([...(before?.app.asked ?? []), ...program.slices.of(undefined)])];
    const app = { others: othersIn(program), asked };
    return new KeptFlows(reads, app, flows, before?.changedSinceStored, description);
  }

  static read(text: string): KeptFlows {
    const [head = "", description = "", ...lines] = text.split("\n");
    const flows = new Map<string, KeptFlow>();
    for (let index = 0; index < lines.length; index += 2) {
      const flow = JSON.parse(lines[index] ?? "") as FlowData;
      flows.set(flow.path, { ...flow, module: lines[index + 1] || undefined });
    }
    const { app, ...reads } = JSON.parse(head) as Reads & { readonly app: AppData };
    return new KeptFlows(reads, app, flows, new Set(), KeptDescription.read(description));
  }

  /** While few flows have changed, the store need not be written anew each time. */
  get isStored(): boolean {
    return this.changed !== undefined && this.changed.size <= mostUnstored;
  }

  /**
   * All that `read` takes: the description, and a line with each flow, and one with its module.
   * @param hasEdges whether anybody will look at the edges of modules
   */
  text(hasEdges: boolean): string {
    this.changed = new Set();
    const lines = [...this.flows.values()].flatMap(({ module, ...flow }) => [
      JSON.stringify(flow),
      typeof module === "object" && flow.summary !== undefined
        ? plainModule(module, flow.path, hasEdges)
        : (module ?? ""),
    ]);
    return [JSON.stringify({ ...this.reads, app: this.app }), this.description?.text() ?? "", ...lines].join(
      "\n",
    );
  }

  /** `undefined` if nothing can be taken for these files. */
  takenFor(contents: Contents, readers?: Readers): TakenFlows | undefined {
    const files = contents.changedSince(this.reads);
    if (files === undefined || this.app.others.some((path) => files.has(path))) return undefined;
    const changed = new Set<string>();
    const found = new Set<string>();
    const callers = new Map<string, string[]>();
    for (const { path, reads, calls } of this.flows.values()) {
      for (const called of calls) append(callers, called, path);
      for (const file of [path, ...reads.map(([read]) => read)])
        if (files.has(file)) {
          changed.add(path);
          found.add(file);
        }
    }
    for (const path of changed) for (const caller of callers.get(path) ?? []) changed.add(caller);
    return found.size === files.size && ![...changed].some((path) => this.flows.get(path)?.isEarly)
      ? new TakenFlows(this.app, this.flows, changed, this.changed, this.description, readers)
      : undefined;
  }
}

const mostUnstored = 20;

function othersIn({ api, files, flows, upstreamDescriptions }: Program): readonly string[] {
  const owners = [...files.readFor].filter(([path]) => !flows.has(path));
  const read = owners.flatMap(([path, reads]) => [path, ...reads.keys()]);
  return [...new Set([configPath, api.source.path, ...upstreamDescriptions.keys(), ...read])];
}

/** The flows of an earlier build of the same app, for one in which some have changed. */
export class TakenFlows implements Earlier {
  #files: Files | undefined;

  readonly readers: Readers;

  /** @param memory of a process that stays, which has the description, too */
  constructor(
    readonly app: AppData,
    private readonly flows: ReadonlyMap<string, KeptFlow>,
    private readonly changed: ReadonlySet<string>,
    private readonly sinceStored: ReadonlySet<string> | undefined,
    readonly description: KeptDescription | undefined,
    private readonly memory: Readers | undefined,
  ) {
    const readers = memory ?? { ...ownReaders, ...description?.readers };
    this.readers = { ...readers, readFlow: this.#readFlow(readers.readFlow) };
  }

  #readFlow(readFlow: Readers["readFlow"]): Readers["readFlow"] {
    return (source, files, language, reporter) => {
      const flow = this.flows.get(source.path);
      if (flow?.summary === undefined || this.changed.has(source.path))
        return readFlow(source, files, language, reporter);
      this.#files = files;
      for (const [path, look] of flow.reads) files.look(path, look);
      const sourceOf = (path: string) => (path === source.path ? source : (files.get(path) as SourceText));
      for (const found of restoredIn(flow.findings ?? [], sourceOf)) reporter.again(found);
      return { kind: "summary", source, summary: flow.summary };
    };
  }

  missingTrees(program: Program): ReadonlySet<string> {
    const { calledFlows, flows, slices } = program;
    const taken = [...flows.values()].flatMap((flow) => this.taken(flow) ?? []);
    const all = new Set(taken.map(({ path }) => path));
    const now = [...flows].map(([path, flow]) =>
      flow.kind === "flow" ? sharedBy(path, flow, program) : (this.taken(flow)?.shared ?? []),
    );
    const changed = changedFacts([...this.flows.values()], now);
    if (["everything", ...this.app.asked].some((fact) => changed.has(fact))) return all;
    const stale = taken.filter(
      ({ path, asked }) => calledFlows.has(path) || asked.some((fact) => changed.has(fact)),
    );
    return new Set([...slices.missingTrees, ...stale.map(({ path }) => path)]);
  }

  /** The same without some of the flows, which have to be read; `undefined` if none would be left. */
  without(flows: ReadonlySet<string>): TakenFlows | undefined {
    const changed = new Set([...this.changed, ...flows]);
    const { memory, description, sinceStored } = this;
    return changed.size >= this.flows.size
      ? undefined
      : new TakenFlows(this.app, this.flows, changed, sinceStored, description, memory);
  }

  readonly module = (path: string): PrintedModule | undefined => {
    const flow = this.flows.get(path);
    if (flow?.summary === undefined || this.changed.has(path) || flow.module === undefined) return undefined;
    return typeof flow.module === "object" ? flow.module : this.#readModule(path, flow.module);
  };

  /** What is kept of a flow that has no tree. */
  taken({ kind, source }: AppFlow): KeptFlow | undefined {
    return kind === "summary" ? this.flows.get(source.path) : undefined;
  }

  /** Also the flows that have changed in earlier builds, after which they were not written down. */
  get changedSinceStored(): ReadonlySet<string> | undefined {
    return this.sinceStored && new Set([...this.sinceStored, ...this.changed]);
  }

  #readModule(flow: string, line: string): PrintedModule {
    // All files that a flow is made of have been looked at.
    return readModule(line, (path) => this.#files?.get(path === "" ? flow : path) as SourceText);
  }
}

/** In the flow itself, or in another file. */
type PlainSpan = readonly [start: number, end: number, path?: string];

function plainModule(module: PrintedModule, own: string, hasEdges: boolean): string {
  const { path, text, mappings, imports } = module;
  const edges = (hasEdges && module.edges) || [];
  const plainSpan = ({ source, start, end }: Span): PlainSpan =>
    source.path === own ? [start, end] : [start, end, source.path];
  const parts = [...new Set(edges.map(({ part }) => part))];
  const branches = [...new Set(parts.flatMap(({ branch }) => branch ?? []))];
  const numbers = new Map(parts.map((part, index) => [part, index]));
  const plain: PlainModule = {
    path,
    text,
    ...(imports && { imports: [...imports].map(([specifier, names]) => [specifier, [...names]]) }),
    mappings: JSON.stringify(
      mappings.map(({ offset, span, name }): PlainMark => {
        const plain = span ? plainSpan(span) : null;
        return name === undefined ? [offset, plain] : [offset, plain, name];
      }),
    ),
    edges: JSON.stringify({
      branches: branches.map(({ span, ...branch }) => ({ ...branch, span: plainSpan(span) })),
      parts: parts.map(({ form, action, branch }) => ({
        form,
        action: action && { name: action.name, span: plainSpan(action.span) },
        branch: branch && branches.indexOf(branch),
      })),
      edges: edges.map(({ offset, part, isEnd }) => [offset, numbers.get(part), isEnd]),
    }),
  };
  return JSON.stringify(plain);
}

type PlainMark = readonly [offset: number, span: PlainSpan | null, name?: string];

interface PlainModule {
  readonly path: string;
  readonly text: string;
  readonly imports?: readonly (readonly [string, readonly string[]])[];
  readonly mappings: string;
  readonly edges: string;
}

interface PlainEdges {
  readonly branches: readonly (Omit<NonNullable<Part["branch"]>, "span"> & { readonly span: PlainSpan })[];
  readonly parts: readonly {
    readonly form: Part["form"];
    readonly action?: { readonly name: string; readonly span: PlainSpan };
    readonly branch?: number;
  }[];
  readonly edges: readonly (readonly [number, number, boolean])[];
}

function readModule(line: string, sourceAt: (path: string) => SourceText): PrintedModule {
  const { path, text, imports, mappings, edges } = JSON.parse(line) as PlainModule;
  const own = sourceAt("");
  const spanOf = ([start, end, file]: PlainSpan): Span =>
    (file === undefined ? own : sourceAt(file)).span(start, end);
  return {
    path,
    text,
    // Only tests and traces look at the edges.
    get mappings() {
      return (JSON.parse(mappings) as readonly PlainMark[]).map(([offset, span, name]) => ({
        offset,
        span: span === null ? undefined : spanOf(span),
        ...(name !== undefined && { name }),
      }));
    },
    get edges() {
      return readEdges(JSON.parse(edges) as PlainEdges, spanOf);
    },
    ...(imports && { imports: new Map(imports.map(([specifier, names]) => [specifier, new Set(names)])) }),
  };
}

function readEdges({ branches, parts, edges }: PlainEdges, spanOf: (span: PlainSpan) => Span) {
  const all = branches.map((branch) => ({ ...branch, span: spanOf(branch.span) }));
  const read = parts.map(
    ({ form, action, branch }): Part => ({
      form,
      action: action && { name: action.name, span: spanOf(action.span) },
      ...(branch !== undefined && { branch: all[branch] as NonNullable<Part["branch"]> }),
    }),
  );
  return edges.map(([offset, part, isEnd]) => ({ offset, part: read[part] as Part, isEnd }));
}
