import { counted } from "../../../base/counted.js";

/** `ends-with()`. */
export const endsWith = counted({ units: 256 }, (text: string, end: string): boolean => {
  return text.endsWith(end);
});
