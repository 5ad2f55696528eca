import { error, warning } from "./entry.js";

/**
 * Names that there are not, or that are much like another one. FLOW1143 to FLOW1146 and FLOW1202: in API descriptions and
 * of files. FLOW2090 to FLOW2099: in expressions. FLOW4028, FLOW4029, FLOW4140 and FLOW4141: in flows.
 */
export const nameDiagnostics = {
  operationIdTwice: warning(
    "FLOW1143",
    "Another operation has the operationId {id}, too.",
    "The other one is in {line}. Give each operation an ID of its own.",
  ),
  parameterNotInPath: warning(
    "FLOW1144",
    "The path has no parameter {name}.",
    "Did you mean {nearest}?",
    "Write its name in braces where it stands in the path, or say in: query.",
  ),
  parameterUndeclared: warning(
    "FLOW1145",
    "An operation of this path does not list the path parameter {name} beside the others.",
    "Add it under parameters: name: {name}, in: path, required: true.",
  ),
  declaredMediaType: warning(
    "FLOW1146",
    "{name} is no media type that anyone knows.",
    "Did you mean {nearest}?",
  ),
  unusedFlow: warning(
    "FLOW1202",
    "Nothing leads to this flow: it is no part of the app.",
    "Name it with x-flow, call it with <sub-flow>, or remove the file.",
  ),

  predefinedMember: warning("FLOW2090", "{title} has no member {name}: it is always empty.", "{instead}"),
  predefinedText: warning("FLOW2091", "{title} has no members: {name} is always empty.", "{instead}"),
  fieldNameCase: warning(
    "FLOW2092",
    "In {title}, names are in lower case: {name} is always empty.",
    "Write {lower}.",
  ),
  templateMember: warning(
    "FLOW2093",
    "The template in {where} writes no member {name}: it is always empty.",
    "Did you mean {nearest}?",
  ),
  templateScalar: warning<{ name: string; where: string; types: readonly string[] }>(
    "FLOW2094",
    ({ name, where, types }) =>
      `The template in ${where} writes a ${types.join(" or ")} here, which has no members: ${name} is always empty.`,
    "Leave the step out, or let the template write an object there.",
  ),
  templateArray: warning(
    "FLOW2095",
    "The template in {where} writes an array here: {name} is always empty.",
    "The items of an array are called value; write value/{name} for a member of theirs.",
  ),
  fieldNameTypo: warning(
    "FLOW2096",
    "No header field in use is called {name}, but one much like it.",
    "Did you mean {nearest}?",
  ),
  pathParameter: warning<{ name: string; nearest: string | undefined; known: readonly string[] }>(
    "FLOW2097",
    ({ name }) => `No path that leads to this flow has the parameter ${name}: it is always empty.`,
    ({ nearest, known }) => {
      if (nearest !== undefined) return `Did you mean ${nearest}?`;
      return known.length === 0
        ? "Query parameters are below $request/get."
        : `There are: ${known.join(", ")}.`;
    },
  ),
  queryParameterTypo: warning(
    "FLOW2098",
    "The API description lists no {what} {name}, but one much like it.",
    "Did you mean {nearest}?",
  ),
  environmentTypo: warning<{ name: string; nearest: string; count: number }>(
    "FLOW2099",
    ({ name, nearest, count }) =>
      `The environment variable ${name} is read only here, and ${nearest}, which is much like it, ${count === 1 ? "only once, too" : `${count} times`}.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),

  partlySetVariable: warning<{ name: string; way: string }>(
    "FLOW4028",
    ({ name, way }) => `$${name} may be empty here: nothing sets it ${way}.`,
    ({ name }) =>
      `Set $${name} there, too. If it may be empty, write string($${name}), or {{ $${name} ?? "…" }} with what takes its place.`,
  ),
  endlessCalls: error(
    "FLOW4029",
    "This flow calls itself whatever the request is, so it never ends: {way}.",
    "Call it under a condition.",
  ),
  sentFieldTypo: warning(
    "FLOW4140",
    "No header field in use is called {name}, but one much like it.",
    "Did you mean {nearest}?",
  ),
  unknownMediaType: warning(
    "FLOW4141",
    "{name} is no media type that anyone knows.",
    "Did you mean {nearest}?",
  ),
} as const;
