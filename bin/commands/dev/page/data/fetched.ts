/**
 * The data that the server is asked for while a part of the page shows it.
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../../../../shared/values.js";
import type { RequestDetail } from "../../api.js";
import { get } from "./api.js";
import { requests } from "./live.js";
import { useStore } from "./store.js";

interface Fetched<T> {
  /** `undefined` until it is there. */
  readonly value: T | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

const nothing = { value: undefined, problem: undefined };

/** Fetches what a path of the API answers, and again when `version` is another one. */
export function useFetched<T>(path: string | undefined, version = ""): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T> & { readonly path?: string }>(nothing);
  // A new version tells that there is a new answer.
  useEffect(() => {
    if (path === undefined) return;
    const aborter = new AbortController();
    get<T>(path, aborter.signal).then(
      (value) => setFetched({ value, problem: undefined, path }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setFetched({ value: undefined, problem: messageOf(error), path });
      },
    );
    return () => aborter.abort();
  }, [path, version]);
  return fetched.path === path ? fetched : nothing;
}

/** Fetches the trace of a request, and again whenever the list tells that the request went on. */
export function useTrace(key: number): Fetched<RequestDetail> {
  const { status, duration, upstream, error } = useStore(requests).get(key) ?? {};
  return useFetched(`/requests/${key}`, JSON.stringify([status, duration, upstream, error]));
}
