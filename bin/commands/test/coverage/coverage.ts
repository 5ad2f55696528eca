import type { TestBuild } from "../../../../compiler/session/session.js";
import { grouped } from "../../../shared/values.js";
import type { Counts } from "./counts.js";
import { FlowCode } from "./flow-code.js";
import { type BranchPoint, findPoints, type Points } from "./points.js";

/** The parts of a flow file that tests have run. */
export interface FileCoverage {
  /** Relative to the flow directory. */
  readonly path: string;
  /** How often each line ran that has code, by its number. */
  readonly lines: ReadonlyMap<number, number>;
  readonly actions: readonly ActionCoverage[];
  readonly branches: readonly BranchCoverage[];
}

interface ActionCoverage {
  readonly line: number;
  readonly column: number;
  /** The name of its element. */
  readonly name: string;
  readonly count: number;
}

interface BranchCoverage {
  readonly line: number;
  readonly column: number;
  readonly kind: BranchPoint["kind"];
  /** How often each way was taken, in the order of the flow. */
  readonly ways: readonly number[];
}

/** Adds up what the tests of an app have run. A test costs what it runs, not what there is to run. */
export class Coverage {
  readonly #flows: FlowCode;
  readonly #points: Points;
  /** The offsets of all code that is counted, in order: an `Int32Array` that threads can share. */
  readonly offsets: SharedArrayBuffer;
  readonly #offsets: Int32Array;
  /** How often the code at each offset ran. */
  readonly #sums = new Map<number, number>();
  /** By the offsets of branches: the ways that have code, where another one has none. */
  readonly #ways = new Map<number, { readonly branch: BranchPoint; readonly ways: readonly number[] }[]>();
  /** How often the way without code was taken. */
  readonly #others = new Map<BranchPoint, number>();
  /** The flow files of actions, by offset. */
  readonly #files: ReadonlyMap<number, string>;

  /**
   * @param code a bundle, and `map` its source map
   * @param generated the part of the code that comes from flows
   * @param isCovered which sources of the map are flows of the app
   */
  constructor(
    { code, map, generated }: Pick<TestBuild, "code" | "map" | "generated">,
    isCovered: (path: string) => boolean,
  ) {
    this.#flows = new FlowCode(code, map, generated, isCovered);
    this.#points = findPoints(code, this.#flows);
    const { actions, branches, lines } = this.#points;
    const all = new Set([
      ...actions.flatMap(({ offsets }) => offsets),
      ...branches.flatMap(({ code }) => code.flatMap(({ offset, ways }) => [offset, ...ways])),
      ...lines.map(({ offset }) => offset),
    ]);
    for (const offset of [...all]) all.add(this.#points.startOf(offset));
    this.offsets = new SharedArrayBuffer(all.size * Int32Array.BYTES_PER_ELEMENT);
    this.#offsets = new Int32Array(this.offsets);
    this.#offsets.set([...all]);
    this.#offsets.sort();
    for (const branch of branches)
      for (const { offset, ways } of branch.hasOther ? branch.code : [])
        this.#ways.set(offset, [...(this.#ways.get(offset) ?? []), { branch, ways }]);
    this.#files = new Map(
      actions.flatMap(({ place, offsets }) => offsets.map((offset) => [offset, place.file] as const)),
    );
  }

  /** Adds what ran during one request. */
  add(counted: Counts): void {
    const counts = this.#byOffset(counted);
    // Nothing in a statement runs more often than the statement begins. V8 forgets that a statement was not reached
    // from the second branch in it on.
    const count = (offset: number): number =>
      Math.min(counts.get(offset) ?? 0, counts.get(this.#points.startOf(offset)) ?? 0);
    for (const offset of counts.keys()) {
      this.#sums.set(offset, (this.#sums.get(offset) ?? 0) + count(offset));
      for (const { branch, ways } of this.#ways.get(offset) ?? []) {
        // Of a loop, the ways are its rounds: there was one without any if there are fewer of them.
        const taken = ways.reduce((sum, way) => sum + count(way), 0);
        const others = (this.#others.get(branch) ?? 0) + Math.max(0, count(offset) - taken);
        this.#others.set(branch, others);
      }
    }
  }

  /** The paths of the flows that ran during one request. */
  ran(counted: Counts): ReadonlySet<string> {
    const offsets = [...this.#byOffset(counted).keys()];
    return new Set(offsets.flatMap((offset) => this.#files.get(offset) ?? []));
  }

  #byOffset({ indices, counts }: Counts): ReadonlyMap<number, number> {
    return new Map([...indices].map((index, at) => [this.#offsets[index] ?? -1, counts[at] ?? 0]));
  }

  /** The files in the order of their paths. */
  files(): readonly FileCoverage[] {
    const { actions, branches, lines } = this.#points;
    const sum = (offset: number): number => this.#sums.get(offset) ?? 0;
    const total = (offsets: readonly number[]): number =>
      offsets.reduce((all, offset) => all + sum(offset), 0);
    const linesOf = grouped(lines, ({ file }) => file);
    const actionsOf = grouped(actions, ({ place }) => place.file);
    const branchesOf = grouped(branches, ({ place }) => place.file);
    return [...this.#flows.texts.keys()].sort().map((path) => {
      const byLine = new Map<number, number>();
      for (const { line, offset } of linesOf.get(path) ?? [])
        byLine.set(line, Math.max(byLine.get(line) ?? 0, sum(offset)));
      return {
        path,
        lines: new Map([...byLine].sort(([a], [b]) => a - b)),
        actions: (actionsOf.get(path) ?? [])
          .map(({ place: { line, column }, name, offsets }) => ({
            line,
            column,
            name,
            count: total(offsets),
          }))
          .sort(inOrder),
        branches: (branchesOf.get(path) ?? [])
          .map((branch) => ({
            line: branch.place.line,
            column: branch.place.column,
            kind: branch.kind,
            ways: [
              ...(branch.code[0]?.ways ?? []).map((_, way) =>
                total(branch.code.map(({ ways }) => ways[way] ?? -1)),
              ),
              ...(branch.hasOther ? [this.#others.get(branch) ?? 0] : []),
            ],
          }))
          .sort(inOrder),
      };
    });
  }
}

type Place = Pick<ActionCoverage, "line" | "column">;

const inOrder = (a: Place, b: Place): number => a.line - b.line || a.column - b.column;
