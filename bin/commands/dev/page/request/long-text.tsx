import { useState } from "preact/hooks";
import { counted } from "../shared/figures.js";

const piece = 5000;
/** Longer texts may scroll: keys have to reach them. */
const scrolling = 1000;

/** Text of any length: its beginning, and more when somebody asks. A browser hangs on a line of a megabyte. */
export function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [shown, setShown] = useState(piece);
  const rest = text.length - shown;
  return (
    <>
      <div
        class="long-text"
        {...(text.length > scrolling ? { role: "group", tabIndex: 0, "aria-label": label } : {})}
      >
        {text.slice(0, shown)}
      </div>
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
