import { quoted } from "../../code/code.js";
import type { TextOf } from "../bundle.js";
import type { Chunk } from "../chunk.js";
import {
  type AnyNode,
  type ArrowFunctionExpression,
  acorn,
  type BlockStatement,
  type CallExpression,
  type IfStatement,
} from "./acorn.js";
import { ChunkPlaces, type FlowPlace } from "./chunk-places.js";
import { actionNameIn, helperKindOf, isEnd } from "./code-forms.js";
import { type Insertion, inserted, shifted } from "./inserted.js";

/** What instrumented code calls, of `runtime/tracing/`. */
export const tracingHelpers = ["$step", "$done", "$way", "$points"] as const;

export interface InstrumentedChunk extends Pick<Chunk, "code" | "mappings" | "moduleMappings"> {
  /** How many there are. */
  readonly points: number;
}

/**
 * Puts calls into the code of a chunk that tell when actions begin and end, and how often code runs. Only code that is made
 * of flows gets them.
 * @param first the number of the first point; no other point has it, or one of those that follow
 * @param textOf the texts of flows
 */
export function instrument(chunk: Chunk, first: number, textOf: TextOf): InstrumentedChunk {
  const { code, mappings, moduleMappings } = chunk;
  if (!chunk.sources.some((source) => source !== null)) return { code, mappings, moduleMappings, points: 0 };
  const finder = new PointFinder(new ChunkPlaces(chunk), first, textOf);
  for (const statement of acorn().parse(code, { ecmaVersion: "latest" }).body) finder.visit(statement, false);
  const insertions = finder.insertions.sort((a, b) => a.offset - b.offset || a.rank - b.rank);
  const table = finder.table();
  return {
    code: `${inserted(code, insertions)}${table}\n`,
    mappings: shifted(mappings, code, insertions),
    moduleMappings: shifted(moduleMappings, code, insertions),
    points: finder.count,
  };
}

/** Some text that is put at an offset; what ends there comes before what begins there. */
interface Ranked extends Insertion {
  readonly rank: number;
}

/** Code that runs as often as its point is passed. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly point: number;
}

interface ActionPoint {
  readonly point: number;
  readonly name: string;
  readonly place: FlowPlace;
}

class PointFinder {
  readonly insertions: Ranked[] = [];
  /** In the order of their starts, each before those in it. */
  readonly #regions: Region[] = [];
  readonly #actions: ActionPoint[] = [];
  readonly #rows = new Map<string, readonly string[]>();
  count = 0;

  constructor(
    private readonly places: ChunkPlaces,
    private readonly first: number,
    private readonly textOf: TextOf,
  ) {}

  /** @param hasContext whether `$` is the context of a request here */
  visit(node: AnyNode, hasContext: boolean): void {
    switch (node.type) {
      case "ArrowFunctionExpression": {
        const inside = hasContext || node.params.some((one) => one.type === "Identifier" && one.name === "$");
        if (inside && node.body.type === "BlockStatement") this.#statements(node.body.body);
        else this.visit(node.body, inside);
        return;
      }
      case "ConditionalExpression":
        this.visit(node.test, hasContext);
        this.#way(node.consequent, hasContext);
        this.#way(node.alternate, hasContext);
        return;
      case "LogicalExpression":
        this.visit(node.left, hasContext);
        if (node.operator === "??") this.#way(node.right, hasContext);
        else this.visit(node.right, hasContext);
        return;
      case "CallExpression":
        this.#call(node, hasContext);
        return;
      default:
        for (const child of childrenOf(node)) this.visit(child, hasContext);
    }
  }

  /** The callbacks of a helper that has ways, such as the rounds of a loop. */
  #call(node: CallExpression, hasContext: boolean): void {
    const { callee } = node;
    const hasWays = helperKindOf(callee) !== undefined;
    this.visit(callee, hasContext);
    for (const each of node.arguments)
      if (hasWays && hasContext && each.type === "ArrowFunctionExpression") this.#callback(each);
      else this.visit(each, hasContext);
  }

  #callback({ body }: ArrowFunctionExpression): void {
    if (body.type === "BlockStatement") this.#block(body.body, body.start);
    else this.#way(body, true);
  }

  /** An expression that is one of several ways. */
  #way(node: AnyNode, hasContext: boolean): void {
    if (hasContext && this.places.at(node.start) !== undefined) {
      const point = this.#region(node);
      this.#insert(node.start, `($way($,${point}),`, opens);
      this.visit(node, hasContext);
      this.#insert(node.end, ")", closes);
    } else this.visit(node, hasContext);
  }

  /** The statements of a block, which is a way. */
  #block(statements: readonly AnyNode[], start: number): void {
    const end = statements.at(-1)?.end ?? start + 1;
    if (this.places.at(start) !== undefined)
      this.#insert(start + 1, `$way($,${this.#region({ start, end })});`, opens);
    this.#statements(statements);
  }

  /** One action may have several statements, one after the other. */
  #statements(statements: readonly AnyNode[]): void {
    for (let index = 0; index < statements.length; ) {
      const place = this.places.at((statements[index] as AnyNode).start);
      let after = index + 1;
      while (after < statements.length && isSame(place, this.places.at((statements[after] as AnyNode).start)))
        after++;
      this.#group(statements.slice(index, after), place);
      index = after;
    }
  }

  /** Statements that one element became. */
  #group(statements: readonly AnyNode[], place: FlowPlace | undefined): void {
    const name = place && !statements.some(isConditional) ? this.#nameAt(place) : undefined;
    const first = this.count;
    for (const [index, statement] of statements.entries()) {
      if (place !== undefined) {
        const helper = index === 0 && name !== undefined ? "$step" : "$way";
        this.#insert(statement.start, `${helper}($,${this.#region(statement)});`, opens);
      }
      if (statement.type === "IfStatement") this.#if(statement);
      else this.visit(statement, true);
    }
    if (name !== undefined) this.#action(first + this.first, name, place as FlowPlace, statements);
  }

  /** Notes an action, and where it ends; it need not get there. */
  #action(point: number, name: string, place: FlowPlace, statements: readonly AnyNode[]): void {
    this.#actions.push({ point, name, place });
    const last = statements.at(-1);
    if (last !== undefined && last.type !== "ReturnStatement" && last.type !== "ThrowStatement")
      this.#insert(last.end, `;$done($,${point});`, closes);
  }

  #if(node: IfStatement): void {
    const { test, consequent, alternate } = node;
    this.visit(test, true);
    if (consequent.type !== "BlockStatement") {
      this.visit(consequent, true);
    } else {
      const place = isEnd(test) ? undefined : (this.places.at(test.start) ?? this.places.at(node.start));
      const name = place && this.#nameAt(place);
      if (place === undefined || name === undefined) this.#block(consequent.body, consequent.start);
      else this.#conditional(place, name, consequent);
    }
    if (alternate?.type === "BlockStatement") this.#block(alternate.body, alternate.start);
    else if (alternate?.type === "IfStatement") {
      const tested = this.#region(alternate);
      this.#insert(alternate.test.start, `$way($,${tested}),`, opens);
      this.#if(alternate);
    } else if (alternate != null) this.visit(alternate, true);
  }

  /** The block of an action with a condition. */
  #conditional(place: FlowPlace, name: string, { start, end, body }: BlockStatement): void {
    const point = this.#region({ start, end });
    this.#insert(start + 1, `$step($,${point});`, opens);
    for (const statement of body) this.visit(statement, true);
    this.#action(point, name, place, body);
  }

  #region({ start, end }: Pick<AnyNode, "start" | "end">): number {
    const point = this.first + this.count++;
    this.#regions.push({ start, end, point });
    return point;
  }

  #insert(offset: number, text: string, rank: number): void {
    this.insertions.push({ offset, text, rank });
  }

  /** The name of the action that begins at a place. */
  #nameAt({ file, line, column }: FlowPlace): string | undefined {
    const rows = this.#rows.get(file) ?? this.textOf(file).split("\n");
    this.#rows.set(file, rows);
    return actionNameIn((rows[line - 1] ?? "").slice(column - 1));
  }

  /** A statement that tells the runtime what the points are. */
  table(): string {
    const files = new Map<string, number>();
    const indexOf = (file: string): number => {
      const index = files.get(file) ?? files.size;
      files.set(file, index);
      return index;
    };
    const lines = this.#linesByPoint(indexOf);
    const actions = this.#actions.map(
      ({ point, name, place }) =>
        `[${point - this.first},${quoted(name)},${indexOf(place.file)},${place.line},${place.column}]`,
    );
    return `$points(${this.first},[${[...files.keys()].map(quoted)}],[${lines}],[${actions}]);`;
  }

  /** For each point, the lines of flows whose code runs when it is passed: file, line, file, line and so on. */
  #linesByPoint(indexOf: (file: string) => number): readonly string[] {
    const lines = Array.from({ length: this.count }, () => new Set<string>());
    const regions = [...this.#regions].sort((a, b) => a.start - b.start || b.end - a.end);
    const open: Region[] = [];
    let next = 0;
    for (const { offset, file, line } of this.places.all) {
      for (let one = regions[next]; one !== undefined && one.start <= offset; one = regions[++next]) {
        while ((open.at(-1)?.end ?? offset) <= one.start && open.length > 0) open.pop();
        open.push(one);
      }
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= offset) open.pop();
      const point = open.at(-1)?.point;
      if (file !== undefined && point !== undefined)
        lines[point - this.first]?.add(`${indexOf(file)},${line}`);
    }
    return lines.map((each) => `[${[...each]}]`);
  }
}

const [closes, opens] = [0, 1];

/** Whether a statement is an action only where its condition holds. */
const isConditional = (node: AnyNode): boolean =>
  node.type === "IfStatement" && node.consequent.type === "BlockStatement" && !isEnd(node.test);

const isSame = (a: FlowPlace | undefined, b: FlowPlace | undefined): boolean =>
  a !== undefined && a.file === b?.file && a.line === b.line && a.column === b.column;

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((each): each is AnyNode => typeof each === "object" && each !== null && "type" in each);
}
