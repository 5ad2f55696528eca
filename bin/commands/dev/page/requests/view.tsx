import { useMemo, useRef } from "preact/hooks";
import { requests, workbench } from "../data/live.js";
import { createStore, useStore } from "../data/store.js";
import { RequestActions } from "../replay/request-actions.js";
import { edit, keep, replay, showCurl } from "../replay/send.js";
import { useKeys } from "../shared/keys.js";
import { goTo, type ViewProps } from "../shared/route.js";
import { everything, type Filter, filtered } from "./filter.js";
import { RequestList } from "./list.js";
import { Toolbar } from "./toolbar.js";
import "./requests.css";

/** More are not drawn: nobody reads them, and a filter finds the others. */
const mostShown = 1000;

// These stay when another view is looked at: the filter, and the key of the request that the cursor is on.
const requestFilter = createStore<Filter>(everything);
const chosenRequest = createStore<number | undefined>(undefined);

const open = (key: number): void => goTo("requests", key);

export function RequestsView(_: ViewProps) {
  const all = useStore(requests);
  const filter = useStore(requestFilter);
  const chosen = useStore(chosenRequest);
  const search = useRef<HTMLInputElement>(null);
  const rows = useMemo(() => filtered(all, filter), [all, filter]);
  const withChosen = (act: (key: number) => unknown) => () => {
    if (chosen !== undefined && all.has(chosen)) act(chosen);
  };
  const step = (by: number) => {
    const index = rows.findIndex(({ key }) => key === chosen) + by;
    chosenRequest.set(rows[Math.min(rows.length - 1, Math.max(0, index))]?.key);
  };
  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    "/": () => search.current?.focus(),
    Enter: withChosen(open),
    r: withChosen(replay),
    e: withChosen(edit),
    u: withChosen(showCurl),
    k: withChosen((key) => keep(key, !all.get(key)?.isKept)),
  });
  return (
    <div class="requests-view">
      <h1 class="hidden">Requests</h1>
      <Toolbar filter={filter} onFilter={setFilter} shown={rows.length} search={search} />
      {rows.length === 0 ? (
        <Nothing isFiltered={all.size > 0} />
      ) : (
        <RequestList
          rows={rows.slice(0, mostShown)}
          chosen={chosen}
          onChoose={chosenRequest.set}
          onOpen={open}
        />
      )}
      {rows.length > mostShown && <p class="muted pad">and {rows.length - mostShown} more</p>}
      {chosen !== undefined && all.has(chosen) && (
        <footer class="row">
          <a href={`#/requests/${chosen}`}>Open request {chosen}</a>
          <RequestActions requestKey={chosen} />
        </footer>
      )}
    </div>
  );
}

function setFilter(filter: Filter): void {
  const isEmpty = Object.values(filter).every((value) => value === "");
  requestFilter.set(isEmpty ? everything : filter);
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const state = useStore(workbench);
  if (isFiltered) return <p class="empty">No request passes the filter.</p>;
  return (
    <div class="empty">
      <p>No requests yet.</p>
      {state !== undefined && !state.isReplay && (
        <p>
          Send one to <code>{state.app}</code>, or <a href="#/try">try an operation</a>.
        </p>
      )}
    </div>
  );
}
