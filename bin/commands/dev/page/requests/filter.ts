/**
 * Which requests are shown.
 * @module
 */
import type { RequestSummary } from "../../api.js";

/** Empty strings let everything pass. */
export interface Filter {
  readonly text: string;
  /** `2` for 200 to 299, `waiting` for requests without an answer, `failed` for 4xx, 5xx and errors of flows. */
  readonly status: string;
}

export const everything: Filter = { text: "", status: "" };

/** Those that pass, in the order they are shown: the newest first. */
export function filtered(
  requests: ReadonlyMap<number, RequestSummary>,
  filter: Filter,
): readonly RequestSummary[] {
  const text = filter.text.trim().toLowerCase();
  const found = [...requests.values()].filter(
    (each) => hasStatus(each, filter.status) && (text === "" || has(each, text)),
  );
  return found.sort((one, other) => other.key - one.key);
}

export function isFailed({ status, error }: RequestSummary): boolean {
  return error !== undefined || (status !== undefined && status >= 400);
}

function hasStatus(each: RequestSummary, wanted: string): boolean {
  if (wanted === "") return true;
  if (wanted === "waiting") return each.status === undefined;
  if (wanted === "failed") return isFailed(each);
  return each.status !== undefined && Math.floor(each.status / 100) === Number(wanted);
}

function has({ method, target, flow, id, error, key }: RequestSummary, text: string): boolean {
  return [`${method} ${target}`, flow, id, error ?? "", `#${key}`].some((each) =>
    each.toLowerCase().includes(text),
  );
}
