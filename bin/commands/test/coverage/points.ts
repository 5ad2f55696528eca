import { type AnyNode, type CallExpression, type IfStatement, parse } from "acorn";
import { actionNameIn, helperKindOf, isEnd } from "../../../../compiler/output/traced/code-forms.js";
import { countWhile } from "../../../../compiler/source/lists.js";
import type { FlowCode, FlowPlace } from "./flow-code.js";

/** An action, or another statement, and the code that runs it: once for each module that has the flow. */
interface ActionPoint {
  readonly place: FlowPlace;
  /** The name of its element. */
  readonly name: string;
  readonly offsets: readonly number[];
}

/** Where a flow goes one of several ways. */
export interface BranchPoint {
  readonly place: FlowPlace;
  readonly kind: "if" | "condition" | "template" | "default" | "loop" | "with";
  /**
   * True if there is a way without code: no branch of an `if`, a value that needs no default, a loop without
   * items.
   */
  readonly hasOther: boolean;
  readonly code: readonly BranchCode[];
}

interface BranchCode {
  /** The offset of the code that chooses the way. */
  readonly offset: number;
  /** The code of each way that has some, in the order of the flow. The way that has none comes last. */
  readonly ways: readonly number[];
}

export interface Points {
  readonly actions: readonly ActionPoint[];
  readonly branches: readonly BranchPoint[];
  /** All code of flows, for the lines. */
  readonly lines: readonly FlowPlace[];
  /** Where the statement, or the body of the function, begins that an offset is in. */
  startOf(offset: number): number;
}

/** Finds what can be counted in the code of flows. */
export function findPoints(code: string, flows: FlowCode): Points {
  const finder = new PointFinder(flows);
  // The code before it stands on lines of its own; spaces keep the offsets as they are.
  const { start, end } = flows.generated;
  const generated = " ".repeat(start) + code.slice(start, end);
  for (const statement of parse(generated, { ecmaVersion: "latest" }).body) finder.module(statement);
  const lines = flows.places.filter(({ file }) => file !== "");
  return { ...finder.points(), lines, startOf: (offset) => finder.startOf(offset) };
}

class PointFinder {
  readonly #actions = new Map<string, ActionPoint>();
  readonly #branches = new Map<string, BranchPoint>();
  /** The parts that begin at an offset, by the order of the code. */
  readonly #parts: Part[] = [];
  /** How often each branch has been found in the function at hand: a line can have several of a kind. */
  #seen = new Map<string, number>();

  constructor(private readonly flows: FlowCode) {}

  points(): Pick<Points, "actions" | "branches"> {
    return { actions: [...this.#actions.values()], branches: [...this.#branches.values()] };
  }

  /** Visits a statement of a module. */
  module(node: AnyNode): void {
    const inside = wrapped(node);
    if (inside === undefined) {
      this.#seen = new Map();
      visit(node, (each) => this.#node(each));
    } else for (const each of inside) this.module(each);
  }

  startOf(offset: number): number {
    let part = this.#parts[countWhile(this.#parts, ({ start }) => start <= offset) - 1];
    while (part !== undefined && part.end <= offset) part = part.outer;
    return part?.start ?? offset;
  }

  /** Notes a statement, or the body of a function. They come in the order of the code, each before what is in it. */
  #part(node: AnyNode): void {
    const { start, end } = node.type === "ArrowFunctionExpression" ? node.body : node;
    let outer = this.#parts.at(-1);
    while (outer !== undefined && outer.end <= start) outer = outer.outer;
    this.#parts.push({ start, end, outer });
  }

  #node(node: AnyNode): void {
    if (partial.has(node.type)) this.#part(node);
    const place = this.flows.at(node.start);
    if (place === undefined) return;
    switch (node.type) {
      case "IfStatement":
        // An `else if` begins in the code of the branch before it.
        this.#if(node, this.flows.at(node.test.start) ?? place);
        break;
      case "ConditionalExpression":
        this.#branch(place, "template", node.start, [node.consequent.start, node.alternate.start], false);
        break;
      case "LogicalExpression":
        if (node.operator === "??") this.#branch(place, "default", node.start, [node.right.start], true);
        break;
      case "CallExpression":
        this.#call(node, place);
        break;
      case "ExpressionStatement":
      case "ReturnStatement":
      case "VariableDeclaration":
        this.#action(place, node.start);
        break;
      default:
        break;
    }
  }

  /** A helper of templates that calls a function for each way, or for each round. */
  #call({ callee, arguments: args, start }: CallExpression, place: FlowPlace): void {
    const kind = helperKindOf(callee);
    const functions = args.filter((each) => each.type === "ArrowFunctionExpression");
    if (kind === undefined || functions.length === 0) return;
    // Inside the functions: their own places count how often they are made.
    const ways = functions.map(({ body }) => body.start);
    this.#branch(place, kind, start, ways, kind !== "with");
  }

  #if({ start, test, consequent, alternate }: IfStatement, place: FlowPlace): void {
    if (isEnd(test)) {
      this.#action(place, start);
      return;
    }
    // Conditions of flows have blocks. This one writes the comma between the rounds of a loop.
    if (consequent.type !== "BlockStatement") return;
    const isElement = /^<(else)?if\b/.test(this.flows.textAt(place));
    if (!isElement) this.#action(place, consequent.start);
    const ways = [consequent.start, ...(alternate == null ? [] : [alternate.start])];
    this.#branch(place, isElement ? "if" : "condition", start, ways, alternate == null);
  }

  #action(place: FlowPlace, offset: number): void {
    const name = actionNameIn(this.flows.textAt(place));
    if (name === undefined) return;
    const key = keyOf(place);
    if (this.#seen.has(key)) return; // further statements of the same action
    this.#seen.set(key, 1);
    const known = this.#actions.get(key)?.offsets ?? [];
    this.#actions.set(key, { place, name, offsets: [...known, offset] });
  }

  #branch(
    place: FlowPlace,
    kind: BranchPoint["kind"],
    offset: number,
    ways: readonly number[],
    hasOther: boolean,
  ): void {
    const each = `${kind} ${keyOf(place)}`;
    const times = (this.#seen.get(each) ?? 0) + 1;
    this.#seen.set(each, times);
    const key = `${each} ${times} ${ways.length}`;
    const known = this.#branches.get(key)?.code ?? [];
    this.#branches.set(key, { place, kind, hasOther, code: [...known, { offset, ways }] });
  }
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly outer: Part | undefined;
}

const partial: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "ExpressionStatement",
  "IfStatement",
  "ReturnStatement",
  "VariableDeclaration",
]);

/** The statements of a module that is in a function of its own: `var {…}=(()=>{…})()`. */
function wrapped(node: AnyNode): readonly AnyNode[] | undefined {
  const call = node.type === "VariableDeclaration" ? node.declarations[0]?.init : undefined;
  if (call?.type !== "CallExpression") return undefined;
  const { callee } = call;
  return callee.type === "ArrowFunctionExpression" && callee.body.type === "BlockStatement"
    ? callee.body.body
    : undefined;
}

const keyOf = ({ file, line, column }: FlowPlace): string => `${file}:${line}:${column}`;

function visit(node: AnyNode, call: (node: AnyNode) => void): void {
  call(node);
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === "object" && each !== null && "type" in each) visit(each as AnyNode, call);
  }
}
