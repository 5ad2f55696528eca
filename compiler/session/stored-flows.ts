import type { Program } from "../analyse/program.js";
import { recordOf, seenIn } from "../analyse/stand-ins.js";
import type { Part } from "../code/doc.js";
import { language } from "../constructs/index.js";
import type { Before, Compilation } from "../index.js";
import { ownReaders } from "../load/index.js";
import type { PrintedModule } from "../output/print.js";
import type { Files, Look } from "../source/files.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { Flow } from "../syntax/flow.js";
import { type PlainFacts, standIn, standInFacts, TreeMissing } from "../syntax/per-flow.js";
import type { Contents, Reads } from "./contents.js";

export { TreeMissing } from "../syntax/per-flow.js";

/** One flow of a build. */
interface StoredFlow {
  readonly path: string;
  readonly seen: readonly string[];
  /** Without them, it has to be read each time. */
  readonly facts?: PlainFacts;
  /** The other files that it is made of. */
  readonly reads: readonly (readonly [path: string, look: Look])[];
}

/** A line with a `StoredFlow`, and one with its module. */
type Lines = readonly [flow: string, module: string];

/**
 * The flows of an earlier build of the same app. In a process that does not stay, a flow that has not changed is not read
 * again: all that others ask of it is known, and so is its module. That holds while only flows of single operations have
 * changed, and while these look the same to others: then the results about all others are the same, too. If anybody looks
 * for more, everything is compiled.
 */
export class StoredFlows implements Before {
  readonly #flows = new Map<string, { readonly flow: StoredFlow; readonly lines: Lines }>();
  readonly #changed: ReadonlySet<string>;
  readonly #modules = new Map<string, PrintedModule>();
  #files: Files | undefined;

  private constructor(flows: Iterable<Lines>, changed: Iterable<string>) {
    for (const lines of flows) {
      const flow = JSON.parse(lines[0]) as StoredFlow;
      this.#flows.set(flow.path, { flow, lines });
    }
    this.#changed = new Set(changed);
  }

  /** `undefined` if nothing of the earlier build can be taken. */
  static read(text: string, contents: Contents): StoredFlows | undefined {
    const [head = "", ...lines] = text.split("\n");
    const { reads, alone } = JSON.parse(head) as { reads: Reads; alone: readonly string[] };
    const changed = contents.changedSince(reads);
    const mayChange = new Set(alone);
    if (changed === undefined || !changed.every((path) => mayChange.has(path))) return undefined;
    const pairs = Array.from(
      { length: lines.length / 2 },
      (_, index): Lines => [lines[index * 2] ?? "", lines[index * 2 + 1] ?? ""],
    );
    return new StoredFlows(pairs, changed);
  }

  readonly readFlow: Before["readFlow"] = (source, files, ...rest) => {
    const { flow } = this.#flows.get(source.path) ?? {};
    if (flow?.facts === undefined || this.#changed.has(source.path))
      return ownReaders.readFlow(source, files, ...rest);
    this.#files = files;
    for (const [path, look] of flow.reads) files.look(path, look);
    return standIn(source, flow.facts);
  };

  check(program: Program): void {
    for (const path of program.calledFlows)
      if (standInFacts(program.flows.get(path) as Flow) !== undefined)
        throw new TreeMissing(`${path} is called.`);
  }

  readonly module = (path: string): PrintedModule | undefined => {
    const { lines, flow } = this.#flows.get(path) ?? {};
    if (lines === undefined || flow?.facts === undefined || this.#changed.has(path)) return undefined;
    const known = this.#modules.get(path) ?? this.#readModule(path, lines[1]);
    this.#modules.set(path, known);
    return known;
  };

  /** Only a few flows have to be read, and so it will be the next time. */
  get suffices(): boolean {
    return this.#changed.size <= maxChanged;
  }

  linesOf(flow: Flow): Lines | undefined {
    return standInFacts(flow) && this.#flows.get(flow.source.path)?.lines;
  }

  /** All that results depend on in other flows. */
  get seen(): string {
    return seenIn([...this.#flows.values()].map(({ flow }) => flow.seen));
  }

  seenBy(path: string): readonly string[] {
    return this.#flows.get(path)?.flow.seen ?? [];
  }

  #readModule(flow: string, line: string): PrintedModule {
    if (line === "") throw new TreeMissing(`${flow} has no module.`);
    const files = this.#files;
    return readModule(line, (path) => {
      const source = files?.get(path === "" ? flow : path);
      if (source === undefined) throw new TreeMissing(`${path} is missing.`);
      return source;
    });
  }
}

const maxChanged = 20;

/** Makes the text to keep of a build without errors. Throws `TreeMissing` if what it has taken from `before` does not hold. */
export function storedText(
  { program, found, modules, names }: Compilation,
  before: StoredFlows | undefined,
  reads: Reads,
): (() => string) | undefined {
  if (program === undefined || names === undefined) return undefined;
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const moduleOf = new Map(names.endpoints.map(({ flow, module }) => [flow, byPath.get(module)]));
  const alone: string[] = [];
  const seen: (readonly string[])[] = [];
  const lines: string[] = [];
  for (const [path, flow] of program.flows) {
    const known = before?.linesOf(flow);
    if (known !== undefined) {
      seen.push(before?.seenBy(path) ?? []);
      alone.push(path);
      lines.push(...known);
      continue;
    }
    const { facts, ...record } = recordOf(path, flow, program, language, found);
    const module = moduleOf.get(path);
    const isShared = names.sharedFlows.has(path);
    const usesFiles = [...(module?.imports?.keys() ?? [])].some((specifier) =>
      specifier.includes("/assets/"),
    );
    const stands = facts !== undefined && !isShared && !usesFiles;
    if (!isShared) alone.push(path);
    seen.push(record.seen);
    const stored: StoredFlow = {
      path,
      seen: record.seen,
      reads: [...(program.files.readFor.get(path) ?? [])],
      ...(stands && { facts }),
    };
    lines.push(
      JSON.stringify(stored),
      stands && module !== undefined ? plainModule(module, flow.source) : "",
    );
  }
  if (before !== undefined && seenIn(seen) !== before.seen) throw new TreeMissing("Others look different.");
  return () => [JSON.stringify({ reads, alone }), ...lines].join("\n");
}

type PlainSpan = readonly [path: string, start: number, end: number];

function plainModule({ path, text, mappings, edges = [], imports }: PrintedModule, own: SourceText): string {
  const plainSpan = ({ source, start, end }: Span): PlainSpan => [
    source === own ? "" : source.path,
    start,
    end,
  ];
  const parts = [...new Set(edges.map(({ part }) => part))];
  const branches = [...new Set(parts.flatMap(({ branch }) => branch ?? []))];
  const numbers = new Map(parts.map((part, index) => [part, index]));
  return JSON.stringify({
    path,
    text,
    imports: imports && [...imports].map(([specifier, names]) => [specifier, [...names]]),
    mappings: mappings.map(({ offset, span, name }) => [offset, span ? plainSpan(span) : null, name]),
    edges: JSON.stringify({
      branches: branches.map(({ span, ...branch }) => ({ ...branch, span: plainSpan(span) })),
      parts: parts.map(({ form, action, branch }) => ({
        form,
        action: action && { name: action.name, span: plainSpan(action.span) },
        branch: branch && branches.indexOf(branch),
      })),
      edges: edges.map(({ offset, part, isEnd }) => [offset, numbers.get(part), isEnd]),
    }),
  });
}

interface PlainModule {
  readonly path: string;
  readonly text: string;
  readonly imports?: readonly (readonly [string, readonly string[]])[];
  readonly mappings: readonly (readonly [number, PlainSpan | null, string | undefined])[];
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
  const spanOf = ([file, start, end]: PlainSpan): Span =>
    (file === "" ? own : sourceAt(file)).span(start, end);
  return {
    path,
    text,
    mappings: mappings.map(([offset, span, name]) => ({
      offset,
      span: span === null ? undefined : spanOf(span),
      ...(typeof name === "string" && { name }),
    })),
    // Only tests and traces look at them.
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
