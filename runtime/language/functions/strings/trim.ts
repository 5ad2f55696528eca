import { counted } from "../../../base/counted.js";

/**
 * `trim()`: removes spaces, line feeds, carriage returns, tabs and vertical tabs at both ends. Other white space stays.
 */
export const trim = counted({ units: 16 }, (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
});

function isSpace(code: number) {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0x0b;
}
