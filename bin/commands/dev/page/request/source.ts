import { useEffect, useState } from "preact/hooks";
import type { FlowSource } from "../../api.js";
import { ApiError, get } from "../data/api.js";

interface FetchedSource {
  /** `undefined` until it is there. */
  readonly source: FlowSource | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

const nothing: FetchedSource = { source: undefined, problem: undefined };
const keptSources = 50;

/** What was fetched, the oldest first: somebody who steps through flows comes back to each. */
const fetched = new Map<string, FlowSource>();

/** The text of a flow as it was in a build, with its code. */
export function useSource(file: string | undefined, build: number): FetchedSource {
  const path = file === undefined ? undefined : `/source?file=${encodeURIComponent(file)}&build=${build}`;
  const [state, setState] = useState<FetchedSource & { readonly path?: string }>(nothing);
  useEffect(() => {
    if (path === undefined || fetched.has(path)) return;
    const aborter = new AbortController();
    get<FlowSource>(path, aborter.signal).then(
      (source) => {
        keep(path, source);
        setState({ source, problem: undefined, path });
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const problem = error instanceof ApiError ? error.message : "The flow cannot be shown.";
        setState({ source: undefined, problem, path });
      },
    );
    return () => aborter.abort();
  }, [path]);
  if (path === undefined) return nothing;
  const known = fetched.get(path);
  if (known !== undefined) return { source: known, problem: undefined };
  return state.path === path ? state : nothing;
}

function keep(path: string, source: FlowSource): void {
  // A build that is gone is answered with the newest, which changes.
  if (!path.endsWith(`&build=${source.build}`)) return;
  fetched.set(path, source);
  const oldest = fetched.size > keptSources ? fetched.keys().next().value : undefined;
  if (oldest !== undefined) fetched.delete(oldest);
}
