import { $, call } from "../../code/code.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { FunctionChecker, FunctionDefinition } from "../function.js";
import {
  checkLocation,
  contentArguments,
  type FileLocation,
  locatedContent,
  locationOf,
  noDocument,
  readsBody,
} from "../function-parts/document-argument.js";
import { of } from "../function-parts/parameters.js";

/** `json-doc(path)`: a JSON file of the flow directory, which is read at build time, or content. */
export const jsonDocFunction: FunctionDefinition = {
  name: "json-doc",
  reads: "location",
  contentRead: locatedContent,
  parameters: of("string"),
  returns: "nodes",
  readsBody,

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

export function checkJson(
  { span, path }: Pick<FileLocation, "span" | "path">,
  { reporter, files }: Pick<FunctionChecker, "reporter" | "files">,
): void {
  const file = files?.get(path);
  if (file === undefined)
    reporter.report(span, "missingFile", { path, nearest: nearest(path, files?.names ?? []) });
  else if (!isJson(file.text)) reporter.report(span, "fileNotJson", { path });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
