import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { array, json } from "../function-parts/constants.js";
import { parsedDocument } from "../function-parts/document-argument.js";

/** JSON as text, as a tree, as XML and as CSV. */
export const jsonFunctions: readonly FunctionDefinition[] = [
  {
    name: "json-parse",
    reads: "arguments",
    parses: "json",
    knownDocument: parsedDocument({ syntax: "json", isRoot: true }),
    parameters: of(json),
    returns: "nodes",
    helper: "jsonParse",
  },
  {
    name: "json-stringify",
    reads: "arguments",
    parameters: [...of("any"), optional("boolean")],
    returns: "string",
    helper: "jsonStringify",
  },
  {
    name: "json-to-csv",
    reads: "outside",
    parameters: of(array),
    returns: "string",
    helper: "jsonToCsv",
    needsRequest: true,
  },
  {
    name: "json-to-xml",
    reads: "arguments",
    knownDocument: parsedDocument({ syntax: "json" }),
    parameters: of(json),
    returns: "nodes",
    helper: "jsonToXml",
  },
  {
    name: "xml-to-json",
    reads: "outside",
    parameters: of("nodes"),
    returns: "string",
    helper: "xmlToJson",
    needsRequest: true,
  },
];
