import { nearest } from "../../../runtime/base/nearest.js";
import { $, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { CallGenerator, FunctionDefinition } from "../../language/function-definition.js";
import { checked, of } from "../../language/function-definition.js";
import {
  checkLocation,
  contentArguments,
  locatedContent,
  locatedFile,
  locationOf,
  noDocument,
} from "../function-parts/document-argument.js";
import { checkXml } from "../function-parts/documents.js";

/** `fit-document(url)`: an XML file of the flow directory, which is read at build time, or content. */
export const fitDocumentFunction: FunctionDefinition = {
  name: "fit-document",
  reads: "location",
  contentRead: locatedContent,
  knownDocument: (expression) => locatedFile(expression, { syntax: "xml" }),
  parameters: of(checked),
  returns: "nodes",

  check(expression, checker) {
    const location = checkLocation(expression, checker, ["file", "content", "body", "storage", "empty"]);
    if (location?.kind !== "file") return;
    const { reporter, files } = checker;
    const { span, path } = location;
    const file = files?.get(path);
    if (file === undefined)
      reporter.report(span, "documentMissing", { path, nearest: nearest(path, files?.names ?? []) });
    else checkXml(file, reporter);
  },

  generate(expression, generator) {
    const location = locationOf(expression);
    switch (location?.kind) {
      case "file": {
        const { path } = location;
        if (generator.files?.get(path) === undefined) return code`undefined`;
        return call(generator.asset(path, "xml"), []);
      }
      case "content":
        return call(generator.use("content"), contentArguments(location.id));
      case "body":
        return call(generator.use("bodyDocument"), [$]);
      case "storage":
        return documentOf(call(generator.use("storageInput"), [$, quote(location.name)]), generator);
      case "empty":
        return documentOf(generator.use("emptyInput"), generator);
      default:
        return noDocument(expression, generator);
    }
  },
};

const documentOf = (content: Doc, { use }: CallGenerator): Doc => call(use("documentOf"), [$, content]);
