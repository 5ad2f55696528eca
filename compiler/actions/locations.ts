import { expressionsIn } from "../syntax/attribute-template.js";
import type { Input, Output } from "../syntax/location.js";
import type { ActionFacts } from "./definition.js";

/** What analysis needs to know of the locations that an action reads and writes. */
export const locationFacts = (input: Input, output?: Output): ActionFacts => ({
  expressions: inputExpressions(input),
  ...(input.kind === "body" ? { readsBody: true } : {}),
  ...(output?.kind === "variable" ? { sets: { name: output.variable.name, type: "any" } } : {}),
});

function inputExpressions(input: Input) {
  switch (input.kind) {
    case "expression":
      return [input.expression];
    case "computed-file":
      return expressionsIn(input.location);
    case "computed-content":
      return expressionsIn(input.id);
    default:
      return [];
  }
}

/** Whether it is the main content. */
export const isMain = (location: Input | Output): boolean => location.kind === "content" && !location.id;
