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
  comparesNothing: warning(
    "FLOW6010",
    "Every value passes this comparison.",
    "Say what the value is, or give contains, pattern or file something to look for.",
  ),
  comparisonText: warning(
    "FLOW6011",
    "{name} compares nothing, since it is no text.",
    "Write it as a string.",
  ),
  assertedStatus: warning(
    "FLOW6012",
    "Every answer has {text}: this assertion cannot fail.",
    'Write what it should be, as in [ "$status", 200 ].',
  ),
  testBody: warning(
    "FLOW6013",
    "$body is what a client sends, and a test is sent nothing: it is always empty.",
    "The answer is $response: read its JSON with json-parse($response).",
  ),
  testRequest: warning(
    "FLOW6024",
    "This is the request to the test itself, to which nothing is sent: it is always empty.",
    "What the app has got is known in its flows: ask for it there, or in a <backend-flow>, of what it sends.",
  ),
  lateBackend: warning(
    "FLOW6014",
    "No request follows this backend flow, so it answers nothing.",
    "Write a <test-request> behind it, before any other backend flow of the same ID.",
  ),
  assertedConstant: warning(
    "FLOW6015",
    "This is a constant: the assertion says nothing about the app.",
    'Write an expression first, and then what it should be, as in [ "$status", 200 ].',
  ),
  untestedPath: warning(
    "FLOW6016",
    "The app has no path {path}: the answer has status 404.",
    "Did you mean {nearest}?",
    "Write the whole path, with the base path before it.",
  ),
  untestedMethod: warning(
    "FLOW6017",
    "{path} has no {method}: the answer has status 405.",
    "It has {methods}.",
  ),
  lateSetting: warning(
    "FLOW6018",
    "No request follows this set-env, so nothing reads what it sets.",
    "Write it before <test-request>.",
  ),
  assertedBoolean: warning(
    "FLOW6019",
    "A condition is true or false, never {text}.",
    'What it should be comes before what it means, as in [ "$status = 200", true, "it is there" ].',
  ),
  assertedText: warning(
    "FLOW6020",
    "$status is a number of three digits, never {text}.",
    'Write the number alone, as in [ "$status", 200 ].',
  ),
  assertedTwice: warning(
    "FLOW6021",
    "The same assertion stands before this one: it says nothing more.",
    "Remove it, or write what was meant.",
  ),
  longWait: warning(
    "FLOW6022",
    "A test may take {limit} s, unless --timeout says otherwise: {wait} s are more.",
    'The number is in seconds: write 0.5 for 500 ms. Who never answers has fails="1" with="hang".',
  ),
  unloggedField: warning(
    "FLOW6023",
    "No flow of the app logs {name}, but one logs a field much like it.",
    "Did you mean {nearest}?",
  ),
  testPattern: warning("FLOW4192", "This pattern compares nothing: {reason}.", "Write it as in #^a.*#i."),
  unreadSetting: warning(
    "FLOW4193",
    "Nothing in the app reads the environment variable {name}, but one much like it.",
    "Did you mean {nearest}?",
  ),
} as const;
