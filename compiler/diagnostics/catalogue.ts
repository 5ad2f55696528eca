import type { ValueProblem } from "../syntax/json-sketch.js";
import { argumentDiagnostics } from "./catalogue-arguments.js";
import { bodyDiagnostics } from "./catalogue-bodies.js";
import { comparisonDiagnostics } from "./catalogue-comparisons.js";
import { contentDiagnostics } from "./catalogue-content.js";
import { fileDiagnostics } from "./catalogue-files.js";
import { flowDiagnostics } from "./catalogue-flows.js";
import { handlerDiagnostics } from "./catalogue-handlers.js";
import { lintDiagnostics } from "./catalogue-lint.js";
import { nameDiagnostics } from "./catalogue-names.js";
import { outputDiagnostics } from "./catalogue-output.js";
import { resilienceDiagnostics } from "./catalogue-resilience.js";
import { securityDiagnostics } from "./catalogue-security.js";
import { servedDiagnostics } from "./catalogue-served.js";
import { targetDiagnostics } from "./catalogue-targets.js";
import { templateDiagnostics } from "./catalogue-templates.js";
import { testDiagnostics } from "./catalogue-tests.js";
import { validationDiagnostics } from "./catalogue-validation.js";
import { type ArgumentsOf, type Entry, error, warning } from "./entry.js";
import { problemHint, problemText, withArticle } from "./value-problem.js";

export type { Severity } from "./entry.js";

/**
 * Every message that the build can print. A caller passes a message's name and arguments, never prose.
 * Codes are stable: FLOW1… files, XML and API description; FLOW2… XPath; FLOW3… templates; FLOW4… flows and
 * actions; FLOW5… output; FLOW6… tests. Each has a sample in `test/diagnostics/`.
 */
export const catalogue = {
  ...fileDiagnostics,
  ...templateDiagnostics,
  ...flowDiagnostics,
  ...securityDiagnostics,
  ...contentDiagnostics,
  ...bodyDiagnostics,
  ...servedDiagnostics,
  ...handlerDiagnostics,
  ...resilienceDiagnostics,
  ...lintDiagnostics,
  ...outputDiagnostics,
  ...targetDiagnostics,
  ...validationDiagnostics,
  ...comparisonDiagnostics,
  ...argumentDiagnostics,
  ...nameDiagnostics,
  ...testDiagnostics,

  // XPath
  xpathUnexpected: error(
    "FLOW2001",
    "Unexpected {found} in this XPath expression, expected {expected}.",
    "{meant}",
  ),
  xpathUnterminatedString: error(
    "FLOW2002",
    "This string literal has no closing quote.",
    "Add it. XPath has no escapes: put a text that has one kind of quotes into the other kind.",
  ),
  xpathUnknownFunction: error(
    "FLOW2003",
    "There is no function {name}().",
    "{advice}",
    "Did you mean {nearest}()?",
  ),
  xpathArgumentCount: error("FLOW2004", "{name}() takes {expected}, not {found}."),
  xpathEmpty: error("FLOW2005", "An XPath expression is missing here."),
  xpathUnknownAxis: error("FLOW2006", "There is no axis {name}::.", "Did you mean {nearest}::?"),
  xpathNotNodes: error<{ found: string; variable: string | undefined; isJoined?: boolean }>(
    "FLOW2007",
    ({ found, variable }) =>
      variable === undefined
        ? `A node-set is needed here, but this is a ${found}.`
        : `A node-set is needed here, but $${variable} holds a ${found}.`,
    ({ isJoined }) =>
      isJoined === true ? "| joins two node-sets. Between conditions, write or." : undefined,
  ),
  xpathTooDeep: error(
    "FLOW2008",
    "This expression is nested too deeply.",
    "Compute parts of it with eval first.",
  ),

  // Functions
  xpathNotText: error(
    "FLOW2010",
    "{name}() takes a string or a node-set, but this is a {found}.",
    "Write string(…) around it.",
  ),
  pattern: error("FLOW2011", "This regular expression cannot be used: {reason}."),
  patternSlashes: warning(
    "FLOW2017",
    "The slashes around this regular expression belong to it, so it never matches.",
    "Leave them out, and write modifiers as the argument after it: matches(…, '^a', 'i').",
  ),
  explosivePattern: warning(
    "FLOW2080",
    "This regular expression is used for texts of up to {longest} characters: it could be busy with longer ones for very long.",
    "Let a loop match each text in one way only, as a+ for (a+)+; or do without back references, (?=…), (?<=…) and (?>…), so that it can be matched in linear time.",
  ),
  clientPattern: warning<{ isSwapped: boolean }>(
    "FLOW2081",
    "The client chooses this regular expression, and with it what is matched and how much work that is.",
    ({ isSwapped }) =>
      isSwapped
        ? "The text comes first, then the regular expression: swap them."
        : "Use contains() or starts-with(), or choose among constant regular expressions.",
  ),
  unknownCodec: error("FLOW2012", "There is no codec {name}.", "Did you mean {nearest}?"),
  className: warning<{ name: string }>(
    "FLOW2013",
    ({ name }) => {
      if (name === "") return "No element has an empty class name: this is always false.";
      return /\s/.test(name)
        ? "This is more than one class name: no element has it."
        : "A dot before the name of a class is a sign of CSS: hardly an element has it in its class.";
    },
    ({ name }) => {
      if (!/\S/.test(name)) return undefined;
      return /\s/.test(name)
        ? "Ask for each of them, as in has-class('a') and has-class('b')."
        : `Write has-class('${name.slice(1)}').`;
    },
  ),
  filePathNotConstant: error(
    "FLOW2014",
    "{name}() needs a constant path here: the file is read by the build.",
    "Write the path as one string in quotes.",
  ),
  fileLocation: warning(
    "FLOW2015",
    "{name}() cannot read {path}: it finds nothing.",
    "It reads files of the flow directory: a path relative to this file, or fit://site/… from the top.",
  ),
  fileNotJson: error("FLOW2016", "{path} is no JSON."),
  urlNeeded: warning(
    "FLOW2020",
    "file-exists() takes a URL that begins with fit:// and is false for anything else.",
    "Write fit://site/{path}.",
  ),
  documentMissing: warning(
    "FLOW2021",
    "There is no file {path}: fit-document() finds nothing.",
    "Did you mean {nearest}?",
  ),
  fileNotShmt: error("FLOW2023", "{path} is no SHMT database.", "Write it as a JSON object."),
  lookupKey: warning(
    "FLOW2024",
    "{path} has no member {key}: the result is always empty.",
    "Did you mean {nearest}?",
    "Write a third argument for what counts then.",
  ),
  fileNotXml: error("FLOW2022", "This is no XML: {reason}."),
  unknownAlgorithm: error("FLOW2030", "There is no signing algorithm {name}.", "Did you mean {nearest}?"),
  retiredAlgorithm: error(
    "FLOW2031",
    "The signing algorithm {name} no longer exists: its signatures can be forged.",
    "Use SHA256.",
  ),
  unusableKey: error(
    "FLOW2032",
    "This key cannot be used: {reason}.",
    "Take the whole content of a PEM file. Keys are best kept out of the flow, as in $env/KEY.",
  ),
  waitsPerNode: error(
    "FLOW2040",
    "{name}() cannot be called for each node of a set: it has to be waited for.",
    "Call it before, in an <eval> or a {{$name := … }}, or for each item of a {{loop}}.",
  ),
  unknownTokenAlgorithm: error(
    "FLOW2041",
    '{name}() knows no algorithm "{algorithm}".',
    "Write one of {known}.",
  ),
  directoryUrl: error(
    "FLOW2042",
    "{name}() needs the URL of a directory.",
    "It begins with ldap:// or ldaps://.",
  ),

  // Paths into JSON that a schema describes
  schemaNoMember: warning(
    "FLOW2070",
    "The schema in {where} allows no member {name}: it is always empty.",
    "Did you mean {nearest}?",
  ),
  schemaScalar: warning<{ name: string; where: string; types: readonly string[] }>(
    "FLOW2071",
    ({ name, where, types }) =>
      `By the schema in ${where} this is a member of a ${types.join(" or ")}: ${name} is always empty.`,
  ),
  schemaArray: warning(
    "FLOW2072",
    "By the schema in {where} this is a member of an array: {name} is always empty.",
    "The items of an array are called value; write value/{name} for a member of theirs.",
  ),
  schemaTypo: warning(
    "FLOW2073",
    "The schema in {where} does not list {name}, but a name much like it.",
    "Did you mean {nearest}?",
  ),
  jsonDocumentChild: warning(
    "FLOW2074",
    "The only child of a JSON document is json: {name} is always empty.",
    "Write json/{name}.",
  ),
  responseRefused: warning<{ status: number; problem: ValueProblem }>(
    "FLOW2082",
    ({ status, problem }) =>
      `The API description says otherwise of the response with the status ${status}: ${problemText(problem)}.`,
    ({ problem }) => problemHint(problem),
  ),
  statusUnlisted: warning(
    "FLOW2083",
    "The response can have the status {status}; the API description lists {listed}.",
    "Set the status that is meant, or describe this response as well.",
  ),
  mediaTypeUnlisted: warning(
    "FLOW2086",
    "The response can have the media type {name}; the API description lists {listed}.",
    "Set the media type that is meant, or describe this one as well.",
  ),
  schemaLoop: warning<{ types: readonly string[]; where: string }>(
    "FLOW2084",
    ({ types, where }) =>
      `By the schema in ${where} this is no array but ${types.map(withArticle).join(" or ")}: the loop has no rounds.`,
    "To loop over nodes, write array(…) around them.",
  ),
  schemaArithmetic: warning<{ types: readonly string[] }>(
    "FLOW2085",
    ({ types }) =>
      `By its schema this is ${types.map(withArticle).join(" or ")}, and no number to calculate with.`,
    ({ types }) =>
      types.join("") === "string" ? "If the text holds a number, write number(…) around it." : undefined,
  ),
} satisfies Record<string, Entry<never>>;

export type DiagnosticName = keyof typeof catalogue;

export type Arguments<N extends DiagnosticName> = [ArgumentsOf<(typeof catalogue)[N]>] extends [undefined]
  ? []
  : [ArgumentsOf<(typeof catalogue)[N]>];
