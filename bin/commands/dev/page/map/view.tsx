import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { curveThrough } from "../../../../shared/map/outline.js";
import type { MapGraph } from "../../api.js";
import { useFetched } from "../data/fetched.js";
import { requests, workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { useKeys } from "../shared/keys.js";
import { linkTo, type ViewProps } from "../shared/route.js";
import { isDirection, type LinkedGraph, linked, nextNode } from "./graph.js";
import { healthOf, healthOfNode } from "./health.js";
import "./map.css";
import { Node } from "./node.js";
import { Panel } from "./panel.js";
import { Search } from "./search.js";
import { MapTable } from "./table.js";

const [smallest, largest] = [0.05, 3];

/** Around the drawing. */
const margin = 16;

const elementOf = (id: string): SVGElement | null =>
  document.querySelector<SVGElement>(`.map-canvas [data-id="${CSS.escape(id)}"]`);

/**
 * The parts of the app, and which uses which. `#/map/flow:users%2Fget.xml` has only those that this has to do
 * with.
 */
export function MapView({ path: [focus] }: ViewProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const serving = useStore(workbench)?.build.serving;
  const query = new URLSearchParams([
    ...open.map((id) => ["open", id]),
    ...(focus ? [["focus", focus]] : []),
  ]);
  // A new build may have another map.
  const { value, problem } = useFetched<MapGraph>(`/map?${query}`, `${serving}`);
  const last = useRef<MapGraph>(undefined);
  last.current = value ?? last.current; // it stays until there is a newer one
  const shown = last.current;
  const graph = useMemo(() => shown && linked(shown), [shown]);
  const [isTable, setIsTable] = useState(false);
  /** `undefined` for as much as there is room for. */
  const [scale, setScale] = useState<number>();
  const zoom = (factor: number) => {
    const { width = 1 } = document.querySelector(".map-canvas svg")?.getBoundingClientRect() ?? {};
    setScale(Math.min(largest, Math.max(smallest, (width / (graph?.width ?? 1)) * factor)));
  };
  useKeys({
    "/": () => document.querySelector<HTMLElement>(".map-search input")?.focus(),
    "+": () => zoom(1.25),
    "-": () => zoom(0.8),
    "0": () => setScale(undefined),
  });
  if (problem !== undefined)
    return (
      <div class="empty">
        <h1>{problem}</h1>
        {focus !== undefined && <a href={linkTo("map")}>The whole map</a>}
      </div>
    );
  if (graph === undefined) return <h1 class="empty">The map is drawn …</h1>;
  return (
    <div class="map">
      <h1 class="hidden">Map</h1>
      <div class="row map-bar">
        <Search />
        <button type="button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? "As a drawing" : "As a table"}
        </button>
        {!isTable && (
          <span class="row">
            <button type="button" aria-label="Larger" onClick={() => zoom(1.25)}>
              +
            </button>
            <button type="button" aria-label="Smaller" onClick={() => zoom(0.8)}>
              −
            </button>
            <button type="button" onClick={() => setScale(undefined)}>
              Fit
            </button>
          </span>
        )}
        {focus !== undefined && (
          <a class="badge" href={linkTo("map")}>
            only {graph.byId.get(focus)?.label ?? focus} ×
          </a>
        )}
        {graph.open.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            class="badge"
            aria-label={`Close ${label}`}
            onClick={() => setOpen(open.filter((one) => one !== id))}
          >
            {label} ×
          </button>
        ))}
        <span class="muted">{counted(graph.total, "node")}</span>
        {graph.share !== undefined && <span class="muted">{graph.share}</span>}
      </div>
      <Drawing
        graph={graph}
        focus={focus}
        scale={scale}
        isTable={isTable}
        onOpenFolder={(id) => setOpen([...open, id])}
      />
    </div>
  );
}

interface DrawingProps {
  readonly graph: LinkedGraph;
  readonly focus: string | undefined;
  readonly scale: number | undefined;
  readonly isTable: boolean;
  readonly onOpenFolder: (id: string) => void;
}

function Drawing({ graph, focus, scale, isTable, onOpenFolder }: DrawingProps) {
  const [chosen, setChosen] = useState<string | undefined>(focus);
  useEffect(() => setChosen(focus), [focus]);
  const selected = chosen === undefined ? undefined : graph.byId.get(chosen);
  const all = useStore(requests);
  const health = useMemo(() => healthOf(all.values()), [all]);
  const related = useMemo(() => relatedTo(graph, chosen), [graph, chosen]);
  const entry = selected?.id ?? graph.nodes[0]?.id;
  const enter = useRef((_: string) => {});
  enter.current = (id) => {
    if (graph.byId.get(id)?.kind === "folder") onOpenFolder(id);
    else location.hash = linkTo("map", id);
  };
  const enterNode = useMemo(() => (id: string) => enter.current(id), []);
  const select = (id: string) => {
    setChosen(id);
    elementOf(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const keys = (event: KeyboardEvent) => {
    if (selected === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      enterNode(selected.id);
    } else if (event.key === "Escape") setChosen(undefined);
    else if (isDirection(event.key)) {
      event.preventDefault();
      const next = nextNode(graph, selected, event.key);
      if (next === undefined) return;
      elementOf(next.id)?.focus();
    }
  };
  return (
    <div class="map-body">
      {isTable ? (
        <MapTable graph={graph} health={health} onSelect={setChosen} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the nodes have the focus
        <div class="map-canvas" onKeyDown={keys}>
          {/* biome-ignore lint/a11y/useSemanticElements: no other element can hold a drawing */}
          <svg
            class="flowc-map"
            role="group"
            aria-label="Map: what uses what. Arrow keys go from node to node."
            viewBox={`${-margin} ${-margin} ${graph.width + 2 * margin} ${graph.height + 2 * margin}`}
            style={{
              width: scale === undefined ? `min(100%, ${graph.width}px)` : `${scale * graph.width}px`,
            }}
          >
            <defs>
              <marker
                id="map-arrow"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path class="tip" d="M0 0 8 4 0 8z" />
              </marker>
            </defs>
            {graph.edges.map(({ from, to, points }) => (
              <path
                key={`${from} ${to}`}
                class={`edge${edgeClass(from, to, selected?.id)}`}
                marker-end="url(#map-arrow)"
                d={curveThrough(points)}
              />
            ))}
            {graph.nodes.map((node) => (
              <Node
                key={node.id}
                node={node}
                health={healthOfNode(node, health)}
                isSelected={node.id === selected?.id}
                isFaded={related !== undefined && !related.has(node.id)}
                isEntry={node.id === entry}
                onSelect={setChosen}
                onEnter={enterNode}
              />
            ))}
          </svg>
        </div>
      )}
      {selected !== undefined && (
        <Panel
          graph={graph}
          node={selected}
          health={healthOfNode(selected, health)}
          isFocused={selected.id === focus}
          onSelect={select}
          onOpenFolder={onOpenFolder}
        />
      )}
    </div>
  );
}

/** The node itself, and those beside it. */
function relatedTo(graph: LinkedGraph, id: string | undefined): ReadonlySet<string> | undefined {
  if (id === undefined || !graph.byId.has(id)) return undefined;
  const beside = [...(graph.uses.get(id) ?? []), ...(graph.usedBy.get(id) ?? [])];
  return new Set([id, ...beside.map(({ node }) => node.id)]);
}

function edgeClass(from: string, to: string, chosen: string | undefined): string {
  if (chosen === undefined) return "";
  return from === chosen || to === chosen ? " chosen" : " faded";
}
