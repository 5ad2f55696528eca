import type { FoldedNode } from "./fold.js";
import { markup, type Svg } from "./svg-text.js";

/** The shape of a node. The kinds differ in shape, so that nobody has to tell colours apart. */
export function outlineOf(kind: FoldedNode["kind"], width: number, height: number): Svg {
  const box = (corner: number) =>
    markup`<rect class="box" width="${width}" height="${height}" rx="${corner}"/>`;
  switch (kind) {
    case "operation":
      return box(height / 2);
    case "flow":
      return box(3);
    case "subflow":
      return markup`${box(3)}<path class="line" d="M5 0V${height}M${width - 5} 0V${height}"/>`;
    case "template":
      return markup`<path class="box" d="M0 0H${width - 10}L${width} 10V${height}H0z"/><path class="line" d="M${width - 10} 0V10H${width}"/>`;
    case "upstream":
      return markup`<path class="box" d="M8 0H${width - 8}a8 ${height / 2} 0 0 1 0 ${height}H8a8 ${height / 2} 0 0 1 0 ${-height}z"/><path class="line" d="M${width - 8} 0a8 ${height / 2} 0 0 0 0 ${height}"/>`;
    case "folder":
      return markup`<path class="box" d="M0 -5H28L33 0H${width}V${height}H0z"/>`;
    default:
      return kind satisfies never;
  }
}
