import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 string-length(), in code points. */
export const stringLength = counted({ units: 32 }, (text: string): number => {
  let length = text.length;
  for (let index = 1; index < text.length; index++)
    if (isTrail(text.charCodeAt(index)) && isLead(text.charCodeAt(index - 1))) length--;
  return length;
});

/** The halves of a character beyond the first 65,536. */
function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
