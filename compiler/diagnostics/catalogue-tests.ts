import { error, warning } from "./entry.js";

/** FLOW6000 to FLOW6099: tests of flows. */
export const testDiagnostics = {
  testRoot: error(
    "FLOW6001",
    "A test is in <flow-test> or <flat-test>, not in <{name}>.",
    "Write <flow-test> around the actions, or name another file.",
  ),
  testAssertsNothing: error(
    "FLOW6002",
    "This test asserts nothing.",
    'Add at least one assertion, as in <assert>[ [ "$status", 200 ] ]</assert>.',
  ),
  assertsNothing: error(
    "FLOW6003",
    "This array has no assertion.",
    'An assertion is an array of its own, as in [ [ "$status", 200 ] ].',
  ),
  assertionShape: error(
    "FLOW6004",
    "An assertion is an array that begins with an expression, written as a string.",
    'Write [ "$status", 200 ], or [ "$status", 200, "what it means" ].',
  ),
  comparison: error(
    "FLOW6005",
    "{name} is no way to compare.",
    "Did you mean {nearest}? There are file, mode, contains and pattern.",
    "There are file, mode, contains and pattern.",
  ),
  responseText: warning(
    "FLOW6006",
    "$response is the body as text, so a path into it finds nothing.",
    "Read it with json-parse() first.",
  ),
  headerCase: warning(
    "FLOW6007",
    "$headers has its names in lower case, so $headers/{name} finds nothing.",
    "Write $headers/{meant}.",
  ),
  unknownBackend: warning(
    "FLOW6008",
    "No flow of the app sends an upstream request with the ID {id}, so this backend flow never runs.",
    "Did you mean {nearest}?",
  ),
  backendFault: error("FLOW6009", "{name} must be {expected}."),
} as const;
