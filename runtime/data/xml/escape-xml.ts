/** An attribute, escaped so that a parser reads the value back unchanged. */
export function attribute(name: string, value: string): string {
  return `${name}="${escaped(value).replace(/["\t\n]/g, reference)}"`;
}

/** Character data, escaped so that a parser reads it back unchanged. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => entities.get(character) ?? character)
    .replace(/\r/g, reference);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

function reference(character: string) {
  return `&#${character.charCodeAt(0)};`;
}
