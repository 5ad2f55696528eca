import { visible } from "../../../compiler/diagnostics/index.js";
import { columnWidth, noteSize, type PlacedGraph, type PlacedNode } from "../../shared/map/layout.js";
import { curveThrough, kindNames, middleOf, outlineOf, type PlacedEdge } from "../../shared/map/outline.js";
import { escapedMarkup } from "../../shared/visible-lines.js";

/** Text of an SVG document. What comes from elsewhere is escaped in it. */
interface Svg {
  readonly kind: "svg";
  readonly text: string;
}

/** Joins markup with holes. All but other markup is text, and is escaped. */
function markup(
  strings: TemplateStringsArray,
  ...holes: readonly (string | number | Svg | readonly Svg[])[]
): Svg {
  const filled = holes.map((hole, index) => textOf(hole) + (strings[index + 1] ?? ""));
  return { kind: "svg", text: (strings[0] ?? "") + filled.join("") };
}

function textOf(hole: string | number | Svg | readonly Svg[]): string {
  if (typeof hole === "number") return String(hole);
  if (typeof hole === "string") return escapedMarkup(visible(hole));
  return "kind" in hole ? hole.text : hole.map(({ text }) => text).join("");
}

/** Everything is below a class, since the style of an SVG in a page would count for the whole page. */
const styleSheet: Svg = markup`
.flowc-map{--ground:#fff;--text:#1b1f24;--quiet:#57606a;--edge:#8c959f;--operation:#ddf4ff;--operation-line:#0969da;--flow:#f6f8fa;--flow-line:#57606a;--handler:#fff1e5;--handler-line:#bc4c00;--template:#fff8c5;--template-line:#9a6700;--upstream:#dafbe1;--upstream-line:#1a7f37;--folder:#fbefff;--folder-line:#8250df;font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,&#34;DejaVu Sans Mono&#34;,monospace}
@media (prefers-color-scheme:dark){.flowc-map{--ground:#0d1117;--text:#e6edf3;--quiet:#9198a1;--edge:#6e7681;--operation:#0c2d6b;--operation-line:#58a6ff;--flow:#161b22;--flow-line:#8b949e;--handler:#3d1300;--handler-line:#f0883e;--template:#3b2300;--template-line:#d29922;--upstream:#04260f;--upstream-line:#3fb950;--folder:#271052;--folder-line:#bc8cff}}
.flowc-map .ground{fill:var(--ground)}
.flowc-map text{fill:var(--text);text-anchor:middle}
.flowc-map .note{fill:var(--quiet);font-size:${Math.round(noteSize * 12)}px}
.flowc-map .edge{fill:none;stroke:var(--edge)}
.flowc-map .tip{fill:var(--edge)}
.flowc-map .box,.flowc-map .line{fill:none;stroke-width:1.2}
.flowc-map .operation .box{fill:var(--operation);stroke:var(--operation-line)}
.flowc-map .flow .box,.flowc-map .subflow .box{fill:var(--flow);stroke:var(--flow-line)}
.flowc-map .subflow .line{stroke:var(--flow-line)}
.flowc-map .handler .box{fill:var(--handler);stroke:var(--handler-line)}
.flowc-map .template .box{fill:var(--template);stroke:var(--template-line)}
.flowc-map .template .line{stroke:var(--template-line)}
.flowc-map .upstream .box{fill:var(--upstream);stroke:var(--upstream-line)}
.flowc-map .upstream .line{stroke:var(--upstream-line)}
.flowc-map .folder .box{fill:var(--folder);stroke:var(--folder-line)}
`;

/** Around the drawing. */
const margin = 16;

/** The line below the drawing. */
const lineHeight = 24;

/**
 * A graph as an SVG document that stands by itself.
 * @param share is written below it
 */
export function svgOf(graph: PlacedGraph, title: string, share = ""): string {
  const shareWidth = share.length * columnWidth * noteSize;
  const width = Math.ceil(Math.max(graph.width, shareWidth, 240 - 2 * margin)) + 2 * margin;
  const height = graph.height + 2 * margin + (share === "" ? 0 : lineHeight);
  const shareText =
    share === ""
      ? ""
      : markup`<text class="note" x="${width / 2 - margin}" y="${graph.height + lineHeight}">${share}</text>
`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="flowc-map" role="img" aria-labelledby="flowc-map-title flowc-map-desc" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}">
<title id="flowc-map-title">${title}</title>
<desc id="flowc-map-desc">${summary(graph, share)}</desc>
<style>${styleSheet}</style>
<defs><marker id="flowc-map-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
<rect class="ground" x="${-margin}" y="${-margin}" width="${width}" height="${height}"/>
${graph.edges.map(edge)}${graph.nodes.map(node)}${shareText}</svg>
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

/** Tells in a sentence what a drawing shows. */
function summary({ nodes, edges }: PlacedGraph, share: string): string {
  const counts = names.flatMap(([kind, one, more]) => {
    const count = nodes.filter((node) => node.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
  });
  const uses = `${edges.length} ${edges.length === 1 ? "arrow leads" : "arrows lead"} from what uses something to what it uses.`;
  const parts = [counts.join(", ") || "nothing", share, uses];
  return parts.filter((one) => one !== "").join("; ");
}

const names = [
  ["operation", "operation", "operations"],
  ["flow", "flow", "flows"],
  ["subflow", "sub-flow", "sub-flows"],
  ["handler", "handler", "handlers"],
  ["template", "template", "templates"],
  ["upstream", "upstream system", "upstream systems"],
  ["folder", "closed folder", "closed folders"],
] as const;
