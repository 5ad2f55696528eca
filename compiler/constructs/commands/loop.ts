import { code } from "../../code/code.js";
import type { BlockDefinition, BlockHelper } from "../../language/command-definition.js";

/** One value for each round, any number of items, any number of members. */
const helpers = {
  value: { helper: "loop", awaiting: "loopAsync" },
  items: { helper: "loopItems", awaiting: "loopItemsAsync" },
  members: { helper: "loopPairs", awaiting: "loopPairsAsync" },
} as const satisfies Record<string, BlockHelper>;

/** `{{loop x}} … {{end}}` */
export const loopCommand: BlockDefinition = {
  name: "loop",
  takes: [],
  page: "loop",
  use: "items",
  hasContext: true,
  repeats: true,
  outcomes: { taken: "runs once", passed: "runs no times", again: "runs twice" },
  json: (block, generator) => generator.call(helpers[generator.form], block),
  text: (block, generator) => code`${generator.call(helpers.value, block)};`,
};
