import { requests } from "../data/live.js";
import { useStore } from "../data/store.js";
import { edit, keep, replay, showCurl } from "./send.js";

/** The actions that can be done with a request, as buttons. */
export function RequestActions({ requestKey }: { readonly requestKey: number }) {
  const summary = useStore(requests).get(requestKey);
  const isKept = summary?.isKept ?? false;
  return (
    <div class="row actions">
      <button type="button" onClick={() => replay(requestKey)}>
        Replay
      </button>
      <button type="button" onClick={() => edit(requestKey)}>
        Edit…
      </button>
      <button type="button" onClick={() => showCurl(requestKey)}>
        As curl
      </button>
      <button type="button" aria-pressed={isKept} onClick={() => keep(requestKey, !isKept)}>
        {isKept ? "Kept" : "Keep"}
      </button>
    </div>
  );
}
