import type { AppGraph, GraphNode } from "../../../compiler/generate/graph.js";
import { nearest } from "../../../runtime/base/nearest.js";
import { grouped } from "../values.js";

/**
 * The part of a graph that has to do with something: what it reaches, and what reaches it.
 * @param name a file, a folder, a path of the API with or without its method, an upstream system, or the ID of a node
 * @throws Error if there is no such thing
 */
export function focus(graph: AppGraph, name: string): AppGraph {
  const chosen = graph.nodes.filter((node) => isNamed(node, name)).map(({ id }) => id);
  if (chosen.length === 0) throw new Error(missing(graph, name));
  const kept = new Set([...reached(chosen, graph, "from", "to"), ...reached(chosen, graph, "to", "from")]);
  return {
    nodes: graph.nodes.filter(({ id }) => kept.has(id)),
    edges: graph.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

function isNamed({ id, kind, label, file, path }: GraphNode, name: string): boolean {
  if (label === name || path === name || id === name) return true;
  if (kind === "operation" || file === undefined) return false;
  const wanted = name.replace(/^(?:\.\/)+|\/+$/g, "");
  return file === wanted || file.startsWith(`${wanted}/`);
}

function missing({ nodes }: AppGraph, name: string): string {
  const names = nodes.flatMap(({ label, path }) => (path === undefined ? [label] : [label, path]));
  const like = nearest(name, names);
  return `The app has no file, operation or upstream system ${JSON.stringify(name)}.${like === undefined ? "" : ` Did you mean ${like}?`}`;
}

/** The nodes themselves, and all that links lead to. */
function reached(
  start: readonly string[],
  { edges }: AppGraph,
  near: "from" | "to",
  far: "from" | "to",
): ReadonlySet<string> {
  const links = grouped(edges, (edge) => edge[near]);
  const found = new Set(start);
  for (const id of found) for (const edge of links.get(id) ?? []) found.add(edge[far]);
  return found;
}
