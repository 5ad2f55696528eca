/** Advice for commands of other template languages; `undefined` where nothing is known to be meant. */
export function commandAdvice(text: string): string | undefined {
  const [, mark = "", word = ""] = /^([#/^]?)([a-z]+)/i.exec(text) ?? [];
  const name = word.toLowerCase();
  if (mark === "/" || /^end./.test(name)) return "Write {{end}}.";
  if (mark === "^" || name === "unless") return "Write {{if not(…)}} … {{end}}.";
  if (mark === "#" && (name === "if" || name === "with")) return `Write {{${name} …}} … {{end}}.`;
  return mark === "#" && !commands.has(name) ? "Write {{loop …}} … {{end}}." : commands.get(name);
}

const commands: ReadonlyMap<string, string> = new Map([
  ...["for", "foreach", "each", "range", "repeat", "while"].map(
    (name) => [name, "Write {{loop …}} … {{end}}."] as const,
  ),
  ...["elif", "elsif", "elsewhen"].map((name) => [name, "Write {{elseif …}}."] as const),
  ...["set", "let", "var", "assign", "define"].map((name) => [name, "Write {{$name := …}}."] as const),
  ...["include", "import", "partial"].map(
    (name) =>
      [name, "A template has no parts: make them with <template out> and write {{ $name }}."] as const,
  ),
]);
