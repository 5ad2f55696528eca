import { useState } from "preact/hooks";
import { counted } from "../shared/figures.js";

const piece = 5000;

/** Text of any length: its beginning, and more when somebody asks. A browser hangs on a line of a megabyte. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(piece);
  const rest = text.length - shown;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="long-text" aria-label={label} tabIndex={0}>
        {text.slice(0, shown)}
      </section>
      {rest > 0 && (
        <p class="row more">
          <button type="button" onClick={() => setShown(shown * 4)}>
            Show more
          </button>
          <span class="muted">{counted(rest, "further character")}</span>
        </p>
      )}
    </>
  );
}
