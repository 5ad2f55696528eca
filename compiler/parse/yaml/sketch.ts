import type { Sketch } from "../../syntax/json-sketch.js";
import type { Located } from "./references.js";

/** Values nested deeper count as unknown. */
const maxDepth = 60;

/** A YAML value as JSON, with its places. */
export function sketchOf(located: Located, depth = 0): Sketch {
  const { file, value, span, list } = located;
  if (depth > maxDepth) return { kind: "either", span, values: [] };
  if (list !== undefined)
    return { kind: "array", span, items: list.map((item) => sketchOf(item, depth + 1)), isWhole: true };
  const entries = file.entries(value);
  if (entries === undefined) return { kind: "constant", span, value: file.scalar(value) };
  const members = entries.map((entry) => ({
    name: entry.key,
    span: entry.keySpan,
    value: sketchOf(located.at(entry.value), depth + 1),
    isConditional: false,
  }));
  return { kind: "object", span, members, isOpen: false, unsure: new Set() };
}
