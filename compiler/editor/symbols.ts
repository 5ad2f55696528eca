import type { LooseDocument, LooseElement, Range } from "./reading/loose-xml.js";
import { attributeNamed, valueIn } from "./reading/place.js";

/** An element of a flow, for an outline. */
export interface FlowSymbol {
  readonly name: string;
  readonly detail: string;
  readonly isCondition: boolean;
  readonly range: Range;
  readonly nameRange: Range;
  readonly children: readonly FlowSymbol[];
}

/** Attributes that tell elements of one name apart, the most telling first. */
const telling = ["out", "content", "src", "test", "request", "name", "code", "status", "if"];

const maxDetail = 60;

/** The statements of a flow, also where it has errors. */
export function symbolsOf({ roots, ...document }: LooseDocument): readonly FlowSymbol[] {
  const whole = { ...document, roots };
  // The root element says nothing that the file's name does not.
  const statements = roots.flatMap(({ name, children }) => (name === "flow" ? children : []));
  return (statements.length > 0 ? statements : roots).map((element) => symbolOf(whole, element));
}

function symbolOf(document: LooseDocument, element: LooseElement): FlowSymbol {
  const { name, start, end, children } = element;
  const attribute = telling
    .map((one) => attributeNamed(element, one))
    .find((one) => one?.value !== undefined);
  const text = attribute === undefined ? "" : valueIn(document, attribute).trim();
  return {
    name: name === "" ? "<" : name,
    detail: text.length > maxDetail ? `${text.slice(0, maxDetail)}…` : text,
    isCondition: ["if", "elseif", "else"].includes(name),
    range: { start, end: Math.max(end, start + 1 + name.length) },
    nameRange: { start: start + 1, end: start + 1 + name.length },
    children: children.map((child) => symbolOf(document, child)),
  };
}
