import { code } from "../../code/code.js";
import type { BlockDefinition } from "../../language/command-definition.js";

/** `{{with x}} … {{else}} … {{end}}` */
export const withCommand: BlockDefinition = {
  name: "with",
  takes: ["else"],
  page: "with",
  use: "context",
  hasContext: true,
  repeats: false,
  outcomes: { taken: "finds something", passed: "finds nothing" },
  json: (block, generator) => generator.call({ helper: "within" }, block),
  text: (block, generator) => code`${generator.call({ helper: "within" }, block)};`,
};
