/** About how many bytes plain data takes in memory. It is not followed further than anybody writes it. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null || depth > maxDepth) return 8;
  let size = 32;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, depth + 1);
  else for (const item of Object.values(value)) size += 16 + sizeOf(item, depth + 1);
  return size;
}

const maxDepth = 20;
