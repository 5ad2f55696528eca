import { type Refusal, refusals, type SefNode } from "../../../runtime/xslt/saxon/sef.js";
import type { Span } from "../../source/source-text.js";
import type { XmlElement } from "../../syntax/xml.js";
import { descendants, elementAt, type StylesheetError } from "./errors.js";
import { copyName, type StylesheetModule } from "./modules.js";

/** Finds what must not run in a compiled stylesheet, and where it is written. */
export function stylesheetRefusals(
  sef: SefNode,
  modules: readonly StylesheetModule[],
): readonly StylesheetError[] {
  return refusals(sef).map((refusal) => ({
    reason:
      refusal.kind === "function"
        ? `a stylesheet cannot call ${refusal.name}().`
        : `a stylesheet cannot use the instruction ${refusal.name}.`,
    span: placeOf(refusal, modules),
  }));
}

/** The place of the refused name; that of the element if the name is not written there literally. */
function placeOf({ name, line, module }: Refusal, modules: readonly StylesheetModule[]): Span | undefined {
  const candidates = modules.filter((one) => module === undefined || copyName(one) === module);
  for (const { root, source } of candidates) {
    let found: Span | undefined;
    for (const element of descendants(root)) {
      if (line !== undefined && source.place(element.nameSpan.start).line > Number(line)) continue;
      found = spanOfName(element, name) ?? found;
    }
    if (found !== undefined) return found;
  }
  const [first] = candidates;
  return first && elementAt(first, Number(line ?? 1), name);
}

function spanOfName({ name: own, nameSpan, attributes, text }: XmlElement, name: string): Span | undefined {
  if (own === name || own.endsWith(`:${name}`)) return nameSpan;
  for (const content of [...[...attributes.values()].map(({ value }) => value), text]) {
    const start = content.text.indexOf(name);
    if (start >= 0) return content.span(start, start + name.length);
  }
  return undefined;
}
