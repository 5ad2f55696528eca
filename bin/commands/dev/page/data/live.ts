/**
 * The present state of the session of `flowc dev`: told by the events of the server.
 * @module
 */
import type { GoneRequests, RequestSummary, WorkbenchFinding, WorkbenchState } from "../../api.js";
import { createStore } from "./store.js";

/** `undefined` until the server has told it. */
export const workbench = createStore<WorkbenchState | undefined>(undefined);

/** By their key, the newest last. */
export const requests = createStore<ReadonlyMap<number, RequestSummary>>(new Map());

export const findings = createStore<readonly WorkbenchFinding[]>([]);

/** True if the server tells what happens. */
export const isConnected = createStore(true);

const retryAfter = 1000;

/** Listens until the page is closed. After an interruption, the server tells everything again. */
export function connect(): void {
  const source = new EventSource("/api/events");
  let isFirst = true;
  const on = <T>(name: string, take: (data: T) => void) =>
    source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data) as T));
  source.onopen = () => {
    isConnected.set(true);
    isFirst = true;
  };
  source.onerror = () => {
    isConnected.set(false);
    // The browser tries again by itself, except after an answer that is no stream of events.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, retryAfter);
  };
  on<WorkbenchState>("state", (state) => workbench.set(state));
  on<{ requests: readonly RequestSummary[] }>("requests", (data) => {
    const before = isFirst ? [] : requests.value;
    isFirst = false;
    requests.set(new Map([...before, ...data.requests.map((each) => [each.key, each] as const)]));
  });
  on<GoneRequests>("gone", ({ keys }) => {
    const gone = new Set(keys);
    requests.set(new Map([...requests.value].filter(([key]) => !gone.has(key))));
  });
  on<{ findings: readonly WorkbenchFinding[] }>("findings", (data) => findings.set(data.findings));
}
