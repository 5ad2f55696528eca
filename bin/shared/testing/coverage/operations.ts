import type { RouteDescription } from "../../../../compiler/generate/routes.js";
import type { TestResult } from "../../../../compiler/session/test-build.js";
import { table } from "../../table.js";
import type { Share } from "./table.js";

/** The parts of an operation that tests have seen. */
export interface OperationCoverage {
  readonly method: string;
  readonly path: string;
  /** The statuses that answered tests, in order. */
  readonly seen: readonly number[];
  /** The statuses of the API description that answered none; `default` for any that it does not list. */
  readonly unseen: readonly string[];
  /** How many statuses there are to see: one if the API description lists none. */
  readonly all: number;
}

type TestedRequest = TestResult["requests"][number];

/**
 * Returns what the requests of all tests have seen of the operations that flows answer, in the order of their
 * paths.
 */
export function operationsOf(
  described: readonly RouteDescription[],
  requests: readonly TestedRequest[],
): readonly OperationCoverage[] {
  const routes = described.filter(({ flow }) => flow !== undefined);
  const seen = new Map(routes.map((route) => [route, new Set<number>()]));
  for (const { method, route: honoPath, status } of requests) {
    const ofPath = routes.filter((route) => route.honoPath === honoPath);
    const route =
      ofPath.find((each) => each.method === method) ??
      ofPath.find((each) => each.method === "*" || (method === "HEAD" && each.method === "GET"));
    if (route !== undefined) seen.get(route)?.add(status);
  }
  const sorted = [...routes].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return sorted.map((route) => {
    const { method, path, statuses } = route;
    const found = [...(seen.get(route) ?? [])].sort((a, b) => a - b);
    const listed = new Set(statuses);
    const isSeen = (status: string): boolean =>
      found.some((each) => (status === "default" ? !listed.has(String(each)) : status === String(each)));
    const unseen = statuses.filter((status) => !isSeen(status));
    return { method, path, seen: found, unseen, all: Math.max(1, statuses.length) };
  });
}

/** How many statuses there are, and how many of them were seen. */
export function operationShare(operations: readonly OperationCoverage[]): Share {
  const covered = operations.map(({ seen, unseen, all }) => (seen.length === 0 ? 0 : all - unseen.length));
  return {
    covered: covered.reduce((sum, each) => sum + each, 0),
    all: operations.reduce((sum, { all }) => sum + all, 0),
  };
}

/** A line for each operation. */
export function operationTable(operations: readonly OperationCoverage[]): string {
  return table([
    ["Operation", "Answered with", "Never with"],
    ...operations.map(({ method, path, seen, unseen }) => [
      `${method === "*" ? "any" : method} ${path}`,
      seen.join(", ") || "not asked",
      unseen.join(", "),
    ]),
  ]);
}
