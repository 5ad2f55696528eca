import type { Sketch } from "../../syntax/json-sketch.js";
import type { Located, References } from "./references.js";

/** Values nested deeper count as unknown. */
const maxDepth = 60;

/** A YAML value as JSON, with its places. */
export function sketchOf(located: Located, references: References, depth = 0): Sketch {
  const { file, value } = located;
  const span = value === null ? file.source.span(0, 0) : file.span(value);
  if (depth > maxDepth) return { kind: "either", span, values: [] };
  const items = references.items(located);
  if (items !== undefined) {
    const sketches = items.map((item) => sketchOf(item, references, depth + 1));
    return { kind: "array", span, items: sketches, isWhole: true };
  }
  const entries = file.entries(value);
  if (entries === undefined) return { kind: "constant", span, value: file.scalar(value) };
  const members = entries.map((entry) => ({
    name: entry.key,
    span: entry.keySpan,
    value: sketchOf({ file, value: entry.value }, references, depth + 1),
    isConditional: false,
  }));
  return { kind: "object", span, members, isOpen: false, unsure: new Set() };
}
