import type { AppGraph, GraphNode } from "../../../compiler/generate/graph.js";
import { branchesOf, type Folder } from "./folders.js";

/** A graph in which folders may stand for all that is in them. */
export interface FoldedGraph {
  readonly nodes: readonly FoldedNode[];
  readonly edges: readonly FoldedEdge[];
  /** The folders that are open. */
  readonly open: readonly Pick<FoldedNode, "id" | "label">[];
}

export interface FoldedNode extends Omit<GraphNode, "kind"> {
  readonly kind: GraphNode["kind"] | "folder";
  /** How many nodes a folder stands for. */
  readonly count?: number;
}

export interface FoldedEdge {
  readonly from: string;
  readonly to: string;
  /** Where it is so first, unless a folder is involved. */
  readonly place?: string;
}

/** With more nodes than this, folders are one node each. */
export const mostUnfolded = 400;

/** No more nodes are drawn, whatever is open. */
export const mostDrawn = 1000;

/**
 * The graph as it can be drawn: as it is, or with its folders closed where it has too many nodes.
 * @param open IDs of folders that are open nevertheless, as far as there is room
 */
export function fold(graph: AppGraph, open: ReadonlySet<string>, most = mostUnfolded): FoldedGraph {
  if (graph.nodes.length <= most) return { ...graph, open: [] };
  const nodes: FoldedNode[] = [];
  const opened: Pick<FoldedNode, "id" | "label">[] = [];
  const shownAs = new Map<string, string>();
  const queue: (Folder | GraphNode)[] = branchesOf(graph.nodes);
  let drawn = queue.length;
  // From the outside in, so that what is far inside is what there is no room for.
  for (const entry of queue) {
    if (entry.kind !== "folder") {
      nodes.push(entry);
      shownAs.set(entry.id, entry.id);
    } else if (open.has(entry.id) && drawn + entry.children.length <= mostDrawn) {
      drawn += entry.children.length - 1;
      for (const one of entry.children) queue.push(one);
      opened.push({ id: entry.id, label: entry.label });
    } else {
      const { id, kind, label, members } = entry;
      nodes.push({ id, kind, label, count: members.length });
      for (const member of members) shownAs.set(member, id);
    }
  }
  return { nodes, edges: foldedEdges(graph, shownAs), open: opened };
}

function foldedEdges({ edges }: AppGraph, shownAs: ReadonlyMap<string, string>): readonly FoldedEdge[] {
  const folded = new Map<string, FoldedEdge>();
  for (const edge of edges) {
    const from = shownAs.get(edge.from);
    const to = shownAs.get(edge.to);
    const isInside = from === to && edge.from !== edge.to;
    if (from !== undefined && to !== undefined && !isInside)
      folded.set(JSON.stringify([from, to]), from === edge.from && to === edge.to ? edge : { from, to });
  }
  return [...folded.values()];
}
