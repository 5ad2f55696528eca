/** How many characters a text has: code points, not UTF-16 units. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++)
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count--;
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
