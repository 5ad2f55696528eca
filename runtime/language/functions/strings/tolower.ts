import { counted } from "../../../base/counted.js";

/** `tolower()`, by Unicode's rules that hold for no language in particular. */
export const tolower = counted({ units: 32 }, (text: string): string => {
  return text.toLowerCase();
});
