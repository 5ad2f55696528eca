import { nearest } from "../../../runtime/base/nearest.js";
import { call } from "../../code/code.js";
import type { FunctionChecker, FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { parseShmt } from "../../parse/shmt/shmt.js";
import type { FunctionCall } from "../../syntax/xpath.js";
import {
  checkLocation,
  type FileLocation,
  locationOf,
  noDocument,
} from "../function-parts/document-argument.js";
import { checkJson } from "../function-parts/documents.js";

/** `lookup(file, key, default)`: a member of a JSON or SHMT file of the flow directory, which is read at build time. */
export const lookupFunction: FunctionDefinition = {
  name: "lookup",
  reads: "location",
  examines: true,
  parameters: [...of(checked, checked), optional(text)],
  returns: "string",

  check(expression, checker) {
    const location = checkLocation(expression, checker, ["file"]);
    if (location?.kind !== "file") return;
    if (isShmt(location.path)) checkShmt(location, checker);
    else {
      checkJson(location, checker);
      checkKey(location, expression, checker);
    }
  },

  generate(expression, generator) {
    const location = locationOf(expression);
    const database =
      location?.kind === "file"
        ? generator.asset(location.path, isShmt(location.path) ? "shmt" : "json")
        : noDocument(expression, generator);
    const [, ...rest] = expression.arguments;
    const strings = rest.map((argument) => generator.argument(argument, "string"));
    return call(generator.use("lookup"), [database, ...strings]);
  },
};

const isShmt = (path: string): boolean => path.endsWith(".shmt");

/** Finds a constant key that the file does not have, where nothing says what counts in its place. */
function checkKey(
  { path }: FileLocation,
  { arguments: [, key, other] }: FunctionCall,
  { reporter, files }: FunctionChecker,
): void {
  if (key?.kind !== "literal" || other !== undefined) return;
  const json = parsed(files?.get(path)?.text ?? "");
  if (typeof json !== "object" || json === null || Array.isArray(json)) return;
  if (!Object.hasOwn(json, key.value))
    reporter.report(key.span, "lookupKey", {
      path,
      key: key.value,
      nearest: nearest(key.value, Object.keys(json)),
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkShmt({ span, path }: FileLocation, { reporter, files }: FunctionChecker): void {
  const bytes = files?.bytes(path);
  if (bytes === undefined)
    reporter.report(span, "missingFile", { path, nearest: nearest(path, files?.names ?? []) });
  else if (parseShmt(bytes) === undefined) reporter.report(span, "fileNotShmt", { path });
}
