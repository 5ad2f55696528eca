import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional, repeated, text } from "../../language/function-definition.js";
import {
  checkEncoded,
  checkGlue,
  checkScheme,
  checkSearched,
  takesText,
} from "../function-parts/arguments.js";
import { base64, searched } from "../function-parts/constants.js";
import { lowerCase, md5Digest, trimmed, upperCase } from "../function-parts/text-forms.js";

/** The engine's own functions on strings, but for those with patterns. */
export const engineStringFunctions: readonly FunctionDefinition[] = [
  {
    name: "base64-decode",
    reads: "arguments",
    parameters: [...of(base64), optional("boolean")],
    // A strict reading may yield false().
    returns: "any",
    helper: "base64Decode",
    check: ({ name, arguments: [encoded] }, { reporter }) => checkScheme(name, encoded, "Basic", reporter),
  },
  {
    name: "base64-encode",
    reads: "arguments",
    parameters: of(text),
    returns: "string",
    helper: "base64Encode",
  },
  {
    name: "capitalize-first",
    reads: "arguments",
    keepsText: "partly",
    parameters: of(text),
    returns: "string",
    helper: "capitalizeFirst",
  },
  {
    name: "ends-with",
    reads: "arguments",
    examines: true,
    parameters: of(text, searched),
    returns: "boolean",
    helper: "endsWith",
    check: checkSearched,
  },
  {
    name: "join",
    reads: "arguments",
    parameters: [...of(text), repeated("any")],
    returns: "string",
    helper: "join",
    check: checkGlue,
  },
  {
    name: "md5",
    reads: "arguments",
    domain: () => md5Digest,
    parameters: of(text),
    returns: "string",
    helper: "md5",
  },
  {
    name: "tolower",
    reads: "arguments",
    domain: () => lowerCase,
    keepsText: "partly",
    parameters: [optional(text)],
    returns: "string",
    helper: "tolower",
    contextDefault: true,
    check: takesText,
  },
  {
    name: "toupper",
    reads: "arguments",
    domain: () => upperCase,
    keepsText: "partly",
    parameters: [optional(text)],
    returns: "string",
    helper: "toupper",
    contextDefault: true,
    check: takesText,
  },
  {
    name: "trim",
    reads: "arguments",
    domain: () => trimmed,
    keepsText: "partly",
    parameters: of(text),
    returns: "string",
    helper: "trim",
  },
  ...["urldecode", "url-decode"].map(
    (name): FunctionDefinition => ({
      name,
      reads: "arguments",
      parameters: of(text),
      returns: "string",
      helper: "urlDecode",
    }),
  ),
  ...["urlencode", "url-encode"].map(
    (name): FunctionDefinition => ({
      name,
      reads: "arguments",
      keepsText: "encoded",
      parameters: of(text),
      returns: "string",
      helper: "urlEncode",
      check: checkEncoded,
    }),
  ),
];
