/**
 * Ways through the map.
 * @module
 */
import { grouped } from "../../../../shared/values.js";
import type { MapEdge, MapGraph, MapNode } from "../../api.js";

/** A graph, in which one finds one's way. */
export interface LinkedGraph extends MapGraph {
  readonly byId: ReadonlyMap<string, MapNode>;
  /** The nodes that each node uses, and those that use it. */
  readonly uses: ReadonlyMap<string, readonly Neighbour[]>;
  readonly usedBy: ReadonlyMap<string, readonly Neighbour[]>;
}

export interface Neighbour {
  readonly node: MapNode;
  readonly edge: MapEdge;
}

export function linked(graph: MapGraph): LinkedGraph {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const neighbours = (near: "from" | "to", far: "from" | "to") => {
    const all = graph.edges.flatMap((edge): readonly Neighbour[] => {
      const node = byId.get(edge[far]);
      return node === undefined ? [] : [{ node, edge }];
    });
    const found = grouped(all, ({ edge }) => edge[near]);
    for (const list of found.values()) list.sort((a, b) => a.node.y - b.node.y);
    return found;
  };
  return { ...graph, byId, uses: neighbours("from", "to"), usedBy: neighbours("to", "from") };
}

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export const isDirection = (key: string): key is Direction =>
  key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";

/** The node that an arrow key leads to: along an edge to the sides, and up and down to what is drawn there. */
export function nextNode(graph: LinkedGraph, from: MapNode, direction: Direction): MapNode | undefined {
  if (direction === "ArrowRight") return nearest(graph.uses.get(from.id), from);
  if (direction === "ArrowLeft") return nearest(graph.usedBy.get(from.id), from);
  const sign = direction === "ArrowDown" ? 1 : -1;
  const beyond = graph.nodes.filter(
    (node) => (node.y - from.y) * sign > 0 && node.x < from.x + from.width && node.x + node.width > from.x,
  );
  return minimum(beyond, (node) => Math.abs(node.y - from.y));
}

const nearest = (neighbours: readonly Neighbour[] = [], { y }: MapNode): MapNode | undefined =>
  minimum(
    neighbours.map(({ node }) => node),
    (node) => Math.abs(node.y - y),
  );

function minimum<T>(values: readonly T[], figure: (value: T) => number): T | undefined {
  let found: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const own = figure(value);
    if (own >= least) continue;
    found = value;
    least = own;
  }
  return found;
}
