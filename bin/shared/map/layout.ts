import { visible } from "../../../compiler/diagnostics/render.js";
import { optionalPackage } from "../../../compiler/output/optional-package.js";
import type { FoldedGraph, FoldedNode } from "./fold.js";
import type { PlacedBox, PlacedEdge, Point } from "./outline.js";

/** A graph whose nodes and edges have their places, in pixels from the upper left corner. */
export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

export interface PlacedNode extends FoldedNode, PlacedBox {}

/** Of the font at 12 pixels, in which all characters are as wide. */
export const columnWidth = 7.25;
const padding = 14;
const height = 26;
const heightWithNote = 40;
const pixelsPerInch = 72;

/** Lays out a graph from left to right, with Graphviz. The same graph always gives the same places. */
export async function layOut({ nodes, edges }: Pick<FoldedGraph, "nodes" | "edges">): Promise<PlacedGraph> {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  const { Graphviz } = await optionalPackage(
    "The drawing of a map",
    "@hpcc-js/wasm-graphviz",
    () => import("@hpcc-js/wasm-graphviz"),
  );
  const graphviz = await Graphviz.load();
  const sized = nodes.map(sizedNode);
  const answer: GraphvizAnswer = JSON.parse(graphviz.layout(dotOf(sized, edges), "json", "dot"));
  const [, , width = 0, bottom = 0] = numbers(answer.bb);
  const point = (text: string): Point => {
    const [x = 0, y = 0] = numbers(text);
    return [rounded(x), rounded(bottom - y)];
  };
  const places = new Map(answer.objects.flatMap(({ name, pos }) => (pos ? [[name, point(pos)]] : [])));
  return {
    width: rounded(width),
    height: rounded(bottom),
    nodes: sized.map((node, index) => {
      const [x, y] = places.get(`n${index}`) ?? [0, 0];
      return { ...node, x: rounded(x - node.width / 2), y: rounded(y - node.height / 2) };
    }),
    edges: (answer.edges ?? []).flatMap(({ id, pos = "" }) => {
      const edge = edges[Number(id)];
      return edge === undefined ? [] : [{ ...edge, points: curve(pos).map(point) }];
    }),
  };
}

/** The parts of Graphviz' JSON that are read here. */
interface GraphvizAnswer {
  readonly bb: string;
  readonly objects: readonly { readonly name: string; readonly pos?: string }[];
  readonly edges?: readonly { readonly id: string; readonly pos?: string }[];
}

type SizedNode = Omit<PlacedNode, "x" | "y">;

function sizedNode(node: FoldedNode): SizedNode {
  const text = shortened(node.label);
  const note = noteOf(node);
  const columns = Math.max(columnsOf(text), Math.ceil(columnsOf(note) * noteSize));
  return {
    ...node,
    text,
    note,
    width: Math.ceil(columns * columnWidth) + 2 * padding,
    height: note === "" ? height : heightWithNote,
  };
}

/** The size of notes, compared to that of labels. */
export const noteSize = 10 / 12;

const roleNotes = {
  init: "before every flow",
  error: "after errors",
  outside: "for other paths",
  config: "before validation",
  description: "description of the API",
  page: "page about the API",
} as const;

function noteOf({ role, count }: FoldedNode): string {
  if (role !== undefined) return roleNotes[role];
  return count === undefined ? "" : `${count} inside`;
}

/** The graph for Graphviz. Names and labels of the app are not in it, only numbers. */
function dotOf(nodes: readonly SizedNode[], edges: FoldedGraph["edges"]): string {
  const numberOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const inColumn = (column: Column) =>
    nodes.flatMap((node, index) => (columnOf(node) === column ? [`n${index};`] : [])).join("");
  const starts = new Set(nodes.filter((node) => columnOf(node) === "first").map(({ id }) => id));
  const inches = (pixels: number) => (pixels / pixelsPerInch).toFixed(4);
  return [
    "digraph {",
    'graph [rankdir=LR, nodesep=0.14, ranksep="0.8", mclimit=0.6, nslimit=4, nslimit1=4];',
    'node [shape=box, fixedsize=true, label=""];',
    "edge [arrowhead=none, tailport=e, headport=w];",
    ...nodes.map((node, index) => `n${index} [width=${inches(node.width)}, height=${inches(node.height)}];`),
    `{ rank=source; ${inColumn("first")} }`,
    `{ rank=sink; ${inColumn("last")} }`,
    ...edges.map(({ from, to }, index) => {
      // Flows are drawn beside their operations, however far what they use is away.
      const weight = starts.has(from) ? 8 : 1;
      return `n${numberOf.get(from) ?? 0} -> n${numberOf.get(to) ?? 0} [id=${index}, weight=${weight}];`;
    }),
    "}",
  ].join("\n");
}

type Column = "first" | "between" | "last";

function columnOf({ id, kind }: FoldedNode): Column {
  if (kind === "operation" || id.startsWith("paths:")) return "first";
  return kind === "upstream" || id.startsWith("upstream:") ? "last" : "between";
}

/** Points of a spline. One may say where it ends (`e,`) or begins (`s,`) beside its points. */
const curve = (pos: string): readonly string[] =>
  pos.split(" ").filter((part) => part !== "" && !/^[es],/.test(part));

const numbers = (text: string): readonly number[] => text.split(",").map(Number);

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Longer labels lose their middle. */
const mostColumns = 52;

/** A label as it is drawn. */
function shortened(label: string): string {
  const text = visible(label);
  const characters = [...text];
  if (columnsOf(text) <= mostColumns) return text;
  const half = Math.floor((mostColumns - 1) / 2);
  return `${taken(characters, half).join("")}…${taken(characters.reverse(), half).reverse().join("")}`;
}

/** How many columns of a fixed-width font a text takes. */
const columnsOf = (text: string): number => [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** Characters of East Asian scripts and pictures are as wide as two letters; others only seem to be. */
function widthOf(character: string): number {
  if (/^\p{Mark}$/u.test(character)) return 0;
  return /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]$/u.test(
    character,
  )
    ? 2
    : 1;
}

function taken(characters: readonly string[], columns: number): string[] {
  let left = columns;
  const end = characters.findIndex((character) => {
    left -= widthOf(character);
    return left < 0;
  });
  return characters.slice(0, end < 0 ? undefined : end);
}
