import type { SignDefinition } from "../../language/command-definition.js";

/** `{{,}}` */
export const commaCommand: SignDefinition = {
  name: "comma",
  sign: ",",
  page: "comma",
  writes: "separator",
  text: (_, generator) => generator.write("comma"),
};
