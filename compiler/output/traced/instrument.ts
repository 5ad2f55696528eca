import { quoted } from "../../code/code.js";
import { hash } from "../../source/hash.js";
import { esbuild } from "../esbuild.js";
import type { FlowPlace } from "../flow-places.js";
import type { LinkedModule } from "../link.js";
import type { PrintedModule } from "../print.js";
import { decode, encode, type SourceMap } from "../source-map.js";
import {
  type AnyNode,
  type ArrowFunctionExpression,
  acorn,
  actionNameIn,
  type BlockStatement,
  type CallExpression,
  helperKindOf,
  type IfStatement,
  isEnd,
} from "./code-forms.js";
import { CodePlaces } from "./code-places.js";
import { type Insertion, inserted, shifted } from "./inserted.js";

/** The helpers of `runtime/develop/tracing/` that instrumented code calls. */
export const tracingHelpers = ["$step", "$done", "$way", "$points"] as const;

const importsHelpers = `import { ${tracingHelpers.join(", ")} } from "flowc/runtime/tracing";`;

/** Puts calls into the modules of bundles that follow each other, into each module once. */
export class Instrumenter {
  /** The modules of the last bundle that code of flows is in. */
  #known = new Map<string, Instrumented>();
  #points = 0;

  async modules(modules: readonly PrintedModule[]): Promise<readonly LinkedModule[]> {
    const ofFlows = modules.filter(({ mappings }) => mappings.some(({ span }) => span !== undefined));
    const made = await Promise.all(
      ofFlows.map(async (module) => {
        const known = this.#known.get(module.path);
        if (known?.module === module) return known;
        const key = keyOf(module);
        return known?.key === key ? { ...known, module } : { module, key, plain: await plainScript(module) };
      }),
    );
    this.#known = new Map(
      made.map((one) => [one.module.path, "script" in one ? one : this.#instrumented(one)]),
    );
    return modules.map((module) => ({ ...module, script: this.#known.get(module.path)?.script }));
  }

  /** Calls tell when actions begin and end, and how often code runs. */
  #instrumented({ module, key, plain }: Plain): Instrumented {
    const { code, map } = plain;
    const mappings = decode(map.mappings);
    const finder = new PointFinder(new CodePlaces(module, code, mappings), this.#points);
    for (const statement of acorn().parse(code, { ecmaVersion: "latest", sourceType: "module" }).body)
      finder.visit(statement, false);
    this.#points += finder.count;
    const insertions = finder.insertions.sort((a, b) => a.offset - b.offset || a.rank - b.rank);
    const moved = { ...map, mappings: encode(shifted(mappings, code, insertions)) };
    const url = `data:application/json;base64,${Buffer.from(JSON.stringify(moved)).toString("base64")}`;
    const end = `${finder.table()}\n${importsHelpers}\n//# sourceMappingURL=${url}\n`;
    return { module, key, script: inserted(code, insertions) + end };
  }
}

interface Instrumented {
  readonly module: PrintedModule;
  /** Of all that the script depends on. */
  readonly key: string;
  readonly script: string;
}

interface Plain extends Pick<Instrumented, "module" | "key"> {
  readonly plain: { readonly code: string; readonly map: SourceMap };
}

/** The text alone does not name all places. */
const keyOf = ({ text, mappings }: PrintedModule): string =>
  hash(
    JSON.stringify([
      text,
      mappings.map(({ offset, span }) => span && [offset, span.source.path, span.source.place(span.start)]),
    ]),
  );

/** The module without types. */
async function plainScript({ path, text }: PrintedModule): Promise<Plain["plain"]> {
  const { code, map } = await esbuild().transform(text, {
    loader: "ts",
    minifyWhitespace: true,
    target: "node20",
    charset: "utf8",
    sourcemap: "external",
    sourcefile: path,
    sourcesContent: false,
    tsconfigRaw: {},
  });
  return { code, map: JSON.parse(map) as SourceMap };
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
  count = 0;

  constructor(
    private readonly places: CodePlaces,
    private readonly first: number,
  ) {}

  /** @param hasContext true if `$` is the context of a request here */
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
    const name = place && !statements.some(isConditional) ? nameAt(place) : undefined;
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
      const name = place && nameAt(place);
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
        `[${point - this.first},${quoted(name)},${indexOf(place.source.path)},${place.line},${place.column}]`,
    );
    return `$points(${this.first},[${[...files.keys()].map(quoted)}],[${lines}],[${actions}]);`;
  }

  /** For each point, the lines of flows whose code runs when it is passed: file, line, file, line and so on. */
  #linesByPoint(indexOf: (file: string) => number): readonly string[] {
    const lines = Array.from({ length: this.count }, () => new Set<string>());
    const regions = [...this.#regions].sort((a, b) => a.start - b.start || b.end - a.end);
    const open: Region[] = [];
    let next = 0;
    for (const { offset, place } of this.places.all) {
      for (let one = regions[next]; one !== undefined && one.start <= offset; one = regions[++next]) {
        while ((open.at(-1)?.end ?? offset) <= one.start && open.length > 0) open.pop();
        open.push(one);
      }
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= offset) open.pop();
      const point = open.at(-1)?.point;
      if (place !== undefined && point !== undefined)
        lines[point - this.first]?.add(`${indexOf(place.source.path)},${place.line}`);
    }
    return lines.map((each) => `[${[...each]}]`);
  }
}

const [closes, opens] = [0, 1];

/** The name of the action that begins at a place. */
const nameAt = ({ source, line, column }: FlowPlace): string | undefined =>
  actionNameIn(source.line(line).slice(column - 1));

/** True of a statement that is an action only where its condition holds. */
const isConditional = (node: AnyNode): boolean =>
  node.type === "IfStatement" && node.consequent.type === "BlockStatement" && !isEnd(node.test);

const isSame = (a: FlowPlace | undefined, b: FlowPlace | undefined): boolean =>
  a !== undefined && a.source === b?.source && a.line === b.line && a.column === b.column;

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((each): each is AnyNode => typeof each === "object" && each !== null && "type" in each);
}
