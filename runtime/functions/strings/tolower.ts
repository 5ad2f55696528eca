/** `tolower()`, by Unicode's rules that hold for no language in particular. */
export function tolower(text: string): string {
  return text.toLowerCase();
}
