import { counted } from "../../../base/counted.js";

/** `toupper()`, by Unicode's rules that hold for no language in particular. */
export const toupper = counted({ units: 32 }, (text: string): string => {
  return text.toUpperCase();
});
