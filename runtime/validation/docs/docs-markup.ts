/** HTML. Only this module makes any of texts: nothing that a description says becomes markup. */
export class Markup {
  constructor(readonly html: string) {}
}

type Part = string | number | Markup | readonly Markup[];

/** HTML with parts in holes: texts are escaped, also for values in double quotes. */
export function markup(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    pieces.map((piece, index) => (index === 0 ? "" : htmlOf(parts[index - 1])) + piece).join(""),
  );
}

function htmlOf(part: Part | undefined): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.html;
  if (typeof part === "object") return part.map(({ html }) => html).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
