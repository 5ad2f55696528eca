import { call, quote } from "../generate/code.js";
import { type Doc, text } from "../generate/doc.js";
import { nearest } from "../nearest.js";
import type { FunctionCall } from "../syntax/xpath.js";
import type { CallGenerator, FunctionChecker, FunctionDefinition } from "./definition.js";
import { checkLocation, contentArguments, type Location, locationOf, readsBody } from "./location.js";
import { of, optional } from "./parameters.js";

/** Functions on JSON; files of the flow directory are read at build time. */
export const fileFunctions: readonly FunctionDefinition[] = [
  {
    name: "json-doc",
    parameters: of("string"),
    returns: "nodes",
    helper: "noDocument",
    readsBody,

    check(expression, checker) {
      checkJson(checkLocation(expression, checker, ["file", "content", "body"]), checker);
    },

    generate(expression, generator) {
      const location = locationOf(expression);
      switch (location?.kind) {
        case "content":
          return call(generator.use("jsonContent"), contentArguments(location.id));
        case "body":
          return call(generator.use("jsonBody"), [text("$")]);
        default:
          return fileCode(expression, generator);
      }
    },
  },
  {
    name: "lookup",
    parameters: [...of("string", "string"), optional("string")],
    returns: "string",
    helper: "lookup",

    check(expression, checker) {
      checkJson(checkLocation(expression, checker, ["file"]), checker);
    },

    generate(expression, generator) {
      const [, ...rest] = expression.arguments;
      const strings = rest.map((argument) => generator.argument(argument, "string"));
      return call(generator.use("lookup"), [fileCode(expression, generator), ...strings]);
    },
  },
];

function checkJson(location: Location | undefined, { reporter, files }: FunctionChecker): void {
  if (location?.kind !== "file") return;
  const { span, path } = location;
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

/** The document, imported from a module of its own. */
function fileCode(expression: FunctionCall, generator: CallGenerator): Doc {
  const location = locationOf(expression);
  return location?.kind === "file"
    ? generator.asset(location.path, "json")
    : noDocument(expression, generator);
}

/** Stands for a document whose location the build has warned of. */
export const noDocument = (expression: FunctionCall, generator: CallGenerator): Doc =>
  call(generator.use("noDocument"), [
    text("$"),
    quote(expression.name),
    quote(locationOf(expression)?.written ?? ""),
  ]);
