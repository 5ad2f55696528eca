import { error, warning } from "./entry.js";

/** FLOW4160 to FLOW4179: upstream systems that fail, and limits. */
export const resilienceDiagnostics = {
  upstreamOrigin: error(
    "FLOW4160",
    '"{text}" is no origin.',
    "Write a scheme and a server without a path, as in https://users.example, or a variable, as in $env/USERS_API.",
  ),
  upstreamMember: error("FLOW4161", "There is no setting {key} here.", "Did you mean {nearest}?"),
  upstreamIdle: warning("FLOW4162", "{key} has no effect without {needed}.", "Remove it, or add {needed}."),
  limitKey: error(
    "FLOW4163",
    '"{text}" is no path from a variable.',
    "Write one such as $request/client-address or $jwt/sub, or a list of them.",
  ),
  limitKeyVariable: error(
    "FLOW4164",
    "Nothing has set {variable} when requests are counted.",
    "There are $request, $env, and the variables of the tokens that the operation requires.",
  ),
  limitKeyFree: warning(
    "FLOW4165",
    "Clients choose {text} freely: who wants more requests changes it.",
    "Count by $request/client-address, by a claim of a token, or by a field that a security scheme names.",
  ),
} as const;
