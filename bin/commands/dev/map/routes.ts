import { testedOperations } from "../../../shared/tested-operations.js";
import type { MapGraph } from "../api.js";
import { ApiError, type ApiRoute, type MapView, type Workbench } from "../workbench.js";

/** More folders are not opened, and no longer texts are looked for. */
const mostOpen = 1000;
const longestText = 200;

/** The map of the app that answers. */
export const mapRoutes: readonly ApiRoute[] = [
  {
    method: "GET",
    path: "/api/map",
    handle: async ({ query }, workbench) => ({
      json: await drawn(
        { open: query.getAll("open").slice(0, mostOpen), focus: query.get("focus") ?? undefined },
        workbench,
      ),
    }),
  },
  {
    method: "GET",
    path: "/api/map/search",
    handle: async ({ query }, workbench) => {
      const text = (query.get("text") ?? "").slice(0, longestText);
      return { json: { found: await workbench.ask("searchMap", text) } };
    },
  },
];

async function drawn(view: MapView, workbench: Workbench): Promise<MapGraph> {
  const graph = await workbench.ask("map", view);
  if (graph === undefined)
    throw new ApiError(404, view.focus === undefined ? "There is no app yet." : "The app has no such thing.");
  if ("missing" in graph) throw new ApiError(501, graph.missing);
  const tested = testedOperations(workbench.directory);
  if (tested === undefined) return graph;
  const nodes = graph.nodes.map((node) =>
    node.kind === "operation" && node.role === undefined
      ? { ...node, isTested: tested.has(`${node.method} ${node.path}`) }
      : node,
  );
  return { ...graph, nodes };
}
