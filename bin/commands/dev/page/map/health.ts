/**
 * How operations do, as far as requests of this session tell.
 * @module
 */
import { grouped } from "../../../../shared/values.js";
import type { MapNode, RequestSummary } from "../../api.js";

export interface Health {
  /** How many requests it has answered. */
  readonly count: number;
  /** The last request that it failed to answer, if no later one was answered. */
  readonly failing: RequestSummary | undefined;
  /** Milliseconds that the middle one of the last requests took. */
  readonly median: number;
  readonly isSlow: boolean;
}

/** The last requests of an operation, which count. */
const lastRequests = 20;

/** Milliseconds. */
const slow = 1000;

/** By method and path of the API description, such as `GET /users/{id}`. */
export type HealthByOperation = ReadonlyMap<string, Health>;

export function healthOf(requests: Iterable<RequestSummary>): HealthByOperation {
  const answered = [...requests].filter(
    ({ route, isImported, status }) => route !== "" && !isImported && status !== undefined,
  );
  const byOperation = grouped(answered, ({ method, route }) => `${method} ${route}`);
  return new Map([...byOperation].map(([key, list]) => [key, healthOfOne(list)]));
}

function healthOfOne(requests: readonly RequestSummary[]): Health {
  const last = requests.at(-1);
  const durations = requests
    .slice(-lastRequests)
    .flatMap(({ duration }) => duration ?? [])
    .sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)] ?? 0;
  const failing = (last?.status ?? 0) >= 500 ? last : undefined;
  return { count: requests.length, failing, median, isSlow: median >= slow };
}

/** The health of the operation that a node is; a node for any method takes that of all methods. */
export function healthOfNode(node: MapNode, health: HealthByOperation): Health | undefined {
  const { kind, method, route } = node;
  if (kind !== "operation") return undefined;
  if (method !== "*") return health.get(`${method} ${route}`);
  const found = [...health].filter(([key]) => key.slice(key.indexOf(" ") + 1) === route);
  return found.find(([, { failing }]) => failing !== undefined)?.[1] ?? found[0]?.[1];
}
