import type { BranchPoints, PointPlace, Points } from "../../../../compiler/output/traced/instrument.js";
import { grouped } from "../../values.js";

/** The parts of a flow file that tests have run. */
export interface FileCoverage {
  /** Relative to the flow directory. */
  readonly path: string;
  /** How often each line ran that has code, by its number. */
  readonly lines: ReadonlyMap<number, number>;
  readonly actions: readonly ActionCoverage[];
  readonly branches: readonly BranchCoverage[];
}

interface ActionCoverage extends Pick<PointPlace, "line" | "column"> {
  /** The name of its element. */
  readonly name: string;
  readonly count: number;
}

interface BranchCoverage extends Pick<PointPlace, "line" | "column"> {
  readonly kind: BranchPoints["kind"];
  /** How often each way was taken, in the order of the flow. */
  readonly ways: readonly number[];
}

/** How often each point was passed. */
export type Counts = ReadonlyMap<number, number>;

/** Adds up what the tests of an app have run. A test costs what it runs, not what there is to run. */
export class Coverage {
  readonly #actions: Points["actions"];
  readonly #lines: Points["lines"];
  /** Those of one template or statement, which may have become code of several modules. */
  readonly #branches: readonly (readonly BranchPoints[])[];
  readonly #sums = new Map<number, number>();
  /** By the points that choose a way: the branches where one way has no code. */
  readonly #open: ReadonlyMap<number, readonly BranchPoints[]>;
  /** How often the way without code was taken. */
  readonly #others = new Map<BranchPoints, number>();
  readonly #files: ReadonlyMap<number, string>;

  /** @param isCovered which files are flows of the app */
  constructor(modules: readonly Points[], isCovered: (path: string) => boolean) {
    this.#actions = modules.flatMap(({ actions }) => actions.filter(({ place }) => isCovered(place.file)));
    const branches = modules.flatMap((module) =>
      numbered(module.branches.filter(({ place }) => isCovered(place.file))),
    );
    this.#branches = [...grouped(branches, ({ key }) => key).values()].map((same) =>
      same.map(({ branch }) => branch),
    );
    this.#lines = modules.flatMap(({ lines }) => lines.filter(({ file }) => isCovered(file)));
    this.#open = grouped(
      this.#branches.flat().filter(({ hasOther }) => hasOther),
      ({ point }) => point,
    );
    this.#files = new Map(this.#actions.map(({ point, place }) => [point, place.file]));
  }

  /** Adds what ran during one request. */
  add(counts: Counts): void {
    for (const [point, count] of counts) {
      this.#sums.set(point, (this.#sums.get(point) ?? 0) + count);
      for (const branch of this.#open.get(point) ?? []) {
        // Of a loop, the ways are its rounds: there was one without any if there are fewer of them.
        const taken = branch.ways.reduce((sum, way) => sum + (counts.get(way) ?? 0), 0);
        this.#others.set(branch, (this.#others.get(branch) ?? 0) + Math.max(0, count - taken));
      }
    }
  }

  /** The paths of the flows that ran during one request. */
  ran(counts: Counts): ReadonlySet<string> {
    return new Set([...counts.keys()].flatMap((point) => this.#files.get(point) ?? []));
  }

  /** The files in the order of their paths. A flow may have become code of several modules. */
  files(): readonly FileCoverage[] {
    const count = (point: number): number => this.#sums.get(point) ?? 0;
    const linesOf = grouped(this.#lines, ({ file }) => file);
    const actionsOf = grouped(this.#actions, ({ place }) => place.file);
    const branchesOf = grouped(this.#branches, ([first]) => first?.place.file);
    return [...linesOf.keys()].sort().map((path) => {
      const lines = new Map<number, number>();
      for (const { line, point } of linesOf.get(path) ?? [])
        lines.set(line, Math.max(lines.get(line) ?? 0, count(point)));
      const actions = grouped(actionsOf.get(path) ?? [], ({ place }) => placeKey(place));
      return {
        path,
        lines: new Map([...lines].sort(([a], [b]) => a - b)),
        actions: [...actions.values()]
          .map((same) => ({
            ...placeOf(same),
            name: same[0]?.name ?? "",
            count: same.reduce((sum, { point }) => sum + count(point), 0),
          }))
          .sort(inOrder),
        branches: (branchesOf.get(path) ?? [])
          .map((same) => ({ ...placeOf(same), kind: same[0]?.kind ?? "if", ways: this.#ways(same, count) }))
          .sort(inOrder),
      };
    });
  }

  #ways(same: readonly BranchPoints[], count: (point: number) => number): readonly number[] {
    const total = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);
    const ways = (same[0]?.ways ?? []).map((_, way) => total(same.map(({ ways }) => count(ways[way] ?? -1))));
    const others = total(same.map((branch) => this.#others.get(branch) ?? 0));
    return same[0]?.hasOther === true ? [...ways, others] : ways;
  }
}

/** A place can have several branches of a kind; in further modules, they come in the same order. */
function numbered(branches: readonly BranchPoints[]) {
  const seen = new Map<string, number>();
  return branches.map((branch) => {
    const { kind, place, ways } = branch;
    const each = `${kind} ${place.file}:${placeKey(place)} ${ways.length}`;
    seen.set(each, (seen.get(each) ?? 0) + 1);
    return { key: `${each} ${seen.get(each)}`, branch };
  });
}

const placeKey = ({ line, column }: PointPlace): string => `${line}:${column}`;

const placeOf = ([first]: readonly { readonly place: PointPlace }[]): Pick<
  PointPlace,
  "line" | "column"
> => ({
  line: first?.place.line ?? 0,
  column: first?.place.column ?? 0,
});

const inOrder = (a: Pick<PointPlace, "line" | "column">, b: Pick<PointPlace, "line" | "column">): number =>
  a.line - b.line || a.column - b.column;
