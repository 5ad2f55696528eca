import { visible } from "../../../compiler/diagnostics/render.js";
import { escapedMarkup } from "../../shared/visible-lines.js";

/** Text of an SVG document. What comes from elsewhere is escaped in it. */
export interface Svg {
  readonly kind: "svg";
  readonly text: string;
}

/** Joins markup with holes. All but other markup is text, and is escaped. */
export function markup(
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
