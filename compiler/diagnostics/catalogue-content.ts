import { error, warning } from "./entry.js";

/** Messages about the content that actions read and write, and about their attributes. */
export const contentDiagnostics = {
  loneBrace: error<{ brace: string }>(
    "FLOW4080",
    ({ brace }) => (brace === "{" ? "No } ends this expression." : "This } ends nothing."),
    ({ brace }) => `Write ${brace}${brace} for a brace that is text.`,
  ),
  emptyInput: error<{ element: string }>(
    "FLOW4081",
    ({ element }) => `<${element}> has nothing to read: in is empty.`,
    "Leave the attribute out for the main content.",
  ),
  computedLocation: error<{ start: string }>(
    "FLOW4082",
    ({ start }) => `A location that begins with "${start}" cannot be computed.`,
    "What can be computed is the path of a file, and the ID after fit://request/content/.",
  ),
  anyFile: warning(
    "FLOW4083",
    "This may name any file: the whole flow directory becomes part of the app, for its clients to read.",
    "Begin with a directory, as in files/{…}, or end with an extension.",
  ),
  noSuchFiles: warning<{ start: string; end: string }>(
    "FLOW4084",
    ({ start, end }) => `There is no file ${start}…${end}: this never finds anything.`,
  ),
  patternDelimiters: error(
    "FLOW4085",
    "A pattern begins with a delimiter that ends it, too.",
    "Write /…/, or #…# where the pattern has slashes; modifiers such as i follow.",
  ),
  testAction: error<{ name: string }>(
    "FLOW4086",
    ({ name }) => `<${name}> is an action of tests: it cannot stand in a flow.`,
    "Keep tests in files of their own; they do not become part of the app.",
  ),
  settingWithoutEffect: warning<{ name: string }>(
    "FLOW4087",
    ({ name }) => `The setting ${name} has no effect.`,
  ),
  settingSeconds: error<{ text: string }>(
    "FLOW4088",
    ({ text }) => `"${text}" is no number of seconds.`,
    "Use a positive number.",
  ),
  echoedCommand: warning(
    "FLOW4090",
    "<echo> sends these braces as they are: its text has no template commands.",
    'For JSON, write <template>. For another text, write <eval out="$text">concat(…)</eval>, and <copy in="$text"/>.',
  ),
  stylesheetParameter: warning<{ name: string; nearest: string | undefined }>(
    "FLOW4091",
    ({ name }) => `No template that this leads to declares the parameter ${name}: nobody reads it.`,
    ({ name, nearest }) =>
      nearest === undefined ? `Write <xsl:param name="${name}"/> at its start.` : `Did you mean ${nearest}?`,
  ),
  stylesheetMode: warning<{ mode: string; nearest: string | undefined }>(
    "FLOW4092",
    ({ mode }) => `No template has the mode ${mode}: this writes all texts, one after the other.`,
    ({ mode, nearest }) =>
      nearest === undefined
        ? `Write mode="${mode}" at the template that is meant.`
        : `Did you mean ${nearest}?`,
  ),
  inputMissing: warning<{ path: string; nearest: string | undefined }>(
    "FLOW4089",
    ({ path }) => `There is no file ${path}: there is nothing to read.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
} as const;
