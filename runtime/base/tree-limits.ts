/** How deep a tree may nest if a path visits its nodes; libxml2 has a limit of the same order. */
export const maxDepth = 2048;

/** How many nodes one document may have, attributes and text included. */
export const maxNodes = 1_000_000;

/** The longest delay of a timer in milliseconds; a timer with a longer one would run at once. */
export const longestTimer = 2 ** 31 - 1;

/** How many UTF-16 units a document may gain by its entities and default attributes. */
export const maxExpansion = 1_000_000;

/** A document exceeds `maxDepth`, `maxNodes` or `maxExpansion`. */
export class TreeLimitError extends Error {
  override readonly name = "TreeLimitError";
}

/** @throws TreeLimitError */
export function checkDepth(depth: number): void {
  if (depth > maxDepth) throw new TreeLimitError(`The document nests deeper than ${maxDepth} levels.`);
}

/** @throws TreeLimitError */
export function checkNodes(count: number): void {
  if (count > maxNodes) throw new TreeLimitError(`The document has more than ${maxNodes} nodes.`);
}

/** @throws TreeLimitError */
export function checkExpansion(length: number): void {
  if (length > maxExpansion)
    throw new TreeLimitError(`The entities of the document expand to more than ${maxExpansion} characters.`);
}
