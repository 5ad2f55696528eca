import type { ValueDefinition } from "../../language/command-definition.js";

/** `{{: x }}`: the pair producer. */
export const pairsCommand: ValueDefinition = {
  name: "pairs",
  begins: /^:/,
  sign: ":",
  page: "pair-producer",
  use: "members",
  text: ({ value }, generator) => generator.write("pairs", generator.members(value)),
};
