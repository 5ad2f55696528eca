import { nearest } from "../../../runtime/base/nearest.js";
import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionChecker, ActionDefinition, Output } from "../../language/action-definition.js";
import { resolvePath } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";
import { nothing } from "../../syntax/location.js";
import type { XmlAttribute } from "../../syntax/xml.js";
import { transferFacts } from "../action-parts/in-and-out.js";

interface ServeNode extends Action {
  readonly element: "serve";
  readonly directory: NamedPath;
  readonly fallback: NamedPath;
  /** Where the file goes if the flow goes on; `undefined` if it is sent. */
  readonly out: Output | undefined;
}

/** A path as an attribute has it. */
interface NamedPath {
  readonly written: string;
  readonly span: Span;
}

/** `<serve dir="…" fallback-doc="…"/>`: the file that the path of the request names. The files are read by the build. */
export const serveAction: ActionDefinition<ServeNode> = {
  element: "serve",
  attributes: ["dir", "fallback-doc", "terminate", "out"],
  editing: {
    attributes: { "fallback-doc": "file", terminate: ["true", "false"], out: "location" },
    required: ["dir", "fallback-doc"],
  },

  parse(element, parser) {
    parser.noText(element);
    const directory = parser.required(element, "dir");
    const fallback = parser.required(element, "fallback-doc");
    const terminate = parser.attribute(element, "terminate")?.value;
    const goesOn = element.attributes.has("out") || terminate?.text.trim() === "false";
    const out = goesOn ? parser.output(element) : undefined;
    if (terminate !== undefined && !["true", "false"].includes(terminate.text.trim()))
      parser.reporter.report(terminate.span(0, terminate.text.length), "terminateValue", {
        text: terminate.text.trim(),
      });
    if (directory === undefined || fallback === undefined || (goesOn && out === undefined)) return undefined;
    return { directory: namedPath(directory), fallback: namedPath(fallback), out };
  },

  facts: ({ out }) => (out === undefined ? { ends: "request" } : transferFacts(nothing, out)),

  check(node, checker) {
    const { files, reporter } = checker;
    const directory = directoryPath(node);
    if (directory === undefined) {
      reporter.report(node.directory.span, "fileOutside", { path: node.directory.written });
      return;
    }
    if (files.below(directory).length === 0) {
      const directories = [...files.paths]
        .filter((path) => path.endsWith("/"))
        .map((path) => path.slice(0, -1));
      const known = { path: directory, nearest: nearest(directory, directories) };
      reporter.report(node.directory.span, "servedDirectoryMissing", known);
      return;
    }
    checkFiles(node, directory, checker);
    checkFallback(node, directory, checker);
  },

  generate(node, generator): readonly Doc[] {
    const directory = directoryPath(node) ?? "";
    const fallback = fallbackPaths(node, directory).find((path) => generator.files.has(path)) ?? "";
    const args = [$, generator.asset(directory, "directory"), generator.asset(fallback, "served")];
    if (node.out !== undefined)
      return [generator.write(node.out, call(generator.use("servedContent"), args))];
    return [code`return ${call(generator.use("serve"), args)};`];
  },
};

const namedPath = ({ value }: XmlAttribute): NamedPath => ({
  written: value.text.trim(),
  span: value.span(0, value.text.length),
});

/** Relative to the flow directory; `undefined` outside of it. */
const directoryPath = ({ directory, span }: ServeNode): string | undefined =>
  resolvePath(span.source.path, directory.written);

/**
 * Where the fallback document may be. The reference has it relative to the flow file, but its examples call one
 * `/index.html` that is in the directory: an absolute path is there first.
 */
function fallbackPaths({ fallback, span }: ServeNode, directory: string): readonly string[] {
  const { written } = fallback;
  const fromFlow = resolvePath(span.source.path, written);
  const inDirectory = resolvePath(`${directory}/`, written.replace(/^\/+/, ""));
  const paths = written.startsWith("/") ? [inDirectory, fromFlow] : [fromFlow, inDirectory];
  return paths.filter((path) => path !== undefined);
}

const mebibyte = 1024 * 1024;
const maxMebibytes = 64;
const manyMebibytes = 16;

function checkFiles(
  { span, directory: { span: place } }: ServeNode,
  directory: string,
  checker: ActionChecker,
): void {
  const { files, reporter } = checker;
  const served = files.below(directory);
  const flow = span.source.path;
  if (served.includes(flow)) reporter.report(place, "servedFlows", { path: flow });
  let total = 0;
  for (const path of served) {
    const status = files.inspect(path);
    total += status?.size ?? 0;
    if (status?.isReadable === false) reporter.report(place, "servedUnreadable", { path });
  }
  const size = Math.ceil(total / mebibyte);
  if (size > maxMebibytes)
    reporter.report(place, "servedTooLarge", { path: directory, size, limit: maxMebibytes });
  else if (size > manyMebibytes) reporter.report(place, "servedLarge", { path: directory, size });
}

function checkFallback(node: ServeNode, directory: string, { files, reporter }: ActionChecker): void {
  const { written, span } = node.fallback;
  const paths = fallbackPaths(node, directory);
  const [first] = paths;
  const path = paths.find((each) => files.has(each));
  if (first === undefined) reporter.report(span, "fileOutside", { path: written });
  else if (path === undefined)
    reporter.report(span, "missingFile", { path: first, nearest: nearest(first, files.names) });
  else if (!files.inspect(path)?.isReadable) reporter.report(span, "servedFallbackUnreadable", { path });
}
