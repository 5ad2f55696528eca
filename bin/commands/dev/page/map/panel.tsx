import { kindNames } from "../../../../shared/map/outline.js";
import type { MapNode } from "../../api.js";
import { counted, duration } from "../shared/figures.js";
import { openInEditor } from "../shared/open-in-editor.js";
import { positionOf } from "../shared/place.js";
import { linkTo } from "../shared/route.js";
import type { LinkedGraph, Neighbour } from "./graph.js";
import type { Health } from "./health.js";

export interface PanelProps {
  readonly graph: LinkedGraph;
  readonly node: MapNode;
  readonly health: Health | undefined;
  readonly isFocused: boolean;
  readonly onSelect: (id: string) => void;
  readonly onOpenFolder: (id: string) => void;
}

/** The known facts about the node that is chosen. */
export function Panel({ graph, node, health, isFocused, onSelect, onOpenFolder }: PanelProps) {
  const { id, kind, label, note, file } = node;
  return (
    <section class="map-panel" aria-label={`About ${label}`}>
      <p class="muted">{kindNames[kind]}</p>
      <h2>{label}</h2>
      {note !== "" && <p class="muted">{note}</p>}
      <p class="row">
        {kind === "folder" ? (
          <button type="button" onClick={() => onOpenFolder(id)}>
            Open the folder
          </button>
        ) : (
          !isFocused && <a href={linkTo("map", id)}>Show only what it has to do with</a>
        )}
        {file !== undefined && (
          <button type="button" onClick={() => openInEditor(positionOf(file))}>
            Open in editor
          </button>
        )}
      </p>
      {node.isTested !== undefined && (
        <p>{node.isTested ? "✓ covered by tests" : "? no test has reached it"}</p>
      )}
      {health !== undefined && <HealthLine health={health} />}
      <Neighbours title="Used by" neighbours={graph.usedBy.get(id)} onSelect={onSelect} />
      <Neighbours title="Uses" neighbours={graph.uses.get(id)} onSelect={onSelect} />
    </section>
  );
}

function HealthLine({ health }: { readonly health: Health }) {
  const { count, median, isSlow, failing } = health;
  return (
    <p>
      {counted(count, "request")} in this session, half of the last in {duration(median)}
      {isSlow && <span class="badge warning">slow</span>}
      {failing !== undefined && (
        <>
          {" "}
          <a href={linkTo("requests", failing.key)}>
            <span class="badge error">failed with {failing.status}</span>
          </a>
        </>
      )}
    </p>
  );
}

interface NeighboursProps {
  readonly title: string;
  readonly neighbours: readonly Neighbour[] | undefined;
  readonly onSelect: (id: string) => void;
}

function Neighbours({ title, neighbours = [], onSelect }: NeighboursProps) {
  if (neighbours.length === 0) return null;
  return (
    <>
      <h3>
        {title} <span class="count">{neighbours.length}</span>
      </h3>
      <ul>
        {neighbours.map(({ node, edge }) => (
          <li key={node.id}>
            <button type="button" class="plain link" onClick={() => onSelect(node.id)}>
              {node.label}
            </button>
            {edge.place !== undefined && <span class="muted place">{edge.place}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
