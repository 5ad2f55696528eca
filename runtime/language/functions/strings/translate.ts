import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 translate(): each character of `from` becomes the one at its place in `to`, or vanishes. */
export const translate = counted({ units: 2 }, (text: string, from: string, to: string): string => {
  const targets = [...to];
  const replacements = new Map<string, string>();
  for (const [index, character] of [...from].entries()) {
    if (!replacements.has(character)) replacements.set(character, targets[index] ?? "");
  }
  let translated = "";
  for (const character of text) translated += replacements.get(character) ?? character;
  return translated;
});
