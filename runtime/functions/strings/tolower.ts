/** `tolower()`: by Unicode, for no language in particular. */
export function tolower(text: string): string {
  return text.toLowerCase();
}
