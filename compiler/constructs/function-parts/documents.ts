import { nearest } from "../../../runtime/base/nearest.js";
import { TreeLimitError } from "../../../runtime/base/tree-limits.js";
import { parseXml as parseDocument, XmlSyntaxError } from "../../../runtime/data/xml/parse-xml.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { FunctionChecker } from "../../language/function-definition.js";
import { isJsonText } from "../../parse/schema/json-schema.js";
import { parseXml } from "../../parse/xml/xml.js";
import type { SourceText } from "../../source/source-text.js";
import type { FileLocation } from "./document-argument.js";

export function checkJson(
  { span, path }: Pick<FileLocation, "span" | "path">,
  { reporter, files }: Pick<FunctionChecker, "reporter" | "files">,
): void {
  const file = files?.get(path);
  if (file === undefined)
    reporter.report(span, "missingFile", { path, nearest: nearest(path, files?.names ?? []) });
  else if (!isJsonText(file.text)) reporter.report(span, "fileNotJson", { path });
}

/** Our own parser says best what is wrong; that of the runtime, which will read the file, has the last word. */
export function checkXml(file: SourceText, reporter: Reporter): void {
  parseXml(file, reporter);
  if (reporter.hasErrorsIn(file)) return;
  try {
    parseDocument(file.text);
  } catch (error) {
    if (error instanceof XmlSyntaxError)
      reporter.report(file.spanAt(error), "fileNotXml", { reason: error.reason });
    else if (error instanceof TreeLimitError)
      reporter.report(file.span(0, 0), "fileNotXml", { reason: error.message.replace(/\.$/, "") });
    else throw error;
  }
}
