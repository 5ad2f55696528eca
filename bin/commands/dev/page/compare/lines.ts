import { diffLines } from "diff";
import type { ShownBody } from "../../../../../runtime/observe/trace/format.js";

export interface DiffLine {
  /** `gap` stands for equal lines that are not shown. */
  readonly kind: "same" | "removed" | "added" | "gap";
  readonly text: string;
}

/** Equal lines that are shown around different ones. */
const context = 3;
/** Texts that differ in more lines than this are shown one after the other. */
const maxEdits = 2000;
const maxLines = 4000;

/** What has to be done with the lines of one text to have the other. Empty if they are equal. */
export function lineDifference(one: string, other: string): readonly DiffLine[] {
  if (one === other) return [];
  const changes = diffLines(ended(one), ended(other), { maxEditLength: maxEdits, timeout: 500 }) ?? [
    { value: one, removed: true, added: false },
    { value: other, removed: false, added: true },
  ];
  const lines = changes.flatMap(({ value, removed, added }): readonly DiffLine[] => {
    const kind = removed ? "removed" : added ? "added" : "same";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ kind, text }));
  });
  return folded(lines).slice(0, maxLines);
}

/** A body as lines that can be compared: JSON is laid out. */
export function comparable(body: ShownBody | undefined): string {
  const { content = "", type = "", encoding = "text" } = body ?? {};
  if (encoding === "base64") return content.replace(/.{76}/g, "$&\n");
  if (!/[/+]json\b/i.test(type) && !/^\s*[[{]/.test(content)) return content;
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}

function folded(lines: readonly DiffLine[]): readonly DiffLine[] {
  const result: DiffLine[] = [];
  let hidden = 0;
  // How far the next different line is, from behind.
  const ahead: number[] = [];
  for (let index = lines.length - 1, far = Number.POSITIVE_INFINITY; index >= 0; index--) {
    far = lines[index]?.kind === "same" ? far + 1 : 0;
    ahead[index] = far;
  }
  let behind = Number.POSITIVE_INFINITY;
  const close = () => {
    if (hidden > 0) result.push({ kind: "gap", text: `${hidden} equal line${hidden === 1 ? "" : "s"}` });
    hidden = 0;
  };
  for (const [index, line] of lines.entries()) {
    behind = line.kind === "same" ? behind + 1 : 0;
    if (Math.min(behind, ahead[index] ?? 0) > context) hidden++;
    else {
      close();
      result.push(line);
    }
  }
  close();
  return result;
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
