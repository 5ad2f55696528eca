import { useEffect, useState } from "preact/hooks";
import type { MapGraph } from "../../api.js";
import { ApiError, get } from "../data/api.js";
import { workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { type LinkedGraph, linked } from "./graph.js";

interface FetchedMap {
  /** The last one stays until there is a newer one. */
  readonly graph: LinkedGraph | undefined;
  readonly problem: string | undefined;
}

/** Fetches the map, and again when there is a new build. */
export function useMap(focus: string | undefined, open: readonly string[]): FetchedMap {
  const serving = useStore(workbench)?.build.serving ?? 0;
  const [fetched, setFetched] = useState<FetchedMap>({ graph: undefined, problem: undefined });
  const query = new URLSearchParams(open.map((id) => ["open", id]));
  if (focus !== undefined) query.set("focus", focus);
  const asked = query.toString();
  // A new build may have another map.
  useEffect(() => {
    const aborter = new AbortController();
    get<MapGraph>(`/map?${asked}`, aborter.signal).then(
      (graph) => setFetched({ graph: linked(graph), problem: undefined }),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const problem = error instanceof ApiError ? error.message : "The map cannot be shown.";
        setFetched({ graph: undefined, problem });
      },
    );
    return () => aborter.abort();
  }, [asked, serving]);
  return fetched;
}
