import { useState } from "preact/hooks";
import { createStore, useStore } from "../data/store.js";
import { Dialog } from "../shared/dialog.js";

interface ShownCommand {
  readonly command: string;
  /** Why it does not send what was sent. */
  readonly reason: string | undefined;
}

/** The command that is shown to be copied. */
export const shownCommand = createStore<ShownCommand | undefined>(undefined);

/** Open while there is a command. */
export function CurlDialog() {
  const current = useStore(shownCommand);
  if (current === undefined) return null;
  return (
    <Dialog title="As a command" onClose={() => shownCommand.set(undefined)}>
      <Command {...current} />
    </Dialog>
  );
}

function Command({ command, reason }: ShownCommand) {
  const [said, setSaid] = useState("");
  const copy = () => {
    // Only secure origins have a clipboard: this machine's are, and those with HTTPS.
    const copied = navigator.clipboard?.writeText(command) ?? Promise.reject();
    copied.then(
      () => setSaid("It is in the clipboard."),
      () => setSaid("The browser does not allow that: select the text."),
    );
  };
  return (
    <div class="form">
      {reason !== undefined && <p class="hint">This is not what was sent. {reason}</p>}
      <textarea class="command" readOnly rows={10} spellcheck={false} aria-label="Command" value={command} />
      <div class="row end">
        <span class="muted" role="status">
          {said}
        </span>
        <button type="button" class="primary" onClick={copy}>
          Copy
        </button>
      </div>
    </div>
  );
}
