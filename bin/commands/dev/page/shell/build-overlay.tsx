import { useState } from "preact/hooks";
import { findings, workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { linkTo } from "../shared/route.js";

const shownErrors = 5;

/** While the last build is broken: why, over every view, until it is folded away. */
export function BuildOverlay() {
  const build = useStore(workbench)?.build;
  const errors = useStore(findings).filter(({ severity }) => severity === "error");
  // A build that breaks in another way may be looked at again.
  const [foldedBuild, setFoldedBuild] = useState(0);
  if (build === undefined || build.isGood) return null;
  const isFolded = foldedBuild === build.number;
  return (
    <section class="overlay" aria-label="The build is broken">
      <div class="row">
        <h2>
          {counted(build.errors, "error")} in build {build.number}
        </h2>
        <a href={linkTo("findings")}>Findings</a>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => setFoldedBuild(isFolded ? 0 : build.number)}
        >
          {isFolded ? "Unfold" : "Fold away"}
        </button>
      </div>
      {!isFolded && (
        <ol>
          {errors.slice(0, shownErrors).map(({ code, message, file, line, column, frame }) => (
            <li key={`${code} ${file}:${line}:${column} ${message}`}>
              <p>
                <span class="badge error">{code}</span> {message}{" "}
                {file !== "" && (
                  <span class="muted place">
                    {file}:{line}:{column}
                  </span>
                )}
              </p>
              {frame !== "" && <pre>{frame}</pre>}
            </li>
          ))}
        </ol>
      )}
      {!isFolded && errors.length > shownErrors && (
        <p class="muted">and {errors.length - shownErrors} more</p>
      )}
    </section>
  );
}
