import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { findings } from "./data/live.js";
import { useStore } from "./data/store.js";
import { FindingsView } from "./findings/view.js";
import { MapView } from "./map/view.js";
import { CurlDialog } from "./replay/curl-dialog.js";
import { EditDialog } from "./replay/edit-dialog.js";
import { send } from "./replay/send.js";
import { RequestView } from "./request/view.js";
import { RequestsView } from "./requests/view.js";
import { Notices } from "./shared/notices.js";
import { linkTo, type Route, route, type ViewProps } from "./shared/route.js";
import { StateBar } from "./state-bar.js";
import { TryView } from "./try/view.js";

const views = new Map<string, { readonly title: string; readonly View: ComponentType<ViewProps> }>([
  ["requests", { title: "Requests", View: RequestsView }],
  ["map", { title: "Map", View: MapView }],
  ["try", { title: "Try it", View: TryView }],
  ["findings", { title: "Findings", View: FindingsView }],
]);

export function App() {
  const here = useStore(route);
  const { title, View } = viewOf(here);
  const count = useStore(findings).length;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · flowc dev`;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <nav aria-label="Views">
          {["requests", "map", "try", "findings"].map((view) => (
            <a key={view} href={linkTo(view)} aria-current={here.view === view ? "page" : undefined}>
              {views.get(view)?.title}
              {view === "findings" && count > 0 && <span class="count">{count}</span>}
            </a>
          ))}
        </nav>
        <StateBar />
      </header>
      <main ref={main} tabIndex={-1}>
        <View path={here.path} />
      </main>
      <Notices />
      <EditDialog onSend={send} />
      <CurlDialog />
    </>
  );
}

function viewOf({ view, path }: Route): { readonly title: string; readonly View: ComponentType<ViewProps> } {
  if (view === "requests" && path.length > 0)
    return { title: `Request ${Number.parseInt(path[0] ?? "", 10)}`, View: RequestView };
  return views.get(view) ?? { title: "Not found", View: NotFound };
}

function NotFound() {
  return (
    <div class="empty">
      <h1>There is no such view</h1>
      <p>
        <a href="#/requests">Go to the requests</a>
      </p>
    </div>
  );
}
