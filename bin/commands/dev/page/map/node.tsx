import { memo } from "preact/compat";
import { kindNames, middleOf, outlineOf } from "../../../../shared/map/outline.js";
import type { MapNode } from "../../api.js";
import type { Health } from "./health.js";

export interface NodeProps {
  readonly node: MapNode;
  readonly health: Health | undefined;
  readonly isSelected: boolean;
  /** True if something else is chosen, and this has nothing to do with it. */
  readonly isFaded: boolean;
  /** True if the Tab key leads here. */
  readonly isEntry: boolean;
  readonly onSelect: (id: string) => void;
  readonly onEnter: (id: string) => void;
}

/** A node of the map. What is said beside its label is said in words, too. */
export const Node = memo(function Node(props: NodeProps) {
  const { node, health, isSelected, isFaded, isEntry, onSelect, onEnter } = props;
  const { id, kind, label, text, note, x, y, width, height } = node;
  const { box, lines } = outlineOf(kind, width, height);
  const middle = middleOf(kind, width);
  const marks = marksOf(node, health);
  const said = [`${kindNames[kind]} ${label}`, note, ...marks.map(({ means }) => means)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be drawn in SVG
    <g
      class={`node ${kind}${isSelected ? " selected" : ""}${isFaded ? " faded" : ""}`}
      transform={`translate(${x} ${y})`}
      data-id={id}
      role="button"
      aria-label={said.filter((part) => part !== "").join(", ")}
      aria-pressed={isSelected}
      tabIndex={isEntry ? 0 : -1}
      onClick={() => onSelect(id)}
      onDblClick={() => onEnter(id)}
      onFocus={() => onSelect(id)}
    >
      <title>{said.filter((part) => part !== "").join("\n")}</title>
      <path class="box" d={box} />
      {lines !== "" && <path class="line" d={lines} />}
      <text x={middle} y={17}>
        {text}
      </text>
      {note !== "" && (
        <text class="note" x={middle} y={height - 9}>
          {note}
        </text>
      )}
      {marks.map(({ sign, name }, index) => (
        <g key={name} class={`mark ${name}`} transform={`translate(${width - 10 - index * 16} -1)`}>
          <circle r={7} />
          <text y={3.5}>{sign}</text>
        </g>
      ))}
    </g>
  );
});

interface Mark {
  readonly name: string;
  readonly sign: string;
  readonly means: string;
}

export function marksOf({ isTested }: MapNode, health: Health | undefined): readonly Mark[] {
  const marks: Mark[] = [];
  if (health?.failing !== undefined)
    marks.push({ name: "failing", sign: "✕", means: `fails now with ${health.failing.status}` });
  if (health?.isSlow) marks.push({ name: "slow", sign: "…", means: "slow now" });
  if (isTested === true) marks.push({ name: "tested", sign: "✓", means: "covered by tests" });
  if (isTested === false) marks.push({ name: "untested", sign: "?", means: "no test has reached it" });
  return marks;
}
