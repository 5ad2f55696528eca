import { isXmlName } from "../../base/xml-name.js";
import type { Scanner } from "./scanner.js";

/** Takes the type of a declared attribute (XML 1.0 §3.3.1); `undefined` if it is malformed. */
export function takeAttributeType(scanner: Scanner): string | undefined {
  const start = scanner.at;
  if (scanner.match(/NOTATION[ \t\n]+/y) !== undefined) {
    if (!takeChoice(scanner, isXmlName)) return undefined;
  } else if (scanner.match(/CDATA|IDREFS?|ID|ENTITY|ENTITIES|NMTOKENS?/y) === undefined) {
    if (!takeChoice(scanner, isToken)) return undefined;
  }
  return scanner.text.slice(start, scanner.at);
}

function takeChoice(scanner: Scanner, isAllowed: (text: string) => boolean): boolean {
  if (!scanner.take("(")) return false;
  do {
    scanner.space();
    if (!isAllowed(scanner.name())) return false;
    scanner.space();
  } while (scanner.take("|"));
  return scanner.take(")");
}

/** XML 1.0 §2.3, Nmtoken */
function isToken(text: string): boolean {
  return text !== "" && isXmlName(`_${text.replaceAll(":", "_")}`);
}
