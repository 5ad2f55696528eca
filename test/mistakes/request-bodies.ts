import type { Mistake } from "./support.js";

/** The JSON that actions take: lost bodies, wrong types, names that nothing reads. */
export const requestBodies: readonly Mistake[] = [
  {
    name: "a misspelt option of a request",
    flow: `<request>{ "url": "https://example.com/", "options": { "«timeuot|timeout»": 5 } }</request>`,
    code: "FLOW4017",
  },
];
