import { nearest } from "../../../runtime/base/nearest.js";
import { TreeLimitError } from "../../../runtime/base/tree-limits.js";
import { parseXml as parseDocument, XmlSyntaxError } from "../../../runtime/data/xml/parse-xml.js";
import { Reporter } from "../../diagnostics/reporter.js";
import type { FunctionChecker } from "../../language/function-definition.js";
import { isJsonText } from "../../parse/schema/json-schema.js";
import { parseXml } from "../../parse/xml/xml.js";
import { oncePer } from "../../source/remembered.js";
import type { SourceText } from "../../source/source-text.js";
import type { FileLocation } from "./document-argument.js";

export function checkJson(
  { span, path }: Pick<FileLocation, "span" | "path">,
  { reporter, files }: Pick<FunctionChecker, "reporter" | "files">,
): void {
  const file = files?.get(path);
  if (file === undefined)
    reporter.report(span, "missingFile", { path, nearest: nearest(path, files?.names ?? []) });
  else if (!isJson(file)) reporter.report(span, "fileNotJson", { path });
}

const isJson = oncePer(({ text }: SourceText) => isJsonText(text));

export function checkXml(file: SourceText, reporter: Reporter): void {
  reporter.add(problemsOfXml(file));
}

/** Our own parser says best what is wrong; that of the runtime, which will read the file, has the last word. */
const problemsOfXml = oncePer((file: SourceText): Reporter => {
  const reporter = new Reporter();
  parseXml(file, reporter);
  if (reporter.hasErrors) return reporter;
  try {
    parseDocument(file.text);
  } catch (error) {
    if (error instanceof XmlSyntaxError)
      reporter.report(file.spanAt(error), "fileNotXml", { reason: error.reason });
    else if (error instanceof TreeLimitError)
      reporter.report(file.span(0, 0), "fileNotXml", { reason: error.message.replace(/\.$/, "") });
    else throw error;
  }
  return reporter;
});
