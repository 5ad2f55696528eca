import type { RouteDescription } from "../../../compiler/generate/routes.js";
import type { TracedBuild } from "../../../compiler/session/session.js";
import type { Compared } from "./comparison.js";
import type { DifferenceClass, Explanation, FoundDifference, Place } from "./difference.js";
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
  count: number;
  /** The decision that explains them, such as `D-REQ-07`. */
  readonly decision?: string;
  /** Of the rule that explains them, or the title of the decision. */
  readonly reason?: string;
  /** The first of them. */
  readonly sample: {
    readonly id: string;
    readonly target: string;
    readonly was: string;
    readonly is: string;
  };
}

/** A statement, and how many compared requests ran it. */
export interface BranchReport {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly compared: number;
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

/** No more groups, and problems of lines, are kept. */
const maxGroups = 10_000;
const maxBroken = 100;

/** Adds up what became of exchanges. */
export class ReportMaker {
  readonly #groups = new Map<string, DifferenceGroup>();
  readonly #skipped = new Map<string, number>();
  readonly #operations = new Map<string, OperationReport>();
  /** How many requests ran each action, by the path of the operation and the place. */
  readonly #ran = new Map<string, number>();
  readonly #broken: { line: number; problem: string }[] = [];
  #counts = { compared: 0, sameBytes: 0, sameMeaning: 0, different: 0 };

  constructor(private readonly build: Pick<TracedBuild, "routes" | "flow">) {
    for (const { method, path, flow } of build.routes) if (flow !== undefined) this.#operation(method, path);
  }

  broken(line: number, problem: string): void {
    if (this.#broken.length < maxBroken) this.#broken.push({ line, problem });
  }

  add(compared: Compared): void {
    const { skipped, method, path, differences, isSameBytes, trace } = compared;
    if (skipped !== "") {
      this.#skipped.set(skipped, (this.#skipped.get(skipped) ?? 0) + 1);
      return;
    }
    const isDifferent = differences.some(({ explanation }) => explanation === undefined);
    this.#counts.compared++;
    if (isSameBytes) this.#counts.sameBytes++;
    else if (!isDifferent) this.#counts.sameMeaning++;
    if (isDifferent) this.#counts.different++;
    const operation = this.#operation(method, path);
    operation.compared++;
    if (isDifferent) operation.different++;
    const ran = trace?.events.flatMap((event) => (event.kind === "action" ? event.place : []));
    for (const place of new Set(ran)) {
      const key = `${operation.method} ${operation.path} ${place}`;
      this.#ran.set(key, (this.#ran.get(key) ?? 0) + 1);
    }
    const seen = new Set<string>();
    for (const difference of differences) this.#group(difference, compared, operation, seen);
  }

  #operation(method: string, path: string): OperationReport {
    const known = this.#operations.get(`${method} ${path}`) ?? this.#operations.get(`* ${path}`);
    if (known !== undefined) return known;
    const made = { method, path, compared: 0, different: 0, bound: 1, branches: [] };
    this.#operations.set(`${method} ${path}`, made);
    return made;
  }

  #group(
    { class: kind, what, was, is, place, explanation, decision, reason }: FoundDifference,
    { exchange, method }: Compared,
    { path }: OperationReport,
    seen: Set<string>,
  ): void {
    const key = JSON.stringify([method, path, kind, what, place?.file, place?.line, explanation, reason]);
    if (seen.has(key)) return; // it counts once for a request
    seen.add(key);
    const known = this.#groups.get(key);
    if (known !== undefined) known.count++;
    else if (this.#groups.size < maxGroups)
      this.#groups.set(key, {
        ...{
          method,
          path,
          class: explanation ?? kind,
          ...(explanation && { of: kind }),
          place,
          what,
          count: 1,
        },
        ...(decision !== undefined && { decision }),
        ...(reason !== undefined && { reason }),
        sample: { id: exchange.id, target: exchange.request.target, was, is },
      });
  }

  report(rules: readonly RuleState[]): Report {
    const groups = [...this.#groups.values()].sort((a, b) => b.count - a.count);
    return {
      ...this.#counts,
      differences: groups.filter((each) => each.of === undefined),
      explained: groups.filter((each) => each.of !== undefined),
      skipped: [...this.#skipped].map(([reason, count]) => ({ reason, count })),
      broken: this.#broken,
      operations: [...this.#operations.values()].map((operation) => this.#finished(operation)),
      rules,
    };
  }

  /** The bound is the rule of three: none of n was different. */
  #finished(operation: OperationReport): OperationReport {
    const { method, path, compared } = operation;
    const route = this.build.routes.find((each) => each.path === path && each.method === method);
    const branches = this.#branches(route).map(({ file, line, name, place }) => ({
      ...{ file, line, name },
      compared: this.#ran.get(`${method} ${path} ${place}`) ?? 0,
    }));
    const bound = compared === 0 ? 1 : Math.min(1, 3 / compared);
    return { ...operation, bound, branches };
  }

  #branches(route: RouteDescription | undefined) {
    return (route?.files ?? []).flatMap((file) =>
      (this.build.flow(file)?.actions ?? []).map((action) => ({ file, ...action })),
    );
  }
}
