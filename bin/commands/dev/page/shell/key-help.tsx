import { useEffect, useState } from "preact/hooks";
import { useStore } from "../data/store.js";
import { Dialog } from "../shared/dialog.js";
import { isTyping, Key, keyBindings } from "../shared/keys.js";

/** `?` shows which keys the view knows. */
export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const bindings = useStore(keyBindings);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event)) setIsOpen(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog title="Keys" onClose={() => setIsOpen(false)}>
      <dl class="keys">
        {[...bindings, { keys: ["?"], does: "show the keys" }].map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Key key={key} name={key} />
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
