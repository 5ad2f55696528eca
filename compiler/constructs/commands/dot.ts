import type { SignDefinition } from "../../language/command-definition.js";

/** `{{.}}` */
export const dotCommand: SignDefinition = {
  name: "dot",
  sign: ".",
  page: "dot",
  writes: "item",
  text: (_, generator) => generator.write("value", generator.item()),
};
