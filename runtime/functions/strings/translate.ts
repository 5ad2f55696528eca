import { spend } from "../../limits/work.js";

const charactersPerStep = 2;

/** XPath 1.0 §4.2 translate(): each character of `from` becomes the one at its place in `to`, or vanishes. */
export function translate(text: string, from: string, to: string): string {
  spend((text.length + from.length + to.length) / charactersPerStep);
  const targets = [...to];
  const replacements = new Map<string, string>();
  for (const [index, character] of [...from].entries()) {
    if (!replacements.has(character)) replacements.set(character, targets[index] ?? "");
  }
  let translated = "";
  for (const character of text) translated += replacements.get(character) ?? character;
  return translated;
}
