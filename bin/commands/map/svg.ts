import type { PlacedGraph, PlacedNode } from "./layout.js";
import { curveThrough, kindNames, middleOf, outlineOf, type PlacedEdge } from "./outline.js";
import { styleSheet } from "./style.js";
import { summary } from "./summary.js";
import { markup, type Svg } from "./svg-text.js";

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
  markup`<path class="edge" marker-end="url(#flowc-map-arrow)" d="${curveThrough(points)}"/>
`;

function node({ kind, label, text, note, x, y, width, height }: PlacedNode): Svg {
  const middle = middleOf(kind, width);
  const { box, lines } = outlineOf(kind, width, height);
  const line = lines === "" ? "" : markup`<path class="line" d="${lines}"/>`;
  const noteText =
    note === "" ? "" : markup`<text class="note" x="${middle}" y="${height - 9}">${note}</text>`;
  return markup`<g class="node ${kind}" transform="translate(${x} ${y})"><title>${kindNames[kind]}: ${label}</title><path class="box" d="${box}"/>${line}<text x="${middle}" y="17">${text}</text>${noteText}</g>
`;
}
