import { getMimeType } from "hono/utils/mime";
import { isJson, isXml } from "../../../runtime/http/media-type.js";
import { expressionsIn } from "../../syntax/attribute-template.js";
import type { Input, Output, Source } from "../../syntax/location.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { ActionChecker, ActionFacts, ActionParser, VariableSetting } from "../action.js";
import { checkXml } from "../functions/fit-document.js";
import { checkJson } from "../functions/json-doc.js";

/** From one location to another. */
export interface Transfer {
  readonly source: Source;
  readonly out: Output;
}

/** An action of which `in` and `out` say everything. */
export function parseTransfer(element: XmlElement, parser: ActionParser): Transfer | undefined {
  parser.noText(element);
  const source = parser.source(element);
  const out = parser.output(element);
  return source === undefined || out === undefined ? undefined : { source, out };
}

/** What analysis needs to know of the locations that an action reads and writes, and of the value that it writes. */
export const locationFacts = (
  input: Input,
  output?: Output,
  value?: VariableSetting["value"],
): ActionFacts => ({
  expressions: inputExpressions(input),
  ...(input.kind === "body" ? { readsBody: true } : {}),
  ...(input.kind === "content" ? { readsContent: input } : {}),
  ...(output === undefined ? {} : outputFacts(output, value)),
});

function outputFacts(output: Output, value: VariableSetting["value"]): ActionFacts {
  if (output.kind === "variable")
    return { sets: { name: output.variable.name, ...(value === undefined ? {} : { value }) } };
  return output.kind === "content" && output.id ? { writesContent: output.id } : {};
}

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

/** Proves that a file, of which an action takes the document, is one. */
export function checkInput(input: Input, { files, reporter }: ActionChecker): void {
  if (input.kind !== "file") return;
  const mediaType = getMimeType(input.path);
  const file = files.get(input.path);
  if (isJson(mediaType)) checkJson(input, { files, reporter });
  else if (isXml(mediaType) && file !== undefined) checkXml(file, reporter);
}

/** Whether it is the main content. */
export const isMain = (location: Input | Output): boolean => location.kind === "content" && !location.id;
