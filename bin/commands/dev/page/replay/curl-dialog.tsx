import { createStore, useStore } from "../data/store.js";
import { Dialog } from "../shared/dialog.js";

/** The command that is shown to be copied, and why it does not send what was sent. */
export const shownCommand = createStore<{ command: string; reason: string | undefined } | undefined>(
  undefined,
);

/** Open while there is a command. */
export function CurlDialog() {
  const current = useStore(shownCommand);
  if (current === undefined) return null;
  const { command, reason } = current;
  return (
    <Dialog title="As a command" onClose={() => shownCommand.set(undefined)}>
      <div class="form">
        {reason !== undefined && <p class="hint">This is not what was sent. {reason}</p>}
        <textarea
          class="command"
          readOnly
          rows={10}
          spellcheck={false}
          aria-label="Command"
          value={command}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}
