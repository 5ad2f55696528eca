/** `toupper()`: by Unicode, for no language in particular. */
export function toupper(text: string): string {
  return text.toUpperCase();
}
