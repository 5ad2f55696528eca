import type { FoldedGraph } from "./fold.js";

/** What a drawing shows, in a sentence. */
export function summary({ nodes, edges }: Pick<FoldedGraph, "nodes" | "edges">): string {
  const counts = names.flatMap(([kind, one, more]) => {
    const count = nodes.filter((node) => node.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
  });
  const uses = `${edges.length} ${edges.length === 1 ? "arrow leads" : "arrows lead"} from what uses something to what it uses.`;
  return `${counts.join(", ") || "nothing"}; ${uses}`;
}

const names = [
  ["operation", "operation", "operations"],
  ["flow", "flow", "flows"],
  ["subflow", "sub-flow", "sub-flows"],
  ["template", "template", "templates"],
  ["upstream", "upstream system", "upstream systems"],
  ["folder", "closed folder", "closed folders"],
] as const;
