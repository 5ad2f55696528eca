import type { StaticType } from "../analyse/types.js";
import type { FunctionDefinition, Parameter } from "./definition.js";

const optional = (type: StaticType): Parameter => ({ type, occurs: "optional" });
const repeated = (type: StaticType): Parameter => ({ type, occurs: "repeated" });
const of = (...types: StaticType[]): Parameter[] => types.map((type) => ({ type }));

/** XPath 1.0 §4, and the engine's own functions for upstream content. */
const definitions: readonly FunctionDefinition[] = [
  // §4.1 node-sets
  { name: "last", parameters: [], returns: "number", helper: "last", isFinite: true },
  { name: "position", parameters: [], returns: "number", helper: "position", isFinite: true },
  { name: "count", parameters: of("nodes"), returns: "number", helper: "count", isFinite: true },
  { name: "id", parameters: of("any"), returns: "nodes", helper: "id" },
  {
    name: "local-name",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "localName",
    contextDefault: true,
  },
  {
    name: "namespace-uri",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "namespaceUri",
    contextDefault: true,
  },
  { name: "name", parameters: [optional("nodes")], returns: "string", helper: "name", contextDefault: true },
  // §4.2 strings
  {
    name: "string",
    parameters: [optional("any")],
    returns: "string",
    helper: "string",
    contextDefault: true,
  },
  {
    name: "concat",
    parameters: [...of("string", "string"), repeated("string")],
    returns: "string",
    helper: "concat",
  },
  { name: "starts-with", parameters: of("string", "string"), returns: "boolean", helper: "startsWith" },
  { name: "contains", parameters: of("string", "string"), returns: "boolean", helper: "contains" },
  {
    name: "substring-before",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringBefore",
  },
  {
    name: "substring-after",
    parameters: of("string", "string"),
    returns: "string",
    helper: "substringAfter",
  },
  {
    name: "substring",
    parameters: [...of("string", "number"), optional("number")],
    returns: "string",
    helper: "substring",
  },
  {
    name: "string-length",
    parameters: [optional("string")],
    returns: "number",
    helper: "stringLength",
    isFinite: true,
    contextDefault: true,
  },
  {
    name: "normalize-space",
    parameters: [optional("string")],
    returns: "string",
    helper: "normalizeSpace",
    contextDefault: true,
  },
  { name: "translate", parameters: of("string", "string", "string"), returns: "string", helper: "translate" },
  // §4.3 booleans
  { name: "boolean", parameters: of("any"), returns: "boolean", helper: "toBoolean" },
  { name: "not", parameters: of("boolean"), returns: "boolean", helper: "not" },
  { name: "true", parameters: [], returns: "boolean", helper: "true" },
  { name: "false", parameters: [], returns: "boolean", helper: "false" },
  { name: "lang", parameters: of("string"), returns: "boolean", helper: "lang" },
  // §4.4 numbers
  {
    name: "number",
    parameters: [optional("any")],
    returns: "number",
    helper: "number",
    contextDefault: true,
  },
  { name: "sum", parameters: of("nodes"), returns: "number", helper: "sum" },
  { name: "floor", parameters: of("number"), returns: "number", helper: "floor" },
  { name: "ceiling", parameters: of("number"), returns: "number", helper: "ceiling" },
  { name: "round", parameters: of("number"), returns: "number", helper: "round" },
  // upstream content
  {
    name: "content",
    parameters: [optional("string")],
    returns: "nodes",
    helper: "content",
    needsRequest: true,
  },
  { name: "body", parameters: [optional("string")], returns: "string", helper: "body", needsRequest: true },
];

export const functions: ReadonlyMap<string, FunctionDefinition> = new Map(
  definitions.map((definition) => [definition.name, definition]),
);
