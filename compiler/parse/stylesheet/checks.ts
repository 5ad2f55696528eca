import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { XmlAttribute } from "../../syntax/xml.js";
import { SheetElement } from "./element.js";
import { attributesOf, emptyNames } from "./grammar.js";
import { split, wordsOf } from "./names.js";

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

/** Finds elements inside of those that are always empty, and texts inside of instructions that are. */
export function checkEmpty(element: SheetElement, reporter: Reporter): void {
  if (!emptyNames.has(element.local) || element.isForwards) return;
  for (const child of element.children()) {
    const span = child instanceof SheetElement ? child.span : child.span(0, child.text.length);
    if (reporter.hasAt(span, "stylesheet")) continue;
    reporter.report(span, "sheetContent", { element: element.element.name });
    return;
  }
}

const local = String.raw`[\p{L}_][\p{L}\p{M}\p{N}._\-·]*`;

/** What the words of an attribute are. */
const wordKinds = {
  prefixes: { pattern: new RegExp(`^(?:#default|${local})$`, "u"), what: "prefixes" },
  names: { pattern: new RegExp(`^${local}(?::${local})?$`, "u"), what: "names" },
  tests: { pattern: new RegExp(`^(?:\\*|${local}(?::(?:\\*|${local}))?)$`, "u"), what: "names, or *," },
};

/** Finds words that are no names, and prefixes that are not declared, where elements or namespaces are listed. */
export function checkWords(
  { scope, isForwards }: SheetElement,
  attribute: XmlAttribute | undefined,
  kind: keyof typeof wordKinds,
  reporter: Reporter,
): void {
  if (attribute === undefined || isForwards) return;
  const { name, value } = attribute;
  const { pattern, what } = wordKinds[kind];
  for (const { 0: word, index } of value.text.matchAll(/[^ \t\r\n]+/g)) {
    const span = value.span(index, index + word.length);
    const prefix = kind === "prefixes" ? word : split(word)[0];
    if (!pattern.test(word))
      reporter.report(span, "sheetValue", { name, text: word, what: `${what} with spaces between them` });
    else if (prefix !== "" && prefix !== "#default" && !scope.has(prefix))
      reporter.report(span, "sheetValue", { name, text: prefix, what: "prefixes that are declared" });
  }
}

/** Finds parts of a decimal format that are no characters, or the same as another one (XSLT 1.0 §12.3). */
export function checkSigns(element: SheetElement, reporter: Reporter): void {
  const roles = new Map<string, string>();
  for (const { name, value } of element.element.attributes.values()) {
    if (!signs.has(name)) continue;
    const { text } = value;
    const other = roles.get(text);
    const isOne = [...text].length === 1;
    if (!isOne || other !== undefined)
      reporter.report(value.span(0, text.length), "sheetValue", {
        ...{ name, text, what: isOne ? `another character than ${other}` : "one character" },
      });
    if (name !== "minus-sign") roles.set(text, name);
  }
}

const signs: ReadonlySet<string> = new Set(
  wordsOf(
    "decimal-separator grouping-separator minus-sign percent per-mille zero-digit digit pattern-separator",
  ),
);

/** Finds prefixes that are not declared among those that an element keeps out of the result, or that extend XSLT. */
export function checkPrefixes(element: SheetElement, reporter: Reporter): void {
  for (const name of ["exclude-result-prefixes", "extension-element-prefixes"])
    checkWords(element, element.directive(name), "prefixes", reporter);
}
