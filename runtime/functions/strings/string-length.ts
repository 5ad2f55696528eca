/** XPath 1.0 §4.2 string-length(), in code points. */
export function stringLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
