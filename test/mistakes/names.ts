import type { Mistake } from "./support.js";

/** Names of what is elsewhere: variables, parameters, members, files. */
export const names: readonly Mistake[] = [
  {
    name: "a misspelt variable",
    flow: `<eval out="$customer">1</eval><template>{ "a": {{ «$custmer|$customer» }} }</template>`,
    code: "FLOW4027",
  },
];
