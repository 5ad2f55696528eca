/** `toupper()`, by Unicode's rules that hold for no language in particular. */
export function toupper(text: string): string {
  return text.toUpperCase();
}
