import { hasPath } from "../../../runtime/language/functions/content-functions.js";
import { $, call, code, literal } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of } from "../../language/function-definition.js";
import { contentArguments, locationOf } from "../function-parts/document-argument.js";

/** `file-exists(url)`: known at build time for a constant URL; for any other, the app knows the paths that there are. */
export const fileExistsFunction: FunctionDefinition = {
  name: "file-exists",
  reads: "location",
  isKnownByBuild: true,
  parameters: of(checked),
  returns: "boolean",

  check(expression, { reporter }) {
    const [computed] = expression.arguments;
    const [first] = computed?.kind === "call" && computed.name === "concat" ? computed.arguments : [];
    if (first?.kind === "literal" && /^[\w.-]+\//.test(first.value))
      reporter.report(first.span, "urlNeeded", { path: first.value });
    const location = locationOf(expression);
    if (location === undefined || location.kind === "content") return;
    const { kind, span, written } = location;
    if (kind === "outside") reporter.report(span, "fileOutside", { path: written });
    else if (kind === "file" && !written.startsWith("fit:"))
      reporter.report(span, "urlNeeded", { path: location.path });
    else if (kind !== "file") reporter.report(span, "fileLocation", { name: "file-exists", path: written });
  },

  generate(expression, generator) {
    const location = locationOf(expression);
    if (location?.kind === "content") return call(generator.use("hasContent"), contentArguments(location.id));
    if (location?.kind === "file" && location.written.startsWith("fit:"))
      return literal(hasPath(generator.files?.paths ?? new Set(), location.written));
    const paths = location === undefined ? generator.asset("files", "paths") : code`new Set()`;
    const url = expression.arguments.map((argument) => generator.argument(argument, "string"));
    return call(generator.use("fileExists"), [$, paths, ...url]);
  },
};
