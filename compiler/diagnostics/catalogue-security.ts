import { error, warning } from "./entry.js";

/** FLOW1180 to FLOW1199, FLOW1203 and FLOW1227: security schemes and the `auth` action. */
export const securityDiagnostics = {
  schemeUnknown: error("FLOW1180", "There is no security scheme {name}.", "Did you mean {nearest}?"),
  securityAlternative: error(
    "FLOW1181",
    "An entry of security must be a mapping of security schemes to scopes.",
    "Write the scheme with a list of scopes, which may be empty: - Token: [].",
  ),
  scopeWords: warning(
    "FLOW1247",
    '"{text}" is taken for one scope, and a scope has no spaces: no token has it.',
    "Write {parts}.",
  ),
  schemesApart: warning(
    "FLOW1248",
    "{name} and {other} want one token of two issuers: no request can pass.",
    "Write them as two entries, each behind a hyphen, if either is enough.",
  ),
  schemeUnchecked: warning(
    "FLOW1182",
    "Nothing checks the security scheme {name}: it has no x-flow-jwt.",
    "Requests that need only this scheme are answered without it.",
  ),
  schemeUnused: warning(
    "FLOW1183",
    "No security names the scheme {name}: no request needs its token.",
    "Write security: [{ {name}: [] }] at the top level, in a path or in an operation.",
  ),
  jwtPlace: error(
    "FLOW1184",
    "The scheme {name} does not say where the token is sent.",
    "{meant}",
    "Write type: apiKey, in: header, and name: Authorization for a bearer token, or name: Cookie with x-flow-cookiename.",
  ),
  jwtCookieName: error(
    "FLOW1185",
    "The scheme {name} does not say which cookie holds the token.",
    "Write x-flow-cookiename: and the name of the cookie.",
  ),
  jwtCookieNameIgnored: warning(
    "FLOW1186",
    "{key} has no effect here.",
    "It belongs into a scheme with x-flow-jwt, in: header and name: Cookie.",
  ),
  jwtKeyMissing: error(
    "FLOW1187",
    "{key} has no key.",
    "Write key: with file: or env: and the name of the file or environment variable; or jwks-url: and a URL.",
  ),
  jwtMember: error(
    "FLOW1188",
    "A token cannot be checked for {key}.",
    "Did you mean {nearest}?",
    "There are: {known}.",
  ),
  securitySetting: error(
    "FLOW1189",
    "{key} must be a text, or name a file or an environment variable.",
    "Write {key}: with file: or env: and the name.",
  ),
  jwtAlgorithm: error(
    "FLOW1190",
    'Tokens cannot be signed with the algorithm "{algorithm}".',
    "Write one of {known}.",
  ),
  jwtHeader: error("FLOW1191", '"{name}" is no header field that a request can be given.'),
  jwtKey: error(
    "FLOW1192",
    "This key cannot be used: {reason}",
    "For HS algorithms it is a secret in Base64URL, as long as the hash: 32 bytes or more for HS256, which is the default; for the others a key in PEM or as JWK.",
  ),
  jwtChallenge: error(
    "FLOW1227",
    "The token of {name} is in a cookie, for which there are no challenges.",
    "They are for bearer tokens in the field Authorization (RFC 6750). Remove it.",
  ),
  settingExpression: warning(
    "FLOW1203",
    "This is the text $env/{name} itself: {key} takes no expression.",
    "Write { env: {name} }.",
  ),
  authWithoutUsers: error("FLOW1193", "<auth> has no user.", 'Write <user name="…" pass="…"/> inside of it.'),
  authEmptyPassword: error("FLOW1194", "The password must not be empty."),
  authUserTwice: warning(
    "FLOW1195",
    'The user "{name}" is there already; this password has no effect.',
    "Remove one of them.",
  ),
  keySetUrl: error(
    "FLOW1196",
    "No keys can be fetched from there.",
    "Write https:// and where the JSON Web Key Set is, without user and password; or env: and the variable with the URL.",
  ),
  keySetInsecure: error(
    "FLOW1197",
    "Keys that come by http can be exchanged on their way.",
    "Write https://; or jwks-allow-http: true beside it, if nobody else can reach the network between.",
  ),
  keySetAlgorithm: error(
    "FLOW1198",
    "The keys of jwks-url are public, so alg must name algorithms with public keys.",
    "Write alg: and what the tokens are signed with: RS256, ES256, EdDSA, another one of the families RS, PS and ES, or a list of them.",
  ),
  keySetBesideKey: error(
    "FLOW1199",
    "{key} and key exclude each other: the keys are fetched, or one is here.",
    "Remove one of them.",
  ),
} as const;
