import { type AppGraph, handlerShareText } from "../../../../compiler/generate/index.js";
import { MissingPackageError } from "../../../../compiler/output/index.js";
import { recentlyUsed } from "../../../../compiler/source/index.js";
import { focus } from "../../../shared/map/focus.js";
import { fold } from "../../../shared/map/fold.js";
import { layOut } from "../../../shared/map/layout.js";
import type { MapMatch } from "../api.js";
import type { MapView, Questions } from "../workbench.js";
import type { KeptBuild } from "./kept-builds.js";

/** The last drawings stay: most changes of flows leave the graph as it is. */
const keptDrawings = 20;

/** The most nodes that a search finds. */
const mostFound = 50;

/** Draws the map of a build. */
export class MapDrawer {
  readonly #drawings = recentlyUsed(keptDrawings);
  readonly #graphs = new WeakMap<KeptBuild, AppGraph>();

  async drawn(
    { open, focus: focused }: MapView,
    build: KeptBuild | undefined,
  ): Promise<ReturnType<Questions["map"]>> {
    const whole = this.#graphOf(build);
    if (whole === undefined) return undefined;
    if (focused !== undefined && !whole.nodes.some(({ id }) => id === focused)) return undefined;
    const graph = focused === undefined ? whole : focus(whole, focused);
    const folded = fold(graph, new Set(open));
    const key = JSON.stringify(folded);
    try {
      const drawing = this.#drawings.get(key) ?? JSON.stringify(await layOut(folded));
      this.#drawings.set(key, drawing);
      const share = handlerShareText(graph.nodes.flatMap(({ answeredBy }) => answeredBy ?? []));
      return {
        ...JSON.parse(drawing),
        open: folded.open,
        total: graph.nodes.length,
        ...(share && { share }),
      };
    } catch (error) {
      if (error instanceof MissingPackageError) return { missing: error.message };
      throw error;
    }
  }

  /** The nodes whose labels have a text. */
  found(text: string, build: KeptBuild | undefined): readonly MapMatch[] {
    const wanted = text.trim().toLowerCase();
    if (wanted === "") return [];
    const nodes = this.#graphOf(build)?.nodes ?? [];
    const matches = nodes.filter(({ label }) => label.toLowerCase().includes(wanted));
    return matches.slice(0, mostFound).map(({ id, kind, label }) => ({ id, kind, label }));
  }

  #graphOf(build: KeptBuild | undefined): AppGraph | undefined {
    if (build === undefined) return undefined;
    const graph = this.#graphs.get(build) ?? build.graph();
    this.#graphs.set(build, graph);
    return graph;
  }
}
