import { kindNames } from "../../../../shared/map/outline.js";
import type { LinkedGraph, Neighbour } from "./graph.js";
import { type HealthByOperation, healthOfNode } from "./health.js";
import { marksOf } from "./node.js";

export interface TableProps {
  readonly graph: LinkedGraph;
  readonly health: HealthByOperation;
  readonly onSelect: (id: string) => void;
}

/** The map in words. */
export function MapTable({ graph, health, onSelect }: TableProps) {
  return (
    <div class="map-table">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Kind</th>
            <th scope="col">Uses</th>
            <th scope="col">Used by</th>
          </tr>
        </thead>
        <tbody>
          {graph.nodes.map((node) => {
            const marks = marksOf(node, healthOfNode(node, health));
            return (
              <tr key={node.id}>
                <th scope="row">
                  <button type="button" class="plain link" onClick={() => onSelect(node.id)}>
                    {node.label}
                  </button>
                </th>
                <td>
                  {[kindNames[node.kind], node.note, ...marks.map(({ means }) => means)]
                    .filter((part) => part !== "")
                    .join(", ")}
                </td>
                <td>{names(graph.uses.get(node.id))}</td>
                <td>{names(graph.usedBy.get(node.id))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const names = (neighbours: readonly Neighbour[] = []): string =>
  neighbours.map(({ node }) => node.label).join(", ");
