import { useMemo, useState } from "preact/hooks";
import { grouped } from "../../../../shared/values.js";
import type { WorkbenchFinding } from "../../api.js";
import { get } from "../data/api.js";
import { findings, workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { notifyProblem } from "../shared/notices.js";
import { openInEditor } from "../shared/open-in-editor.js";
import "./findings.css";

/** More are not drawn: nobody reads them. */
const mostShown = 500;

/** The findings of the last build, by file. A finding that is mended goes with the next build. */
export function FindingsView() {
  const all = useStore(findings);
  const build = useStore(workbench)?.build;
  const files = useMemo(() => byFile(all), [all]);
  if (all.length === 0)
    return (
      <div class="empty">
        <h1>{build === undefined ? "…" : "Nothing was found"}</h1>
        {build !== undefined && <p>Build {build.number} has neither errors nor warnings.</p>}
      </div>
    );
  return (
    <div class="findings">
      <h1 class="hidden">Findings</h1>
      {files.map(([file, list]) => (
        <section key={file} aria-label={file === "" ? "The whole app" : file}>
          <h2>
            <span class="mono">{file === "" ? "The whole app" : file}</span>{" "}
            <span class="count">{list.length}</span>
          </h2>
          <ul>
            {list.map((finding) => (
              <Finding key={keyOf(finding)} finding={finding} />
            ))}
          </ul>
        </section>
      ))}
      {all.length > mostShown && <p class="muted pad">and {all.length - mostShown} more</p>}
    </div>
  );
}

function Finding({ finding }: { readonly finding: WorkbenchFinding }) {
  const { code, severity, message, file, line, column, frame } = finding;
  const [explanation, setExplanation] = useState<string>();
  const explain = () => {
    if (explanation !== undefined) return setExplanation(undefined);
    get<{ text: string }>(`/explanations/${encodeURIComponent(code)}`).then(
      (answer) => setExplanation(answer.text),
      notifyProblem,
    );
  };
  return (
    <li class="finding">
      <p>
        <span class={`badge ${severity}`}>
          {severity} {code}
        </span>{" "}
        {message}
      </p>
      {frame !== "" && <pre>{frame}</pre>}
      <p class="row">
        {file !== "" && (
          <button type="button" onClick={() => openInEditor({ file, line, column })}>
            Open {line}:{column} in editor
          </button>
        )}
        <button type="button" aria-expanded={explanation !== undefined} onClick={explain}>
          Explain {code}
        </button>
      </p>
      {explanation !== undefined && <pre class="explanation">{explanation}</pre>}
    </li>
  );
}

const keyOf = ({ code, file, line, column, message }: WorkbenchFinding): string =>
  JSON.stringify([code, file, line, column, message]);

/** Files with errors come first. */
function byFile(
  found: readonly WorkbenchFinding[],
): readonly (readonly [string, readonly WorkbenchFinding[]])[] {
  const errors = (list: readonly WorkbenchFinding[]) =>
    Number(list.some(({ severity }) => severity === "error"));
  return [...grouped(found.slice(0, mostShown), ({ file }) => file)].sort(
    ([, a], [, b]) => errors(b) - errors(a),
  );
}
