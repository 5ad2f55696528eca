import type { BundledModule, TextOf } from "../output/bundle.js";
import { readMappings, type Segment } from "../output/source-map.js";
import type { Flow } from "../syntax/flow.js";
import { nameOf } from "../syntax/flow.js";
import { actionsOf } from "../syntax/statements.js";

export interface TracedAction {
  /** `users/get.xml:12:3`, as traces have it. */
  readonly place: string;
  /** The name of its element. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
}

/** A line of a flow and a line of a generated module that belong together, both from 1. */
export interface LineLink {
  readonly flowLine: number;
  readonly module: string;
  readonly moduleLine: number;
}

/** A flow file, and the code that was made of it. */
export interface TracedFlow {
  readonly file: string;
  readonly text: string;
  /** The lines that have code, in order. */
  readonly codeLines: readonly number[];
  readonly actions: readonly TracedAction[];
  /** The modules that have code of it. */
  readonly modules: readonly { readonly path: string; readonly text: string }[];
  readonly links: readonly LineLink[];
}

/** The flow files of a build. What is known of one is put together when it is asked for. */
export class TracedFlows {
  constructor(
    private readonly modules: readonly BundledModule[],
    private readonly flows: ReadonlyMap<string, Flow>,
    private readonly moduleText: TextOf,
    private readonly flowText: TextOf,
  ) {}

  get(file: string): TracedFlow | undefined {
    const modules = this.modules.filter(({ sources }) => sources.includes(file));
    const flow = this.flows.get(file);
    if (modules.length === 0 && flow === undefined) return undefined;
    const links = modules.flatMap((module) => linksOf(module, file));
    return {
      file,
      text: this.flowText(file),
      codeLines: [...new Set(links.map(({ flowLine }) => flowLine))].sort((a, b) => a - b),
      actions: flow === undefined ? [] : tracedActions(file, flow),
      modules: modules.map(({ path }) => ({ path, text: this.moduleText(path) })),
      links,
    };
  }
}

function tracedActions(file: string, { statements }: Flow): readonly TracedAction[] {
  return [...actionsOf(statements)]
    .filter(({ span }) => span.source.path === file)
    .map((action) => {
      const { source, start, end } = action.span;
      const { line, column } = source.place(start);
      const endLine = source.place(end).line;
      return { place: `${file}:${line}:${column}`, name: nameOf(action), line, endLine };
    });
}

/** Each once, in the order of the code. */
function linksOf(
  { path, sources, mappings, moduleMappings }: BundledModule,
  file: string,
): readonly LineLink[] {
  const source = sources.indexOf(file);
  const links = new Map<string, LineLink>();
  const own = readMappings(moduleMappings)[Symbol.iterator]();
  for (const segments of readMappings(mappings)) {
    // Both have the same segments, but lead elsewhere.
    const inModule: readonly Segment[] = own.next().value ?? [];
    for (const [index, segment] of segments.entries()) {
      const to = inModule[index];
      if (segment.source !== source || to === undefined) continue;
      const [flowLine, moduleLine] = [segment.sourceLine + 1, to.sourceLine + 1];
      links.set(`${flowLine} ${moduleLine}`, { flowLine, module: path, moduleLine });
    }
  }
  return [...links.values()];
}
