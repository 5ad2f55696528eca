import { error, warning } from "./entry.js";

/** Messages about the content that actions read, write and log, and about their attributes. */
export const contentDiagnostics = {
  systemLogField: warning(
    "FLOW4070",
    "The log field {name} is the engine's own; what is set here has no effect.",
    "Choose another name.",
  ),
  debugLevel: error(
    "FLOW4071",
    'There is no level "{level}".',
    "Levels are verbose, debug, info, warn, error and alert.",
  ),
  debugSubject: error("FLOW4072", "<debug> needs either the attribute in or the attribute xpath."),
  loneBrace: error<{ brace: string }>(
    "FLOW4080",
    ({ brace }) => (brace === "{" ? "No } ends this expression." : "This } ends nothing."),
    ({ brace }) => `Write ${brace}${brace} for a brace that is text.`,
  ),
  emptyInput: error(
    "FLOW4081",
    "<{element}> has nothing to read: in is empty.",
    "Leave the attribute out for the main content.",
  ),
  computedLocation: error(
    "FLOW4082",
    'A location that begins with "{start}" cannot be computed.',
    "What can be computed is the path of a file, and the ID after fit://request/content/.",
  ),
  anyFile: warning(
    "FLOW4083",
    "This may name any file: the whole flow directory becomes part of the app, for its clients to read.",
    "Begin with a directory, as in files/{…}, or end with an extension.",
  ),
  noSuchFiles: warning("FLOW4084", "There is no file {start}…{end}: this never finds anything."),
  patternDelimiters: error(
    "FLOW4085",
    "A pattern begins with a delimiter that ends it, too.",
    "Write /…/, or #…# where the pattern has slashes; modifiers such as i follow.",
  ),
  testAction: error(
    "FLOW4086",
    "<{name}> is an action of tests: it cannot stand in a flow.",
    "Keep tests in files of their own; they do not become part of the app.",
  ),
  settingWithoutEffect: warning("FLOW4087", "The setting {name} has no effect."),
  settingSeconds: error("FLOW4088", '"{text}" is no number of seconds.', "Use a positive number."),
  echoedCommand: warning(
    "FLOW4090",
    "<echo> sends these braces as they are: its text has no template commands.",
    'For JSON, write <template>. For another text, write <eval out="$text">concat(…)</eval>, and <copy in="$text"/>.',
  ),
  stylesheetParameter: warning(
    "FLOW4091",
    "No template that this leads to declares the parameter {name}: nobody reads it.",
    "Did you mean {nearest}?",
    'Write <xsl:param name="{name}"/> at its start.',
  ),
  stylesheetVersion: warning<{ value: string; method: string }>(
    "FLOW4180",
    ({ value, method }) => `The result is not written as ${method} ${value}, which SaxonJS cannot write.`,
    ({ method }) => `Leave the version out: the result is ${method === "HTML" ? "HTML 5" : "XML 1.0"}.`,
  ),
  stylesheetUnused: warning(
    "FLOW4181",
    "This stylesheet declares no {what} {name}.",
    "Did you mean {nearest}?",
  ),
  sheetValue: warning("FLOW4187", '{name} takes {what} here, and "{text}" is none.', "Write {what}."),
  sortAsText: warning(
    "FLOW4144",
    "{text} is a number, and is sorted as a text here: 10 comes before 9.",
    'Write data-type="number".',
  ),
  lateAttribute: warning(
    "FLOW4188",
    "This attribute comes behind what its element contains, and is left out.",
    "Write it before.",
  ),
  numberFormat: warning<{ written: string; decimal: string; grouping: string; hasDigits: boolean }>(
    "FLOW4189",
    ({ written, hasDigits, decimal, grouping }) =>
      hasDigits
        ? `In ${written}, ${decimal} is what comes before the fraction, and ${grouping} what groups digits.`
        : `${written} has no digit, so it is no format of a number.`,
    ({ hasDigits }) =>
      hasDigits
        ? "Declare another format with xsl:decimal-format, and name it as the third argument."
        : "Write 0 for a digit that is always there, and # for one that may be missing, as in '#,##0.00'.",
  ),
  settingAlone: warning("FLOW4190", "{name} has no effect without {needed}.", "Add {needed}."),
  sheetContent: warning(
    "FLOW4195",
    "<{element}> is always empty, so what it contains has no effect.",
    "End the element before it: <{element} …/>.",
  ),
  lateImport: warning(
    "FLOW4196",
    "<{element}> comes behind other declarations, where XSLT does not allow it.",
    "Write it first in the stylesheet.",
  ),
  modeUnused: warning(
    "FLOW4197",
    "Nothing applies templates with the mode {mode}, so this has no effect.",
    "Did you mean {nearest}?",
    'Write mode="{mode}" at the xsl:apply-templates that is meant, or leave it out here.',
  ),
  templateReplaced: warning(
    "FLOW4198",
    "This is applied instead of another template, which has the same pattern, mode and priority.",
    "The other one is in {line}. Remove one of them, or write another pattern, mode or priority.",
  ),
  noContent: warning(
    "FLOW4191",
    "There is no main content yet, so <{element}> has nothing to read.",
    "Send a request before it, or name what it is to read with in.",
  ),
  stylesheetMode: warning(
    "FLOW4092",
    "No template has the mode {mode}: this writes all texts, one after the other.",
    "Did you mean {nearest}?",
    'Write mode="{mode}" at the template that is meant.',
  ),
  inputMissing: warning(
    "FLOW4089",
    "There is no file {path}: there is nothing to read.",
    "Did you mean {nearest}?",
  ),
} as const;
