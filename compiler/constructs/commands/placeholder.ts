import type { ValueDefinition } from "../../language/command-definition.js";

/** `{{ x }}` */
export const placeholderCommand: ValueDefinition = {
  name: "placeholder",
  begins: /^(?=\s)/,
  sign: "",
  page: "placeholder",
  use: "value",
  text: ({ value }, generator) => generator.write("value", generator.json(value)),
};
