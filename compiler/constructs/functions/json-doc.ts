import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of } from "../../language/function-definition.js";
import {
  checkLocation,
  contentArguments,
  locatedContent,
  locatedFile,
  locationOf,
  noDocument,
} from "../function-parts/document-argument.js";
import { checkJson } from "../function-parts/documents.js";

/** `json-doc(path)`: a JSON file of the flow directory, which is read at build time, or content. */
export const jsonDocFunction: FunctionDefinition = {
  name: "json-doc",
  reads: "location",
  contentRead: locatedContent,
  knownDocument: (expression) => locatedFile(expression, { syntax: "json", isRoot: true }),
  parameters: of(checked),
  returns: "nodes",

  check(expression, checker) {
    const location = checkLocation(expression, checker, ["file", "content", "body"]);
    if (location?.kind === "file") checkJson(location, checker);
  },

  generate(expression, generator) {
    const location = locationOf(expression);
    switch (location?.kind) {
      case "file":
        return generator.asset(location.path, "json");
      case "content":
        return call(generator.use("jsonContent"), contentArguments(location.id));
      case "body":
        return call(generator.use("jsonBody"), [$]);
      default:
        return noDocument(expression, generator);
    }
  },
};
