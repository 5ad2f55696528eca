import type { PlacedEdge, PlacedGraph, PlacedNode, Point } from "./layout.js";
import { outlineOf } from "./outline.js";
import { styleSheet } from "./style.js";
import { summary } from "./summary.js";
import { escaped, markup, type Svg } from "./svg-text.js";

/** Around the drawing. */
const margin = 16;

/** A graph as an SVG document that stands by itself. */
export function svgOf(graph: PlacedGraph, title: string): string {
  const width = Math.max(graph.width + 2 * margin, 240);
  const height = graph.height + 2 * margin;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="flowc-map" role="img" aria-labelledby="flowc-map-title flowc-map-desc" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}">
<title id="flowc-map-title">${title}</title>
<desc id="flowc-map-desc">${summary(graph)}</desc>
<style>${styleSheet}</style>
<defs><marker id="flowc-map-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="ground" x="${-margin}" y="${-margin}" width="${width}" height="${height}"/>
${graph.edges.map(edge)}${graph.nodes.map(node)}</svg>
`.text;
}

const edge = ({ points }: PlacedEdge): Svg =>
  markup`<path class="edge" marker-end="url(#flowc-map-arrow)" d="${pathOf(points)}"/>
`;

function pathOf([start, ...others]: readonly Point[]): string {
  if (start === undefined) return "";
  return `M${start.join(" ")}C${others.map((point) => point.join(" ")).join(" ")}`;
}

function node({ kind, label, text, note, x, y, width, height }: PlacedNode): Svg {
  // The end of a cylinder takes room.
  const middle = (kind === "upstream" ? width - 8 : width) / 2;
  const noteText =
    note === "" ? escaped("") : markup`<text class="note" x="${middle}" y="${height - 9}">${note}</text>`;
  return markup`<g class="node ${kind}" transform="translate(${x} ${y})"><title>${kindNames[kind]}: ${label}</title>${outlineOf(kind, width, height)}<text x="${middle}" y="17">${text}</text>${noteText}</g>
`;
}

const kindNames: Readonly<Record<PlacedNode["kind"], string>> = {
  operation: "operation",
  flow: "flow",
  subflow: "sub-flow",
  template: "template",
  upstream: "upstream system",
  folder: "folder",
};
