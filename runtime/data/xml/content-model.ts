import { qualifiedName } from "./qualified-name.js";
import type { Scanner } from "./scanner.js";

/** Takes what an element type may contain (XML 1.0 §3.2.1, §3.2.2); false if it is malformed. */
export function takeContentModel(scanner: Scanner): boolean {
  if (!scanner.take("(")) return false;
  scanner.space();
  return scanner.take("#PCDATA") ? takeMixed(scanner) : takeChildren(scanner);
}

function takeMixed(scanner: Scanner): boolean {
  let hasNames = false;
  for (scanner.space(); scanner.take("|"); scanner.space()) {
    scanner.space();
    if (!takeName(scanner)) return false;
    hasNames = true;
  }
  return scanner.take(")") && (scanner.take("*") || !hasNames);
}

/** Groups may nest as deep as the text is long, so none is a call. */
function takeChildren(scanner: Scanner): boolean {
  const separators = [""];
  for (;;) {
    scanner.space();
    if (scanner.take("(")) {
      separators.push("");
      continue;
    }
    if (!takeName(scanner)) return false;
    for (scanner.match(occurrence), scanner.space(); scanner.take(")"); scanner.space()) {
      separators.pop();
      scanner.match(occurrence);
      if (separators.length === 0) return true;
    }
    const [separator = ""] = scanner.match(/[|,]/y) ?? [];
    const before = separators.pop();
    if (separator === "" || (before !== "" && before !== separator)) return false;
    separators.push(separator);
  }
}

const occurrence = /[?*+]/y;

function takeName(scanner: Scanner): boolean {
  return qualifiedName(scanner.name()) !== undefined;
}
