import { visible } from "../../../compiler/diagnostics/render.js";

/** Longer labels lose their middle. */
const mostColumns = 52;

/** A label as it is drawn. */
export function shortened(label: string): string {
  const text = visible(label);
  const characters = [...text];
  if (columnsOf(text) <= mostColumns) return text;
  const half = Math.floor((mostColumns - 1) / 2);
  return `${taken(characters, half).join("")}…${taken(characters.reverse(), half).reverse().join("")}`;
}

/** How many columns of a fixed-width font a text takes. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** Characters of East Asian scripts and pictures are as wide as two letters; others only seem to be. */
function widthOf(character: string): number {
  if (/^\p{Mark}$/u.test(character)) return 0;
  return /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]$/u.test(
    character,
  )
    ? 2
    : 1;
}

function taken(characters: readonly string[], columns: number): string[] {
  let left = columns;
  const end = characters.findIndex((character) => {
    left -= widthOf(character);
    return left < 0;
  });
  return characters.slice(0, end < 0 ? undefined : end);
}
