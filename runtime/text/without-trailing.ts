/** The text without the characters at its end that are this one; an expression such as `/=+$/` tries each run of them. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
