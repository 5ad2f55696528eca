/**
 * What the session of `flowc dev` is now: fetched once, and kept by the events of the server.
 * @module
 */
import type { GoneRequests, RequestSummary, WorkbenchFinding, WorkbenchState } from "../../api.js";
import { get } from "./api.js";
import { createStore } from "./store.js";

/** `undefined` until the server has told it. */
export const workbench = createStore<WorkbenchState | undefined>(undefined);

/** By their key, the newest last. */
export const requests = createStore<ReadonlyMap<number, RequestSummary>>(new Map());

export const findings = createStore<readonly WorkbenchFinding[]>([]);

/** Whether the server tells what happens. */
export const isConnected = createStore(true);

const retryAfter = 1000;

/** Keys of which events told something since the list was asked for: what they told is newer than the list. */
const told = new Set<number>();

/** Listens until the page is closed; after an interruption everything is fetched again. */
export function connect(): void {
  const source = new EventSource("/api/events");
  const on = <T>(name: string, take: (data: T) => void) =>
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
  source.onopen = () => {
    isConnected.set(true);
    void fetchAll();
  };
  source.onerror = () => {
    isConnected.set(false);
    // The browser tries again by itself, except after an answer that is no stream of events.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, retryAfter);
  };
  on<WorkbenchState>("state", (state) => workbench.set(state));
  on<{ requests: readonly RequestSummary[] }>("requests", (data) => takeRequests(data.requests));
  on<GoneRequests>("gone", ({ keys }) => takeGone(keys));
  on<{ findings: readonly WorkbenchFinding[] }>("findings", (data) => findings.set(data.findings));
}

async function fetchAll(): Promise<void> {
  told.clear();
  const fetched = await Promise.all([
    get<WorkbenchState>("/state"),
    get<{ requests: readonly RequestSummary[] }>("/requests"),
    get<{ findings: readonly WorkbenchFinding[] }>("/findings"),
  ]).catch(() => undefined);
  if (fetched === undefined) return;
  const [state, list, found] = fetched;
  workbench.set(state);
  findings.set(found.findings);
  const known = requests.value;
  const next = new Map<number, RequestSummary>();
  for (const each of list.requests) {
    const summary = told.has(each.key) ? known.get(each.key) : each;
    if (summary !== undefined) next.set(each.key, summary);
  }
  for (const key of told) {
    const summary = known.get(key);
    if (summary !== undefined) next.set(key, summary);
  }
  requests.set(next);
}

function takeRequests(changed: readonly RequestSummary[]): void {
  const next = new Map(requests.value);
  for (const summary of changed) {
    told.add(summary.key);
    next.set(summary.key, summary);
  }
  requests.set(next);
}

function takeGone(keys: readonly number[]): void {
  const next = new Map(requests.value);
  for (const key of keys) {
    told.add(key);
    next.delete(key);
  }
  requests.set(next);
}
