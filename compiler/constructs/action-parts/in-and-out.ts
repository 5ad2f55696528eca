import { getMimeType } from "hono/utils/mime";
import { isJson, isXml } from "../../../runtime/http/media-type.js";
import type { ActionChecker, ActionParser, Writing } from "../../language/action-definition.js";
import { expressionsIn } from "../../syntax/attribute-template.js";
import type { Input, Output, Source } from "../../syntax/location.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkJson, checkXml } from "../function-parts/documents.js";

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

/** The reads and writes of an action that takes something from one place to another. */
export const transferFacts = (reads: Input, to: Output | undefined, value?: Writing["value"]) => ({
  expressions: inputExpressions(reads),
  reads,
  writes: to && { to, value },
});

function inputExpressions(input: Input): readonly Expression[] {
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
