/** The kinds of things that can be drawn. */
export type DrawnKind = "operation" | "flow" | "subflow" | "handler" | "template" | "upstream" | "folder";

/** Where a node is drawn, in pixels from the upper left corner, and what is written in it. */
export interface PlacedBox {
  /** The label as it fits. */
  readonly text: string;
  /** The text below the label; empty if there is none. */
  readonly note: string;
  /** Its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Point = readonly [x: number, y: number];

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  /** Where it is so first: `users/get.xml:3`; missing where folders stand for their files. */
  readonly place?: string;
  /** The start, and three points for each cubic Bézier curve: two for its direction, and its end. */
  readonly points: readonly Point[];
}

/** Path data of SVG. */
interface Outline {
  readonly box: string;
  /** Lines in the box, which are not filled; empty if there are none. */
  readonly lines: string;
}

/** The shape of a node. The kinds differ in shape, so that nobody has to tell colours apart. */
export function outlineOf(kind: DrawnKind, width: number, height: number): Outline {
  const [right, bottom] = [width - fold, height / 2];
  switch (kind) {
    case "operation":
      return { box: rectangle(width, height, height / 2), lines: "" };
    case "flow":
      return { box: rectangle(width, height, 3), lines: "" };
    case "subflow":
      return { box: rectangle(width, height, 3), lines: `M5 0V${height}M${width - 5} 0V${height}` };
    case "handler":
      return {
        box: `M8 0H${width - 8}L${width} ${bottom}L${width - 8} ${height}H8L0 ${bottom}z`,
        lines: "",
      };
    case "template":
      return {
        box: `M0 0H${right}L${width} ${fold}V${height}H0z`,
        lines: `M${right} 0V${fold}H${width}`,
      };
    case "upstream":
      return {
        box: `M8 0H${width - 8}a8 ${bottom} 0 0 1 0 ${height}H8a8 ${bottom} 0 0 1 0 ${-height}z`,
        lines: `M${width - 8} 0a8 ${bottom} 0 0 0 0 ${height}`,
      };
    case "folder":
      return { box: `M0 -5H28L33 0H${width}V${height}H0z`, lines: "" };
    default:
      return kind satisfies never;
  }
}

/** The corner of a sheet of paper. */
const fold = 10;

function rectangle(width: number, height: number, corner: number): string {
  const arc = (x: number, y: number) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  const [across, down] = [width - 2 * corner, height - 2 * corner];
  return `M${corner} 0h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`;
}

/** Where the middle of a label is. The end of a cylinder takes room. */
export const middleOf = (kind: DrawnKind, width: number): number =>
  (kind === "upstream" ? width - 8 : width) / 2;

/** The kinds, as people call them. */
export const kindNames: Readonly<Record<DrawnKind, string>> = {
  operation: "operation",
  flow: "flow",
  subflow: "sub-flow",
  handler: "handler",
  template: "template",
  upstream: "upstream system",
  folder: "folder",
};

/** Path data of an edge: Bézier curves through its points. */
export function curveThrough(points: readonly Point[]): string {
  const [start, ...others] = points;
  if (start === undefined) return "";
  return `M${start.join(" ")}C${others.map((point) => point.join(" ")).join(" ")}`;
}
