import { nearest } from "../../../runtime/base/nearest.js";
import { call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import {
  type CallGenerator,
  type FunctionDefinition,
  missingFunction,
  of,
  optional,
  text,
} from "../../language/function-definition.js";
import { isElsewhere, resolvePath } from "../../source/files.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import { numeric } from "../function-parts/constants.js";
import { checkXml } from "../function-parts/documents.js";
import { fitDocumentFunction } from "./fit-document.js";

/** The transformation, which generated templates take as an argument. */
const out = code`out`;

/** A function that a method of the transformation is. */
const method = (name: Doc, args: readonly Doc[]): Doc => call(code`${out}.${name}`, args);

/**
 * The functions that only stylesheets have (XSLT 1.0 §12, and `exsl:node-set()`). Their names have a prefix here, which
 * no function of a flow has.
 */
export const stylesheetFunctions: readonly FunctionDefinition[] = [
  {
    name: "xsl:current",
    reads: "outside",
    parameters: [],
    returns: "nodes",
    generate: (_, generator) => generator.current(),
  },
  {
    name: "xsl:key",
    nameArgument: 0,
    asksFor: "key",
    startsPatterns: true,
    reads: "focus",
    parameters: of(text, "any"),
    returns: "nodes",
    generate: ({ arguments: args }, generator) =>
      method(code`key`, [
        generator.argument(args[0] as Expression, "string"),
        generator.argument(args[1] as Expression, "any"),
        generator.item(),
      ]),
  },
  {
    name: "xsl:document",
    opensDocuments: true,
    reads: "outside",
    parameters: [...of("any"), optional("nodes")],
    returns: "nodes",
    check({ arguments: [uri, base] }, { files, reporter }) {
      if (uri?.kind !== "literal" || uri.value.startsWith("fit://request")) return;
      const path = pathOf(uri.value, uri, base);
      const file = path === undefined ? undefined : files?.get(path);
      if (path === undefined) reporter.report(uri.span, "fileOutside", { path: uri.value });
      else if (file === undefined)
        reporter.report(uri.span, "documentMissing", { path, nearest: nearest(path, files?.names ?? []) });
      else checkXml(file, reporter);
    },
    generate: documentCode,
  },
  {
    name: "xsl:format-number",
    nameArgument: 2,
    asksFor: "decimal format",
    reads: "arguments",
    parameters: [...of(numeric, text), optional(text)],
    returns: "string",
    generate: ({ arguments: args }, generator) =>
      method(
        code`formatNumber`,
        args.map((argument, index) => generator.argument(argument, index === 0 ? "number" : "string")),
      ),
  },
  {
    name: "xsl:generate-id",
    reads: "arguments",
    needsNode: true,
    parameters: [optional("nodes")],
    returns: "string",
    contextDefault: true,
    generate: ({ arguments: args }, generator) =>
      method(code`generateId`, [generator.nodes(args[0] as Expression)]),
  },
  {
    name: "xsl:system-property",
    nameArgument: 0,
    reads: "arguments",
    parameters: of(text),
    returns: "any",
    generate: ({ arguments: args }, generator) =>
      method(code`systemProperty`, [generator.argument(args[0] as Expression, "string")]),
  },
  // Where the name is constant, the reader of stylesheets knows the answer.
  {
    name: "xsl:element-available",
    nameArgument: 0,
    asksFor: "element",
    reads: "arguments",
    parameters: of(text),
    returns: "boolean",
    value: false,
  },
  {
    name: "xsl:function-available",
    nameArgument: 0,
    asksFor: "function",
    reads: "arguments",
    parameters: of(text),
    returns: "boolean",
    value: false,
  },
  {
    name: "xsl:unparsed-entity-uri",
    reads: "focus",
    parameters: of(text),
    returns: "string",
    generate: ({ arguments: args }, generator) =>
      method(code`unparsedEntityUri`, [
        generator.argument(args[0] as Expression, "string"),
        generator.item(),
      ]),
  },
  {
    name: "exsl:node-set",
    reads: "arguments",
    parameters: of("any"),
    returns: "nodes",
    generate: ({ arguments: args }, generator) =>
      method(code`nodeSet`, [generator.argument(args[0] as Expression, "any")]),
  },
  {
    name: missingFunction,
    reads: "outside",
    parameters: of(text),
    returns: "any",
    generate: ({ arguments: args }, generator) =>
      method(code`missingFunction`, [generator.argument(args[0] as Expression, "string")]),
  },
];

/** Of a file of the flow directory; relative to the file that names it, or to the document that is the base. */
function pathOf(uri: string, { span }: Expression, base: Expression | undefined): string | undefined {
  const from = (base && documentPath(base)) ?? span.source.path;
  if (uri === "") return from;
  return isElsewhere(uri) ? undefined : resolvePath(from, uri);
}

/** Of the document that an expression names, with or without a path into it. */
function documentPath(expression: Expression): string | undefined {
  if (expression.kind === "path" && typeof expression.start !== "string")
    return documentPath(expression.start);
  if (expression.kind !== "call" || expression.name !== "xsl:document") return undefined;
  const [uri, base] = expression.arguments;
  return uri?.kind === "literal" ? pathOf(uri.value, uri, base) : undefined;
}

/** XSLT 1.0 §12.1; a constant URI is a file of the flow directory, or content of the request. */
function documentCode(expression: FunctionCall, generator: CallGenerator): Doc {
  const [uri, base] = expression.arguments;
  if (uri?.kind !== "literal") {
    const args = [generator.argument(uri as Expression, "any"), quote(expression.span.source.path)];
    return method(code`document`, base === undefined ? args : [...args, generator.nodes(base)]);
  }
  const isOfRequest = uri.value.startsWith("fit://request");
  if (isOfRequest && fitDocumentFunction.generate !== undefined)
    return method(code`source`, [
      fitDocumentFunction.generate({ ...expression, arguments: [uri] }, generator),
    ]);
  const path = pathOf(uri.value, uri, base);
  return path === undefined || generator.files?.get(path) === undefined
    ? method(code`document`, [quote(uri.value), quote(expression.span.source.path)])
    : method(code`source`, [call(generator.asset(path, "xml"), []), quote(path)]);
}
