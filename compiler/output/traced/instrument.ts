import { quoted } from "../../code/code.js";
import type { Branch, Part } from "../../code/doc.js";
import type { Span } from "../../source/source-text.js";
import type { PrintedModule } from "../print.js";

/** A place in a flow: its file, a line and a column, both from 1. */
export interface PointPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The meanings of points: numbers that code passes on when it runs. */
export interface Points {
  readonly actions: readonly {
    readonly point: number;
    readonly name: string;
    readonly place: PointPlace;
  }[];
  readonly branches: readonly BranchPoints[];
  /** The lines of flows whose code runs when a point is passed. */
  readonly lines: readonly { readonly point: number; readonly file: string; readonly line: number }[];
}

export interface BranchPoints extends Pick<Branch, "kind" | "hasOther"> {
  readonly place: PointPlace;
  /** The code that chooses a way. */
  readonly point: number;
  /** Those ways that have code, in the order of the flow. The way that has none comes last. */
  readonly ways: readonly number[];
}

interface Instrumented extends Points {
  readonly module: PrintedModule;
}

/** Puts calls into modules that tell when actions begin and end, and how often code runs. */
export class Instrumenter {
  readonly #known = new WeakMap<PrintedModule, Instrumented>();
  #points = 0;

  /** Modules that no code of flows is in stay as they are. */
  modules(modules: readonly PrintedModule[]): readonly Instrumented[] {
    return modules.map((module) => {
      const known = this.#known.get(module) ?? this.#instrumented(module);
      this.#known.set(module, known);
      return known;
    });
  }

  #instrumented(module: PrintedModule): Instrumented {
    if (!module.edges?.some(({ part }) => part.form !== "function"))
      return { module, actions: [], branches: [], lines: [] };
    const first = this.#points;
    const finder = new PointFinder(first);
    finder.visit(module);
    this.#points += finder.count;
    const { actions, branches, lines } = finder;
    const end = `${table(first, finder)}import { ${tracingHelpers} } from "${tracingModule}";\n`;
    return {
      module: {
        ...shifted(module, finder.insertions, end),
        imports: new Map([...(module.imports ?? []), [tracingModule, new Set(tracingHelpers)]]),
      },
      actions,
      branches: [...branches.values()],
      lines,
    };
  }
}

const tracingModule = "flowc/runtime/tracing";

/** The helpers of `runtime/develop/tracing/` that instrumented code calls. */
const tracingHelpers = ["$step", "$done", "$way", "$points"];

/** Text to be put into code, without line ends. */
interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** A part that has begun and not ended. */
interface OpenPart {
  readonly point: number | undefined;
  /** The name of the context of a request, within functions that have one. */
  readonly context: string | undefined;
}

class PointFinder {
  /** In their order. */
  readonly insertions: Insertion[] = [];
  readonly actions: Points["actions"][number][] = [];
  readonly branches = new Map<Branch, BranchPoints & { readonly ways: number[] }>();
  readonly lines: Points["lines"][number][] = [];
  count = 0;
  readonly #open: OpenPart[] = [];

  constructor(private readonly first: number) {}

  visit({ edges = [], mappings }: PrintedModule): void {
    let next = 0;
    let span: Span | undefined;
    for (const { offset, part, isEnd } of edges) {
      for (let mark = mappings[next]; mark !== undefined && mark.offset < offset; mark = mappings[++next]) {
        span = mark.span;
        this.#line(span);
      }
      if (isEnd) this.#end(part, offset);
      else {
        this.#begin(part, offset);
        this.#line(mappings[next]?.offset === offset ? mappings[next]?.span : span);
      }
    }
  }

  /** The code that follows comes from the start of a span. */
  #line(span: Span | undefined): void {
    const point = this.#open.at(-1)?.point;
    if (span === undefined || point === undefined) return;
    const { file, line } = placeOf(span);
    this.lines.push({ point, file, line });
  }

  #begin(part: Part, offset: number): void {
    const outer = this.#open.at(-1);
    const { form, action, branch } = part;
    const context = form === "function" ? (part.context ?? "$") : outer?.context;
    const point = form === "function" || context === undefined ? undefined : this.first + this.count++;
    this.#open.push({ point, context });
    if (point === undefined) return;
    const call = `${action === undefined ? "$way" : "$step"}(${context},${point})`;
    if (form === "expression") this.#insert(offset, `(${call},`);
    else if (form === "statement") this.#insert(offset, `${call};`);
    else if (form === "block") this.#insert(offset + "{".length, `${call};`);
    else this.#insert(offset + "if (".length, `${call},`);
    if (action !== undefined) this.actions.push({ point, name: action.name, place: placeOf(action.span) });
    if (branch === undefined || outer?.point === undefined) return;
    const { kind, hasOther, span } = branch;
    const known = this.branches.get(branch) ?? {
      kind,
      hasOther,
      place: placeOf(span),
      point: outer.point,
      ways: [],
    };
    known.ways.push(point);
    this.branches.set(branch, known);
  }

  #end({ form, action }: Part, offset: number): void {
    const { point, context } = this.#open.pop() ?? {};
    if (point === undefined) return;
    if (form === "expression") this.#insert(offset, ")");
    if (action !== undefined)
      this.#insert(offset - (form === "block" ? "}".length : 0), `;$done(${context},${point});`);
  }

  #insert(offset: number, text: string): void {
    this.insertions.push({ offset, text });
  }
}

function placeOf({ source, start }: Span): PointPlace {
  return { file: source.path, ...source.place(start) };
}

/** The code with all insertions, and `end` behind it. What stands at the offset of an insertion is behind that. */
function shifted(module: PrintedModule, insertions: readonly Insertion[], end: string): PrintedModule {
  const parts: string[] = [];
  let done = 0;
  for (const { offset, text } of insertions) {
    parts.push(module.text.slice(done, offset), text);
    done = offset;
  }
  let shift = 0;
  let next = 0;
  const mappings = module.mappings.map((mark) => {
    for (let one = insertions[next]; one !== undefined && one.offset <= mark.offset; one = insertions[++next])
      shift += one.text.length;
    return { ...mark, offset: mark.offset + shift };
  });
  return { ...module, text: parts.join("") + module.text.slice(done) + end, linked: undefined, mappings };
}

/** A statement that tells the runtime what the points are. */
function table(first: number, { count, actions, lines }: PointFinder): string {
  const files = new Map<string, number>();
  const indexOf = (file: string): number => {
    const index = files.get(file) ?? files.size;
    files.set(file, index);
    return index;
  };
  const byPoint = Array.from({ length: count }, () => new Set<string>());
  for (const { point, file, line } of lines) byPoint[point - first]?.add(`${indexOf(file)},${line}`);
  const rows = actions.map(
    ({ point, name, place: { file, line, column } }) =>
      `[${point - first},${quoted(name)},${indexOf(file)},${line},${column}]`,
  );
  const points = byPoint.map((each) => `[${[...each]}]`);
  // Most processes never ask, so nothing is made of it beforehand.
  return `$points(${first},()=>[[${[...files.keys()].map(quoted)}],[${points}],[${rows}]]);`;
}
