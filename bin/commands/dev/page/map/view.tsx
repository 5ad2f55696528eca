import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { curveThrough } from "../../../map/outline.js";
import type { MapGraph } from "../../api.js";
import { useFetched } from "../data/fetched.js";
import { requests, workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { useKeys } from "../shared/keys.js";
import { linkTo, type ViewProps } from "../shared/route.js";
import { Canvas, type CanvasHandle } from "./canvas.js";
import { isDirection, type LinkedGraph, linked, nextNode } from "./graph.js";
import { healthOf, healthOfNode } from "./health.js";
import "./map.css";
import { Node } from "./node.js";
import { Panel } from "./panel.js";
import { Search } from "./search.js";
import { MapTable } from "./table.js";

/** What the app consists of, and what uses what. `#/map/flow:users%2Fget.xml` has only what this has to do with. */
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
  const canvas = useRef<CanvasHandle>(null);
  useKeys({
    "/": () => document.querySelector<HTMLElement>(".map-search input")?.focus(),
    "+": () => canvas.current?.zoom(1.25),
    "-": () => canvas.current?.zoom(0.8),
    "0": () => canvas.current?.fit(),
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
        {!isTable && <ZoomButtons canvas={canvas} />}
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
      </div>
      <Drawing
        graph={graph}
        focus={focus}
        canvas={canvas}
        isTable={isTable}
        onOpenFolder={(id) => setOpen([...open, id])}
      />
    </div>
  );
}

function ZoomButtons({ canvas }: { readonly canvas: { readonly current: CanvasHandle | null } }) {
  return (
    <span class="row">
      <button type="button" aria-label="Larger" onClick={() => canvas.current?.zoom(1.25)}>
        +
      </button>
      <button type="button" aria-label="Smaller" onClick={() => canvas.current?.zoom(0.8)}>
        −
      </button>
      <button type="button" onClick={() => canvas.current?.fit()}>
        Fit
      </button>
    </span>
  );
}

interface DrawingProps {
  readonly graph: LinkedGraph;
  readonly focus: string | undefined;
  readonly canvas: { current: CanvasHandle | null };
  readonly isTable: boolean;
  readonly onOpenFolder: (id: string) => void;
}

function Drawing({ graph, focus, canvas, isTable, onOpenFolder }: DrawingProps) {
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
    const node = graph.byId.get(id);
    if (node !== undefined) canvas.current?.reveal(node);
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
      select(next.id);
      (event.currentTarget as Element | null)
        ?.querySelector<SVGElement>(`[data-id="${CSS.escape(next.id)}"]`)
        ?.focus({ preventScroll: true });
    }
  };
  return (
    <div class="map-body">
      {isTable ? (
        <MapTable graph={graph} health={health} onSelect={setChosen} />
      ) : (
        <Canvas
          label="Map: what uses what. Arrow keys go from node to node."
          graph={graph}
          handle={canvas}
          onKeyDown={keys}
        >
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
        </Canvas>
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
