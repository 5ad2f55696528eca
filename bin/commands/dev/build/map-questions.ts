import type { AppGraph } from "../../../../compiler/index.js";
import { MissingPackageError } from "../../../../compiler/output/optional-package.js";
import { recentlyUsed } from "../../../../compiler/source/store.js";
import { focus } from "../../map/focus.js";
import { fold } from "../../map/fold.js";
import { layOut } from "../../map/layout.js";
import type { MapGraph, MapMatch } from "../api.js";
import type { KeptBuild } from "./kept-builds.js";
import type { Compiling, Question } from "./question.js";

/** What the page asks for of the map. */
export interface MapView {
  /** IDs of folders. */
  readonly open: readonly string[];
  /** The ID of a node. */
  readonly focus: string | undefined;
}

/** In place of a map: the sentence about what there has to be for one. */
export interface MissingMap {
  readonly missing: string;
}

/** The last drawings stay: most changes of flows leave the graph as it is. */
const keptDrawings = 20;

/** The most nodes that a search finds. */
const mostFound = 50;

/** The questions about the map, which the thread that compiles answers. */
export function mapQuestions(): readonly (readonly [name: string, question: Question])[] {
  const drawings = recentlyUsed(keptDrawings);
  const graphs = new WeakMap<KeptBuild, AppGraph>();
  const graphOf = ({ builds }: Compiling): AppGraph | undefined => {
    const build = builds.get(0)?.build;
    if (build === undefined) return undefined;
    const graph = graphs.get(build) ?? build.graph();
    graphs.set(build, graph);
    return graph;
  };
  const drawn = async (argument: unknown, compiling: Compiling): Promise<MapGraph | undefined> => {
    const { open, focus: focused } = argument as MapView;
    const whole = graphOf(compiling);
    if (whole === undefined) return undefined;
    if (focused !== undefined && !whole.nodes.some(({ id }) => id === focused)) return undefined;
    const graph = focused === undefined ? whole : focus(whole, focused);
    const folded = fold(graph, new Set(open));
    const key = JSON.stringify(folded);
    const drawing = drawings.get(key) ?? JSON.stringify(await layOut(folded));
    drawings.set(key, drawing);
    return { ...JSON.parse(drawing), open: folded.open, total: graph.nodes.length };
  };
  const map: Question = (argument, compiling): Promise<MapGraph | MissingMap | undefined> =>
    drawn(argument, compiling).catch((error: unknown) => {
      if (error instanceof MissingPackageError) return { missing: error.message };
      throw error;
    });
  const search: Question = (argument, compiling): readonly MapMatch[] =>
    found(graphOf(compiling), (argument as { readonly text: string }).text);
  return [
    ["map", map],
    ["map search", search],
  ];
}

function found(graph: AppGraph | undefined, text: string): readonly MapMatch[] {
  const wanted = text.trim().toLowerCase();
  if (graph === undefined || wanted === "") return [];
  const matches: MapMatch[] = [];
  for (const { id, kind, label } of graph.nodes) {
    if (!label.toLowerCase().includes(wanted)) continue;
    if (matches.push({ id, kind, label }) === mostFound) break;
  }
  return matches;
}
