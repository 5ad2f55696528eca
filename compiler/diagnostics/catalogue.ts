import type { ValueProblem } from "../syntax/json-sketch.js";
import { bodyDiagnostics } from "./catalogue-bodies.js";
import { comparisonDiagnostics } from "./catalogue-comparisons.js";
import { contentDiagnostics } from "./catalogue-content.js";
import { fileDiagnostics } from "./catalogue-files.js";
import { flowDiagnostics } from "./catalogue-flows.js";
import { keyDiagnostics } from "./catalogue-keys.js";
import { lintDiagnostics } from "./catalogue-lint.js";
import { logDiagnostics } from "./catalogue-logs.js";
import { nameDiagnostics } from "./catalogue-names.js";
import { outputDiagnostics } from "./catalogue-output.js";
import { securityDiagnostics } from "./catalogue-security.js";
import { servedDiagnostics } from "./catalogue-served.js";
import { targetDiagnostics } from "./catalogue-targets.js";
import { templateDiagnostics } from "./catalogue-templates.js";
import { testDiagnostics } from "./catalogue-tests.js";
import { validationDiagnostics } from "./catalogue-validation.js";
import { type Entry, error, warning } from "./entry.js";
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
  ...keyDiagnostics,
  ...securityDiagnostics,
  ...contentDiagnostics,
  ...bodyDiagnostics,
  ...servedDiagnostics,
  ...lintDiagnostics,
  ...logDiagnostics,
  ...outputDiagnostics,
  ...targetDiagnostics,
  ...validationDiagnostics,
  ...comparisonDiagnostics,
  ...nameDiagnostics,
  ...testDiagnostics,

  // XPath
  xpathUnexpected: error<{ found: string; expected: string; meant: string | undefined }>(
    "FLOW2001",
    ({ found, expected }) => `Unexpected ${found} in this XPath expression, expected ${expected}.`,
    ({ meant }) => meant,
  ),
  xpathUnterminatedString: error(
    "FLOW2002",
    "This string literal has no closing quote.",
    "Add it. XPath has no escapes: put a text that has one kind of quotes into the other kind.",
  ),
  xpathUnknownFunction: error<{ name: string; nearest: string | undefined; advice: string | undefined }>(
    "FLOW2003",
    ({ name }) => `There is no function ${name}().`,
    ({ nearest, advice }) => advice ?? (nearest === undefined ? undefined : `Did you mean ${nearest}()?`),
  ),
  xpathArgumentCount: error<{ name: string; expected: string; found: number }>(
    "FLOW2004",
    ({ name, expected, found }) => `${name}() takes ${expected}, not ${found}.`,
  ),
  xpathEmpty: error("FLOW2005", "An XPath expression is missing here."),
  xpathUnknownAxis: error<{ name: string; nearest: string | undefined }>(
    "FLOW2006",
    ({ name }) => `There is no axis ${name}::.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}::?`),
  ),
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
  xpathNotText: error<{ name: string; found: string }>(
    "FLOW2010",
    ({ name, found }) => `${name}() takes a string or a node-set, but this is a ${found}.`,
    "Write string(…) around it.",
  ),
  pattern: error<{ reason: string }>(
    "FLOW2011",
    ({ reason }) => `This regular expression cannot be used: ${reason}.`,
  ),
  patternSlashes: warning(
    "FLOW2017",
    "The slashes around this regular expression belong to it, so it never matches.",
    "Leave them out, and write modifiers as the argument after it: matches(…, '^a', 'i').",
  ),
  explosivePattern: warning<{ longest: number }>(
    "FLOW2080",
    ({ longest }) =>
      `This regular expression is used for texts of up to ${longest} characters: it could be busy with longer ones for very long.`,
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
  unknownCodec: error<{ name: string; nearest: string | undefined }>(
    "FLOW2012",
    ({ name }) => `There is no codec ${name}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  className: warning<{ name: string }>(
    "FLOW2013",
    ({ name }) =>
      name === ""
        ? "No element has an empty class name: this is always false."
        : "This is more than one class name: no element has it.",
    ({ name }) =>
      /\S/.test(name) ? "Ask for each of them, as in has-class('a') and has-class('b')." : undefined,
  ),
  filePathNotConstant: error<{ name: string }>(
    "FLOW2014",
    ({ name }) => `${name}() needs a constant path here: the file is read by the build.`,
    "Write the path as one string in quotes.",
  ),
  fileLocation: warning<{ name: string; path: string }>(
    "FLOW2015",
    ({ name, path }) => `${name}() cannot read ${path}: it finds nothing.`,
    "It reads files of the flow directory: a path relative to this file, or fit://site/… from the top.",
  ),
  fileNotJson: error<{ path: string }>("FLOW2016", ({ path }) => `${path} is no JSON.`),
  urlNeeded: warning<{ path: string | undefined }>(
    "FLOW2020",
    "file-exists() takes a URL that begins with fit:// and is false for anything else.",
    ({ path }) => (path === undefined ? undefined : `Write fit://site/${path}.`),
  ),
  documentMissing: warning<{ path: string; nearest: string | undefined }>(
    "FLOW2021",
    ({ path }) => `There is no file ${path}: fit-document() finds nothing.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  fileNotShmt: error<{ path: string }>(
    "FLOW2023",
    ({ path }) => `${path} is no SHMT database.`,
    "Write it as a JSON object.",
  ),
  lookupKey: warning<{ path: string; key: string; nearest: string | undefined }>(
    "FLOW2024",
    ({ path, key }) => `${path} has no member ${key}: the result is always empty.`,
    ({ nearest }) =>
      nearest === undefined ? "Write a third argument for what counts then." : `Did you mean ${nearest}?`,
  ),
  fileNotXml: error<{ reason: string }>("FLOW2022", ({ reason }) => `This is no XML: ${reason}.`),
  waitsPerNode: error<{ name: string }>(
    "FLOW2040",
    ({ name }) => `${name}() cannot be called for each node of a set: it has to be waited for.`,
    () => "Call it before, in an <eval> or a {{$name := … }}, or for each item of a {{loop}}.",
  ),
  unknownTokenAlgorithm: error<{ name: string; algorithm: string; known: readonly string[] }>(
    "FLOW2041",
    ({ name, algorithm }) => `${name}() knows no algorithm "${algorithm}".`,
    ({ known }) => `Write one of ${known.join(", ")}.`,
  ),
  directoryUrl: error<{ name: string }>(
    "FLOW2042",
    ({ name }) => `${name}() needs the URL of a directory.`,
    () => "It begins with ldap:// or ldaps://.",
  ),

  // Paths into JSON that a schema describes
  schemaNoMember: warning<{ name: string; where: string; nearest: string | undefined }>(
    "FLOW2070",
    ({ name, where }) => `The schema in ${where} allows no member ${name}: it is always empty.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  schemaScalar: warning<{ name: string; where: string; types: readonly string[] }>(
    "FLOW2071",
    ({ name, where, types }) =>
      `By the schema in ${where} this is a member of a ${types.join(" or ")}: ${name} is always empty.`,
  ),
  schemaArray: warning<{ name: string; where: string }>(
    "FLOW2072",
    ({ name, where }) => `By the schema in ${where} this is a member of an array: ${name} is always empty.`,
    ({ name }) => `The items of an array are called value; write value/${name} for a member of theirs.`,
  ),
  schemaTypo: warning<{ name: string; where: string; nearest: string }>(
    "FLOW2073",
    ({ name, where }) => `The schema in ${where} does not list ${name}, but a name much like it.`,
    ({ nearest }) => `Did you mean ${nearest}?`,
  ),
  jsonDocumentChild: warning<{ name: string }>(
    "FLOW2074",
    ({ name }) => `The only child of a JSON document is json: ${name} is always empty.`,
    ({ name }) => `Write json/${name}.`,
  ),
  responseRefused: warning<{ status: number; problem: ValueProblem }>(
    "FLOW2082",
    ({ status, problem }) =>
      `The API description says otherwise of the response with the status ${status}: ${problemText(problem)}.`,
    ({ problem }) => problemHint(problem),
  ),
  statusUnlisted: warning<{ status: number; listed: readonly string[] }>(
    "FLOW2083",
    ({ status, listed }) =>
      `The response can have the status ${status}; the API description lists ${listed.join(", ")}.`,
    "Set the status that is meant, or describe this response as well.",
  ),
  mediaTypeUnlisted: warning<{ name: string; listed: readonly string[] }>(
    "FLOW2086",
    ({ name, listed }) =>
      `The response can have the media type ${name}; the API description lists ${listed.join(", ")}.`,
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

export type Arguments<N extends DiagnosticName> =
  (typeof catalogue)[N] extends Entry<infer A> ? ([A] extends [undefined] ? [] : [A]) : never;
