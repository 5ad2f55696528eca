import { $, call } from "../../code/code.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, optional, text } from "../../language/function-definition.js";
import { xml } from "../function-parts/constants.js";
import { parsedDocument } from "../function-parts/document-argument.js";

/** Functions on XML and HTML documents. */
export const xmlFunctions: readonly FunctionDefinition[] = [
  {
    name: "xml-parse",
    reads: "outside",
    knownDocument: parsedDocument({ syntax: "xml" }),
    parameters: of(xml),
    returns: "nodes",
    helper: "xmlParse",
    needsRequest: true,
  },
  {
    name: "html-parse",
    reads: "outside",
    parses: "html",
    knownDocument: () => ({ syntax: "html" }),
    parameters: of(text),
    returns: "nodes",
    helper: "htmlParse",
    needsRequest: true,
  },
  {
    name: "fit-serialize",
    reads: "arguments",
    parameters: [...of("any"), optional("boolean")],
    returns: "string",
    helper: "fitSerialize",
  },
  {
    name: "has-class",
    reads: "outside",
    parameters: [...of(checked), optional("nodes")],
    returns: "boolean",

    check({ arguments: [name] }, { reporter }) {
      if (name?.kind === "literal" && !/^[^. \t\r\n\f][^ \t\r\n\f]*$/.test(name.value))
        reporter.report(name.span, "className", { name: name.value });
    },

    generate({ span, arguments: [name, context] }, generator) {
      const element = context ?? { kind: "path", span, start: "context", steps: [] };
      const args = [
        ...(name === undefined ? [] : [generator.argument(name, "string")]),
        generator.nodes(element),
      ];
      return call(generator.use("hasClass"), [$, ...args]);
    },
  },
];
