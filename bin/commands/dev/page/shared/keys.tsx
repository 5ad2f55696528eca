import { useEffect, useRef } from "preact/hooks";
import { createStore } from "../data/store.js";

/** A key of a view: `{ keys: ["/"], does: "search", run }`. Names are those of `KeyboardEvent.key`. */
interface KeyBinding {
  readonly keys: readonly string[];
  /** What the help says. */
  readonly does: string;
  /** Missing where an element handles the key itself. */
  readonly run?: (event: KeyboardEvent) => void;
}

/** What `?` shows: the keys of the view that is open. */
export const keyBindings = createStore<readonly KeyBinding[]>([]);

/** Handles keys while the view is drawn, except where somebody types or a dialog is open. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const current = useRef(bindings);
  current.current = bindings;
  const described = bindings.map(({ keys, does }) => `${keys.join(" ")} ${does}`).join("\n");
  useEffect(() => {
    keyBindings.set(current.current);
    return () => keyBindings.set([]);
  }, [described]);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (belongsToControl(event)) return;
      const found = current.current.find(({ keys, run }) => run !== undefined && keys.includes(event.key));
      if (found?.run === undefined) return;
      event.preventDefault();
      found.run(event);
    };
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, []);
}

/** Whether a key belongs to what has the focus: a field, or anything in a dialog. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.closest("input:not([type=checkbox]), textarea, select, dialog, [contenteditable]") !== null;
}

/** Enter and the space bar press what has the focus. */
function belongsToControl({ key, target }: KeyboardEvent): boolean {
  return (
    (key === "Enter" || key === " ") &&
    target instanceof HTMLElement &&
    target.closest("a, button, summary, input") !== null
  );
}

const symbols = new Map([
  ["ArrowUp", "↑"],
  ["ArrowDown", "↓"],
  ["ArrowLeft", "←"],
  ["ArrowRight", "→"],
  ["Escape", "Esc"],
  [" ", "Space"],
]);

export function Key({ name }: { readonly name: string }) {
  return <kbd>{symbols.get(name) ?? name}</kbd>;
}
