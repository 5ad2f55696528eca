import type { OpenFile } from "../../api.js";
import { change } from "../data/api.js";
import { notify, notifyProblem } from "./notices.js";
import type { Position } from "./place.js";

export function openInEditor(position: Position | undefined): void {
  if (position === undefined) return;
  const { file, line, column } = position;
  change("POST", "/open", { file, line: Math.max(1, line), column } satisfies OpenFile).then(
    () => notify(`${file}:${line} opens in the editor.`),
    notifyProblem,
  );
}
