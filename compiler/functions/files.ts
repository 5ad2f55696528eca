import { isElsewhere, resolvePath } from "../files.js";
import { call, quote } from "../generate/code.js";
import { type Doc, text } from "../generate/doc.js";
import { nearest } from "../nearest.js";
import type { Span } from "../source.js";
import type { FunctionCall } from "../syntax/xpath.js";
import type { CallGenerator, FunctionChecker, FunctionDefinition } from "./definition.js";
import { of, optional } from "./parameters.js";

/** Functions on JSON files of the flow directory, which are read at build time. */
export const fileFunctions: readonly FunctionDefinition[] = [
  {
    name: "json-doc",
    parameters: of("string"),
    returns: "nodes",
    helper: "noDocument",
    check: checkFile,
    generate: documentCode,
  },
  {
    name: "lookup",
    parameters: [...of("string", "string"), optional("string")],
    returns: "string",
    helper: "lookup",
    check: checkFile,

    generate(expression, generator) {
      const [, ...rest] = expression.arguments;
      const strings = rest.map((argument) => generator.argument(argument, "string"));
      return call(generator.use("lookup"), [documentCode(expression, generator), ...strings]);
    },
  },
];

/** What the first argument names: a file of the flow directory, or something in another place. */
type Location =
  | { readonly kind: "file"; readonly span: Span; readonly path: string }
  | { readonly kind: "outside"; readonly span: Span; readonly written: string }
  | { readonly kind: "elsewhere"; readonly span: Span; readonly written: string };

function locationOf({ arguments: [argument] }: FunctionCall): Location | undefined {
  if (argument?.kind !== "literal") return undefined;
  const { span, value: written } = argument;
  if (isElsewhere(written)) return { kind: "elsewhere", span, written };
  const path = resolvePath(span.source.path, written);
  return path === undefined ? { kind: "outside", span, written } : { kind: "file", span, path };
}

function checkFile(expression: FunctionCall, { reporter, files }: FunctionChecker): void {
  const location = locationOf(expression);
  if (location === undefined) {
    const [argument] = expression.arguments;
    reporter.report(argument?.span, "filePathNotConstant", { name: expression.name });
  } else if (location.kind === "outside") {
    reporter.report(location.span, "fileOutside", { path: location.written });
  } else if (location.kind === "elsewhere") {
    reporter.report(location.span, "fileLocation", { name: expression.name, path: location.written });
  } else {
    const { span, path } = location;
    const file = files?.get(path);
    if (file === undefined)
      reporter.report(span, "missingFile", { path, nearest: nearest(path, files?.names ?? []) });
    else if (!isJson(file.text)) reporter.report(span, "fileNotJson", { path });
  }
}

/** The document, imported from a module of its own. */
function documentCode(expression: FunctionCall, generator: CallGenerator): Doc {
  const location = locationOf(expression);
  if (location?.kind === "file") return generator.asset(location.path);
  const written = location?.written ?? "";
  return call(generator.use("noDocument"), [text("$"), quote(expression.name), quote(written)]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
