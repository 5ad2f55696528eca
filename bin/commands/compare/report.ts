import type { RouteDescription } from "../../../compiler/generate/index.js";
import type { TracedBuild } from "../../../compiler/session/index.js";
import type {
  DifferenceClass,
  Explanation,
  FoundDifference,
  Place,
} from "../../recording/differences/difference.js";
import type { Compared } from "./comparison.js";
import { natureOf } from "./nature.js";
import type { RuleState } from "./rules.js";

/** All differences of one cause. */
export interface DifferenceGroup {
  readonly method: string;
  readonly path: string;
  readonly class: DifferenceClass | Explanation;
  /** Of an explained one, the class that it would have. */
  readonly of?: DifferenceClass;
  readonly place: Place | undefined;
  /** The member, the field, or the upstream request. */
  readonly what: string;
  /** The part of it: a cookie, its attribute, a parameter. */
  readonly detail?: string;
  count: number;
  /** The decision that explains them, such as `D-REQ-07`. */
  readonly decision?: string;
  /** Of the rule that explains them, or the title of the decision. */
  readonly reason?: string;
  /** Decisions about the file of the statement, of which nothing that was seen can tell whether they are the cause. */
  readonly perhaps?: readonly string[];
  /** The first of them. */
  readonly sample: {
    readonly id: string;
    readonly target: string;
    readonly was: string;
    readonly is: string;
  };
}

/** Tells the samples of a report from each other. */
export const traceKey = ({ id, target }: Pick<DifferenceGroup["sample"], "id" | "target">): string =>
  `${id} ${target}`;

/** A statement, and how many compared requests ran it. */
export interface BranchReport {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly compared: number;
  /** Unexplained differences that it made. */
  readonly differences: number;
  /** As for the whole operation, of the requests that ran it. */
  readonly bound: number;
}

export interface OperationReport {
  readonly method: string;
  readonly path: string;
  compared: number;
  /** Requests with a difference that nothing explains. */
  different: number;
  /** With 95 % confidence, no more requests than this share have a difference that was not seen; 1 if none was compared. */
  bound: number;
  readonly branches: readonly BranchReport[];
}

export interface Report {
  readonly compared: number;
  readonly sameBytes: number;
  readonly sameMeaning: number;
  /** Requests with a difference that nothing explains. */
  readonly different: number;
  readonly differences: readonly DifferenceGroup[];
  /** Differences that do not matter: noise, and those that rules accept. */
  readonly explained: readonly DifferenceGroup[];
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
  /** Lines that could not be read. */
  readonly broken: readonly { readonly line: number; readonly problem: string }[];
  readonly operations: readonly OperationReport[];
  readonly rules: readonly RuleState[];
}

interface OpenGroups {
  readonly operation: OperationReport;
  readonly groups: readonly string[];
  count: number;
}

const keyOf = (
  { method, path }: OperationReport,
  { class: kind, what, detail }: Pick<DifferenceGroup, "class" | "what" | "detail">,
  nature: string,
): string => JSON.stringify([method, path, kind, what, detail, nature]);

/** The rates between which the true one is, with 95 % confidence (Wilson's score interval). */
function interval(count: number, of: number): { readonly least: number; readonly most: number } {
  const [rate, square] = [count / of, 1.96 ** 2 / of];
  const middle = (rate + square / 2) / (1 + square);
  const half = (1.96 * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of))) / (1 + square);
  return { least: middle - half, most: middle + half };
}

/** The bound is the rule of three: none of n was different. */
const bounded = (compared: number) => ({ compared, bound: Math.min(1, 3 / compared) });

/** No more groups, and problems of lines, are kept. */
const maxGroups = 10_000;
const maxBroken = 100;

/** Adds up what became of exchanges. */
export class ReportMaker {
  readonly #groups = new Map<string, DifferenceGroup>();
  readonly #natures = new Map<DifferenceGroup, string>();
  readonly #skipped = new Map<string, number>();
  readonly #operations = new Map<string, OperationReport>();
  /** How many requests ran each action, by the path of the operation and the place. */
  readonly #ran = new Map<string, number>();
  readonly #broken: { line: number; problem: string }[] = [];
  readonly #counts = { compared: 0, sameBytes: 0 };
  /** How often the old system differed from itself, by the keys of differences. */
  readonly #own = new Map<string, number>();
  /** How many requests of an operation had the same open groups: noise that was measured is known at the end. */
  readonly #open = new Map<string, OpenGroups>();

  constructor(private readonly build: Pick<TracedBuild, "routes" | "flow">) {
    for (const { method, path, flow } of build.routes) if (flow !== undefined) this.#operation(method, path);
  }

  broken(line: number, problem: string): void {
    if (this.#broken.length < maxBroken) this.#broken.push({ line, problem });
  }

  /** Returns true if a group of differences begins with it. */
  add(compared: Compared): boolean {
    const before = this.#groups.size;
    const { skipped, method, path, differences, isSameBytes, trace } = compared;
    if (skipped !== "") {
      this.#skipped.set(skipped, (this.#skipped.get(skipped) ?? 0) + 1);
      return false;
    }
    this.#counts.compared++;
    if (isSameBytes) this.#counts.sameBytes++;
    const operation = this.#operation(method, path);
    operation.compared++;
    const ran = trace?.events.flatMap((event) => (event.kind === "action" ? event.place : []));
    for (const place of new Set(ran)) {
      const key = `${operation.method} ${operation.path} ${place}`;
      this.#ran.set(key, (this.#ran.get(key) ?? 0) + 1);
    }
    const seen = new Set<string>();
    for (const difference of differences) this.#group(difference, compared, operation, seen);
    this.#countOpen(operation, [...seen].filter((key) => this.#groups.get(key)?.of === undefined).sort());
    const own = new Set(compared.own.map((each) => keyOf(operation, each, natureOf(each))));
    for (const key of own) this.#own.set(key, (this.#own.get(key) ?? 0) + 1);
    return this.#groups.size > before;
  }

  #countOpen(operation: OperationReport, groups: readonly string[]): void {
    if (groups.length === 0) return;
    const key = JSON.stringify([operation.method, operation.path, groups]);
    const known = this.#open.get(key);
    if (known !== undefined) known.count++;
    else if (this.#open.size < maxGroups) this.#open.set(key, { operation, groups, count: 1 });
    else operation.different++;
  }

  /** Explains what differs no more often than the old system differs from itself, as far as one can tell. */
  #explainMeasured(): void {
    for (const group of this.#groups.values()) {
      const operation = this.#operation(group.method, group.path);
      // What has no nature of its own may come out as any other one.
      const nature = this.#natures.get(group) ?? "";
      const own = Math.max(...[nature, ""].map((each) => this.#own.get(keyOf(operation, group, each)) ?? 0));
      const { compared } = operation;
      if (own === 0 || group.of !== undefined) continue;
      if (interval(group.count, compared).least > interval(own, compared).most) continue;
      const reason = `the old system differs from itself in ${own} of ${compared}`;
      Object.assign(group, { class: "noise", of: group.class, reason });
    }
  }

  #operation(method: string, path: string): OperationReport {
    const known = this.#operations.get(`${method} ${path}`) ?? this.#operations.get(`* ${path}`);
    if (known !== undefined) return known;
    const made = { method, path, compared: 0, different: 0, bound: 1, branches: [] };
    this.#operations.set(`${method} ${path}`, made);
    return made;
  }

  #group(
    difference: FoundDifference,
    { exchange, method }: Compared,
    { path }: OperationReport,
    seen: Set<string>,
  ): void {
    const { class: kind, what, detail, was, is, place, explanation, decision, reason, perhaps } = difference;
    // One explanation is one cause.
    const nature = explanation === undefined ? natureOf(difference) : "";
    const key = JSON.stringify([
      ...[method, path, kind, what, detail, nature],
      ...[place?.file, place?.line, explanation, reason],
    ]);
    if (seen.has(key)) return; // it counts once for a request
    seen.add(key);
    const known = this.#groups.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    if (this.#groups.size >= maxGroups) return;
    const group: DifferenceGroup = {
      ...{ method, path, class: explanation ?? kind, ...(explanation && { of: kind }), place, what },
      ...(detail !== undefined && { detail }),
      count: 1,
      ...(decision !== undefined && { decision }),
      ...(reason !== undefined && { reason }),
      ...(perhaps !== undefined && { perhaps }),
      sample: { id: exchange.id, target: exchange.request.target, was, is },
    };
    this.#groups.set(key, group);
    this.#natures.set(group, nature);
  }

  report(rules: readonly RuleState[]): Report {
    this.#explainMeasured();
    for (const { operation, groups, count } of this.#open.values())
      if (groups.some((key) => this.#groups.get(key)?.of === undefined)) operation.different += count;
    this.#open.clear();
    const groups = [...this.#groups.values()].sort((a, b) => b.count - a.count);
    const made = new Map<string, number>();
    for (const { method, path, place, count, of } of groups) {
      const key = `${this.#operation(method, path).method} ${path} ${place?.file}:${place?.line}`;
      if (of === undefined) made.set(key, (made.get(key) ?? 0) + count);
    }
    const { compared, sameBytes } = this.#counts;
    const different = [...this.#operations.values()].reduce((sum, each) => sum + each.different, 0);
    return {
      ...{ compared, sameBytes, sameMeaning: compared - sameBytes - different, different },
      differences: groups.filter((each) => each.of === undefined),
      explained: groups.filter((each) => each.of !== undefined),
      skipped: [...this.#skipped].map(([reason, count]) => ({ reason, count })),
      broken: this.#broken,
      operations: [...this.#operations.values()].map((operation) => this.#finished(operation, made)),
      rules,
    };
  }

  /** @param made how many differences statements made */
  #finished(operation: OperationReport, made: ReadonlyMap<string, number>): OperationReport {
    const { method, path, compared } = operation;
    const route = this.build.routes.find((each) => each.path === path && each.method === method);
    const branches = this.#branches(route).map(({ file, line, name, place }) => ({
      ...{ file, line, name },
      ...bounded(this.#ran.get(`${method} ${path} ${place}`) ?? 0),
      differences: made.get(`${method} ${path} ${file}:${line}`) ?? 0,
    }));
    return { ...operation, ...bounded(compared), branches };
  }

  #branches(route: RouteDescription | undefined) {
    return (route?.files ?? []).flatMap((file) =>
      (this.build.flow(file)?.actions ?? []).map((action) => ({ file, ...action })),
    );
  }
}
