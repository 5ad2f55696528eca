import { nearest } from "../../../runtime/base/nearest.js";
import type { SheetElement } from "./element.js";
import { attributesOf } from "./grammar.js";

/** Proves that an element of XSLT has the attributes that it must have, and no others. */
export function checkAttributes(
  element: SheetElement,
  refuse: (span: SheetElement["span"], reason: string) => void,
): void {
  const names = attributesOf(element.local);
  if (names === undefined) return;
  const written = element.element.name;
  for (const name of names.required) {
    if (element.attribute(name) === undefined)
      refuse(element.span, `<${written}> needs the attribute ${name}.`);
  }
  const base = element.attribute("xml:base");
  if (base !== undefined) refuse(base.nameSpan, "the attribute xml:base is not supported.");
  if (element.isForwards) return;
  for (const { name, nameSpan } of element.element.attributes.values()) {
    if (name === "xmlns" || name.includes(":") || names.all.includes(name)) continue;
    const near = nearest(name, names.all);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    refuse(nameSpan, `<${written}> has no attribute ${name}.${hint}`);
  }
}
