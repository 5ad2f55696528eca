import type { Mistake } from "./support.js";

/** Misspelt names, and names of other languages, for which the build has to say what is meant. */
export const suggestions: readonly Mistake[] = [
  {
    name: "swapped letters in an action",
    flow: `<«evla|eval» out="$a">1</«evla|eval»><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW4002",
  },
];
