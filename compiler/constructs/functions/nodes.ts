import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";

/** XPath 1.0 §4.1. */
export const nodeFunctions: readonly FunctionDefinition[] = [
  {
    name: "last",
    reads: "focus",
    operation: "last",
    yieldsFrom: 1,
    parameters: [],
    returns: "number",
    isFinite: true,
  },
  {
    name: "position",
    reads: "focus",
    operation: "position",
    yieldsFrom: 1,
    parameters: [],
    returns: "number",
    isFinite: true,
  },
  {
    name: "count",
    reads: "arguments",
    yieldsFrom: 0,
    parameters: [{ type: "nodes", use: "presence" }],
    returns: "number",
    helper: "count",
    takesItems: "where",
    isFinite: true,
  },
  {
    name: "id",
    reads: "focus",
    startsPatterns: true,
    parameters: of("any"),
    returns: "nodes",
    helper: "id",
  },
  {
    name: "local-name",
    reads: "arguments",
    needsNode: "local",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "localName",
    contextDefault: true,
  },
  {
    name: "namespace-uri",
    reads: "arguments",
    needsNode: true,
    parameters: [optional("nodes")],
    returns: "string",
    helper: "namespaceUri",
    contextDefault: true,
  },
  {
    name: "name",
    reads: "arguments",
    needsNode: "qualified",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "name",
    contextDefault: true,
  },
];
