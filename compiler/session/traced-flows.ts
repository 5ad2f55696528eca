import type { TextOf } from "../output/bundle.js";
import { flowPlace } from "../output/flow-places.js";
import type { PrintedModule } from "../output/print.js";
import type { Flow } from "../syntax/flow.js";
import { nameOf } from "../syntax/flow.js";
import { isHandlerPath } from "../syntax/handler.js";
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
    private readonly modules: readonly PrintedModule[],
    private readonly flowAt: (path: string) => Flow | undefined,
    private readonly flowText: TextOf,
  ) {}

  get(file: string): TracedFlow | undefined {
    const modules = this.modules.filter(({ mappings }) =>
      mappings.some(({ span }) => span?.source.path === file),
    );
    const flow = this.flowAt(file);
    if (modules.length === 0 && flow === undefined) return undefined;
    const links = modules.flatMap((module) => linksOf(module, file));
    return {
      file,
      text: this.flowText(file),
      codeLines: [...new Set(links.map(({ flowLine }) => flowLine))].sort((a, b) => a - b),
      actions: flow === undefined ? [] : tracedActions(file, flow),
      modules: modules.map(({ path, text }) => ({ path, text })),
      links,
    };
  }
}

function tracedActions(file: string, flow: Flow): readonly TracedAction[] {
  // Of a handler, the last one is all of it.
  const { statements } = flow;
  return actionsOf(isHandlerPath(file) ? statements.slice(-1) : statements)
    .filter(({ span }) => span.source.path === file)
    .map((action) => {
      const { source, start, end } = action.span;
      const { line, column } = source.place(start);
      const endLine = source.place(end).line;
      return { place: `${file}:${line}:${column}`, name: nameOf(action), line, endLine };
    });
}

/** Each once, in the order of the code. */
function linksOf({ path, text, mappings }: PrintedModule, file: string): readonly LineLink[] {
  const links = new Map<string, LineLink>();
  let moduleLine = 1;
  // A line end, a comment, or a word.
  for (const { 0: word, index } of text.matchAll(/\n|\/\/.*|\/\*[\s\S]*?\*\/|[^\s/]+/g)) {
    const place = /^[\n/]/.test(word) ? undefined : flowPlace({ mappings }, index);
    if (place?.source.path === file) {
      const flowLine = place.line;
      links.set(`${flowLine} ${moduleLine}`, { flowLine, module: path, moduleLine });
    }
    moduleLine += word.split("\n").length - 1;
  }
  return [...links.values()];
}
