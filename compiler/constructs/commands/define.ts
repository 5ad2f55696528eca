import type { ValueDefinition } from "../../language/command-definition.js";

/** `{{$name := x }}` */
export const defineCommand: ValueDefinition = {
  name: "define",
  begins: /^\$([A-Za-z_][A-Za-z0-9_-]*)\s*:=/,
  sign: ":=",
  page: "variable",
  use: "definition",
  text: (part, generator) => generator.set(part),
};
