import { noXmlCharacter } from "../../base/xml-name.js";

/** The character of a reference such as `#60` or `#x3c`; `undefined` if it has none. */
export function characterReference(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (!(code <= 0x10ffff)) return undefined;
  const character = String.fromCodePoint(code);
  return noXmlCharacter.test(character) ? undefined : character;
}
