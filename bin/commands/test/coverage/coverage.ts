import type { TestBuild } from "../../../../compiler/index.js";
import { FlowCode } from "./flow-code.js";
import { type BranchPoint, findPoints, type Points } from "./points.js";

/** What tests have run of a flow file. */
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

/** Adds up what the tests of an app have run. */
export class Coverage {
  readonly #flows: FlowCode;
  readonly #points: Points;
  /** The offsets of all code that is counted, in order. */
  readonly offsets: readonly number[];
  readonly #at: ReadonlyMap<number, number>;
  /** For each offset, the index of where its statement begins. */
  readonly #starts: readonly number[];
  readonly #sums: Float64Array;
  /** For each branch: how often the way without code was taken. */
  readonly #others: Float64Array;

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
    const all = [
      ...actions.flatMap(({ offsets }) => offsets),
      ...branches.flatMap(({ code }) => code.flatMap(({ offset, ways }) => [offset, ...ways])),
      ...lines.map(({ offset }) => offset),
    ];
    const starts = new Map(all.map((offset) => [offset, this.#points.startOf(offset)]));
    this.offsets = [...new Set([...all, ...starts.values()])].sort((a, b) => a - b);
    const at = new Map(this.offsets.map((offset, index) => [offset, index]));
    this.#at = at;
    this.#starts = this.offsets.map((offset, index) => at.get(starts.get(offset) ?? offset) ?? index);
    this.#sums = new Float64Array(this.offsets.length);
    this.#others = new Float64Array(branches.length);
  }

  /**
   * Nothing in a statement runs more often than the statement begins. V8 forgets that a statement was not reached from
   * the second branch in it on.
   */
  #corrected(counts: Float64Array): Float64Array {
    return counts.map((count, index) => Math.min(count, counts[this.#starts[index] ?? index] ?? 0));
  }

  /** Adds what ran during one request. */
  add(counted: Float64Array): void {
    const counts = this.#corrected(counted);
    const count = (offset: number): number => counts[this.#at.get(offset) ?? -1] ?? 0;
    counts.forEach((each, index) => {
      this.#sums[index] = (this.#sums[index] ?? 0) + each;
    });
    this.#points.branches.forEach(({ code, hasOther }, index) => {
      if (!hasOther) return;
      for (const { offset, ways } of code) {
        // Of a loop, the ways are its rounds: there was one without any if there are fewer of them.
        const taken = ways.reduce((sum, way) => sum + count(way), 0);
        this.#others[index] = (this.#others[index] ?? 0) + Math.max(0, count(offset) - taken);
      }
    });
  }

  /** The actions that ran during one request, in the order of their places. */
  ran(counts: Float64Array): readonly (ActionCoverage & { readonly path: string })[] {
    return this.#points.actions
      .map(({ place: { file, line, column }, name, offsets }) => ({
        path: file,
        line,
        column,
        name,
        count: offsets.reduce((sum, offset) => sum + (counts[this.#at.get(offset) ?? -1] ?? 0), 0),
      }))
      .filter(({ count }) => count > 0)
      .sort(inOrder);
  }

  /** The files in the order of their paths. */
  files(): readonly FileCoverage[] {
    const { actions, branches, lines } = this.#points;
    const sum = (offset: number): number => this.#sums[this.#at.get(offset) ?? -1] ?? 0;
    const total = (offsets: readonly number[]): number =>
      offsets.reduce((all, offset) => all + sum(offset), 0);
    return [...this.#flows.texts.keys()].sort().map((path) => {
      const byLine = new Map<number, number>();
      for (const { file, line, offset } of lines)
        if (file === path) byLine.set(line, Math.max(byLine.get(line) ?? 0, sum(offset)));
      return {
        path,
        lines: new Map([...byLine].sort(([a], [b]) => a - b)),
        actions: actions
          .filter(({ place }) => place.file === path)
          .map(({ place, name, offsets }) => ({
            line: place.line,
            column: place.column,
            name,
            count: total(offsets),
          }))
          .sort(inOrder),
        branches: branches
          .flatMap(({ place, kind, code, hasOther }, index) =>
            place.file === path
              ? [
                  {
                    line: place.line,
                    column: place.column,
                    kind,
                    ways: [
                      ...(code[0]?.ways ?? []).map((_, way) =>
                        total(code.map(({ ways }) => ways[way] ?? -1)),
                      ),
                      ...(hasOther ? [this.#others[index] ?? 0] : []),
                    ],
                  },
                ]
              : [],
          )
          .sort(inOrder),
      };
    });
  }
}

interface Place {
  readonly path?: string;
  readonly line: number;
  readonly column: number;
}

function inOrder(a: Place, b: Place): number {
  if (a.path !== b.path) return (a.path ?? "") < (b.path ?? "") ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
