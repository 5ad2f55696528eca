import { counted } from "../../../base/counted.js";
import { round } from "../numbers/round.js";

/**
 * XPath 1.0 §4.2 substring(): the code points at positions from round(start) on, and before round(start) +
 * round(length). Positions count from 1. With NaN there are none.
 */
export const substring = counted({ units: 8 }, (text: string, start: number, length?: number): string => {
  const from = round(start);
  const to = length === undefined ? Number.POSITIVE_INFINITY : from + round(length);
  let position = 0;
  let begin = text.length;
  let offset = 0;
  for (const character of text) {
    position++;
    if (position >= to) break;
    if (position >= from && begin === text.length) begin = offset;
    offset += character.length;
  }
  return Number.isNaN(from) || Number.isNaN(to) ? "" : text.slice(begin, offset);
});
