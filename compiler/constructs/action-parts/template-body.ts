import { $, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type {
  ActionChecker,
  ActionFacts,
  ActionGenerator,
  TemplateCode,
} from "../../language/action-definition.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { mainContent } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";

/** The facts of an action that reads what its template reads, and writes nothing. */
export const templateFacts = (template: Template): ActionFacts => ({
  templates: [template],
  reads: mainContent,
});

/** The objects among the contents that the body of an element may have; anything else is reported. */
export function objectsAmong(
  contents: readonly JsonNode[],
  element: string,
  { reporter }: ActionChecker,
  expected = "a JSON object",
): readonly ObjectNode[] {
  return contents.flatMap((content) => {
    if (content.kind === "object") return [content];
    reporter.report(content.span, "bodyShape", { element, expected });
    return [];
  });
}

/** The JSON of an action's template, which is parsed at run time where it was written as text. */
export const bodyJson = (code: TemplateCode, use: ActionGenerator["use"]): Doc =>
  code.isText ? call(use("templateJson"), [$, code.value]) : code.value;
