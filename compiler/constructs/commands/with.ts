import { code } from "../../code/code.js";
import type { BlockDefinition, BlockHelper } from "../../language/command-definition.js";

const helpers = {
  value: { helper: "within" },
  items: { helper: "withinItems" },
  members: { helper: "withinPairs" },
} as const satisfies Record<string, BlockHelper>;

/** `{{with x}} … {{else}} … {{end}}` */
export const withCommand: BlockDefinition = {
  name: "with",
  takes: ["else"],
  page: "with",
  use: "context",
  hasContext: true,
  repeats: false,
  outcomes: { taken: "finds something", passed: "finds nothing" },
  json: (block, generator) => generator.call(helpers[generator.form], block),
  text: (block, generator) => code`${generator.call(helpers.value, block)};`,
};
