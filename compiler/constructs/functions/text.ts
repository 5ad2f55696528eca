import type { FunctionDefinition } from "../function.js";
import { of, optional, repeated } from "../function-parts/parameters.js";
import { takesText } from "../function-parts/takes-text.js";

/** The engine's own functions on strings, but for those with patterns. */
export const engineStringFunctions: readonly FunctionDefinition[] = [
  {
    name: "base64-decode",
    parameters: [...of("string"), optional("boolean")],
    // A strict reading may yield false().
    returns: "any",
    helper: "base64Decode",
  },
  { name: "base64-encode", parameters: of("string"), returns: "string", helper: "base64Encode" },
  { name: "capitalize-first", parameters: of("string"), returns: "string", helper: "capitalizeFirst" },
  { name: "ends-with", parameters: of("string", "string"), returns: "boolean", helper: "endsWith" },
  { name: "join", parameters: [...of("string"), repeated("any")], returns: "string", helper: "join" },
  { name: "md5", parameters: of("string"), returns: "string", helper: "md5" },
  {
    name: "tolower",
    parameters: [optional("string")],
    returns: "string",
    helper: "tolower",
    contextDefault: true,
    check: takesText,
  },
  {
    name: "toupper",
    parameters: [optional("string")],
    returns: "string",
    helper: "toupper",
    contextDefault: true,
    check: takesText,
  },
  { name: "trim", parameters: of("string"), returns: "string", helper: "trim" },
  ...["urldecode", "url-decode"].map(
    (name): FunctionDefinition => ({
      name,
      parameters: of("string"),
      returns: "string",
      helper: "urlDecode",
    }),
  ),
  ...["urlencode", "url-encode"].map(
    (name): FunctionDefinition => ({
      name,
      parameters: of("string"),
      returns: "string",
      helper: "urlEncode",
    }),
  ),
];
