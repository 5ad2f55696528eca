import { useEffect, useRef } from "preact/hooks";

/**
 * Handles keys while the view is drawn, except where they belong to what has the focus.
 * @param keys by the names of `KeyboardEvent.key`
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const run = new Map(Object.entries(current.current)).get(event.key);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, []);
}

/** Returns true if somebody types, a dialog is open, or the key presses the element that has the focus. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  const isPress = key === "Enter" || key === " ";
  const takers = "input:not([type=checkbox]), textarea, select, dialog, [contenteditable]";
  return (
    target instanceof HTMLElement &&
    target.closest(isPress ? `${takers}, a, button, summary, input` : takers) !== null
  );
}
