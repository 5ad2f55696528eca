import { useState } from "preact/hooks";
import type { Trace } from "../../../../../runtime/observe/trace/index.js";
import type { SavedTest } from "../../api.js";
import { change } from "../data/api.js";
import { RequestActions } from "../replay/request-actions.js";
import { Code } from "../shared/code.js";
import { Dialog } from "../shared/dialog.js";
import { duration, timeOfDay } from "../shared/figures.js";
import { notifyProblem } from "../shared/notices.js";
import { openInEditor } from "../shared/open-in-editor.js";
import type { Position } from "../shared/place.js";
import { linkTo } from "../shared/route.js";
import { Status } from "../shared/status.js";

export interface HeaderProps {
  readonly requestKey: number;
  readonly trace: Trace;
  /** Where "Open in editor" leads. */
  readonly position: Position | undefined;
}

export function Header({ requestKey, trace, position }: HeaderProps) {
  const { request, response, duration: took, startedAt, route, build, hasSecrets, dropped } = trace;
  const [saved, setSaved] = useState<SavedTest>();
  const save = () => change<SavedTest>("POST", "/tests", { key: requestKey }).then(setSaved, notifyProblem);
  return (
    <header class="request-header">
      <h1 class="row">
        <a href={linkTo("requests")} aria-label="All requests">
          ←
        </a>
        <span class="mono target">
          {request.method} {request.target.slice(0, 300)}
        </span>
        <Status status={response?.status} />
      </h1>
      <p class="row muted">
        <span>{took === undefined ? "still running" : duration(took)}</span>
        <span>{timeOfDay(startedAt)}</span>
        {route !== "" && <span class="mono">{route}</span>}
        {build > 0 && <span>build {build}</span>}
        {hasSecrets && <span class="badge warning">secrets are masked</span>}
        {dropped > 0 && <span class="badge warning">{dropped} events had no room</span>}
      </p>
      <div class="row request-buttons">
        <button type="button" disabled={position === undefined} onClick={() => openInEditor(position)}>
          Open in editor
        </button>
        <button type="button" onClick={save}>
          Save as test
        </button>
        <RequestActions requestKey={requestKey} />
      </div>
      {saved !== undefined && <SavedDialog saved={saved} onClose={() => setSaved(undefined)} />}
    </header>
  );
}

function SavedDialog({ saved, onClose }: { readonly saved: SavedTest; readonly onClose: () => void }) {
  if ("problem" in saved)
    return (
      <Dialog title="No test was written" onClose={onClose}>
        <p>{saved.problem}</p>
      </Dialog>
    );
  return (
    <Dialog title={`Saved as ${saved.path}`} onClose={onClose}>
      <p class="row">
        <span class="muted">It runs with</span> <code>flowc test</code>
        <button type="button" onClick={() => openInEditor({ file: saved.path, line: 1, column: 1 })}>
          Open in editor
        </button>
      </p>
      <Code label={saved.path} code={saved.text} language="xml" />
    </Dialog>
  );
}
