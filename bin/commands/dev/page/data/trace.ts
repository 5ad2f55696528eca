/**
 * The trace of one request.
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import type { RequestDetail } from "../../api.js";
import { ApiError, get } from "./api.js";
import { requests } from "./live.js";
import { useStore } from "./store.js";

interface FetchedTrace {
  /** `undefined` until it is there. */
  readonly trace: RequestDetail | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

const nothing: FetchedTrace = { trace: undefined, problem: undefined };

/** Fetches the trace, and again whenever the list tells that the request went on. */
export function useTrace(key: number): FetchedTrace {
  const summary = useStore(requests).get(key);
  const [fetched, setFetched] = useState<FetchedTrace & { key: number }>({ ...nothing, key });
  // A new summary tells that the trace has grown.
  useEffect(() => {
    const aborter = new AbortController();
    get<RequestDetail>(`/requests/${key}`, aborter.signal).then(
      (trace) => setFetched({ trace, problem: undefined, key }),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const problem = error instanceof ApiError ? error.message : "The request cannot be shown.";
        setFetched({ trace: undefined, problem, key });
      },
    );
    return () => aborter.abort();
  }, [key, summary?.status, summary?.duration, summary?.upstream, summary?.error]);
  return fetched.key === key ? fetched : nothing;
}
