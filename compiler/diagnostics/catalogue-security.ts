import { error, warning } from "./entry.js";

/** FLOW1180 to FLOW1199, FLOW1203 and FLOW1204: security schemes and the `auth` action. */
export const securityDiagnostics = {
  schemeUnknown: error<{ name: string; nearest: string | undefined }>(
    "FLOW1180",
    ({ name }) => `There is no security scheme ${name}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  securityAlternative: error(
    "FLOW1181",
    "An entry of security must be a mapping of security schemes to scopes.",
    "Write the scheme with a list of scopes, which may be empty: - Token: [].",
  ),
  schemeUnchecked: warning<{ name: string }>(
    "FLOW1182",
    ({ name }) => `Nothing checks the security scheme ${name}: it has no x-flow-jwt.`,
    () => "Requests that need only this scheme are answered without it.",
  ),
  schemeUnused: warning<{ name: string }>(
    "FLOW1183",
    ({ name }) => `No security names the scheme ${name}: no request needs its token.`,
    ({ name }) => `Write security: [{ ${name}: [] }] at the top level, in a path or in an operation.`,
  ),
  jwtPlace: error<{ name: string }>(
    "FLOW1184",
    ({ name }) => `The scheme ${name} does not say where the token is sent.`,
    () =>
      "Write type: apiKey, in: header, and name: Authorization for a bearer token, or name: Cookie with x-flow-cookiename.",
  ),
  jwtCookieName: error<{ name: string }>(
    "FLOW1185",
    ({ name }) => `The scheme ${name} does not say which cookie holds the token.`,
    () => "Write x-flow-cookiename: and the name of the cookie.",
  ),
  jwtCookieNameIgnored: warning<{ key: string }>(
    "FLOW1186",
    ({ key }) => `${key} has no effect here.`,
    () => "It belongs into a scheme with x-flow-jwt, in: header and name: Cookie.",
  ),
  jwtKeyMissing: error<{ key: string }>(
    "FLOW1187",
    ({ key }) => `${key} has no key.`,
    () =>
      "Write key: with file: or env: and the name of the file or environment variable; or jwks-url: and a URL.",
  ),
  jwtMember: error<{ key: string; nearest: string | undefined }>(
    "FLOW1188",
    ({ key }) => `A token cannot be checked for ${key}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  securitySetting: error<{ key: string }>(
    "FLOW1189",
    ({ key }) => `${key} must be a text, or name a file or an environment variable.`,
    ({ key }) => `Write ${key}: with file: or env: and the name.`,
  ),
  jwtAlgorithm: error<{ algorithm: string; known: readonly string[] }>(
    "FLOW1190",
    ({ algorithm }) => `Tokens cannot be signed with the algorithm "${algorithm}".`,
    ({ known }) => `Write one of ${known.join(", ")}.`,
  ),
  jwtHeader: error<{ name: string }>(
    "FLOW1191",
    ({ name }) => `"${name}" is no header field that a request can be given.`,
  ),
  jwtKey: error<{ reason: string }>(
    "FLOW1192",
    ({ reason }) => `This key cannot be used: ${reason}`,
    "For HS algorithms it is Base64URL; for the others a public key in PEM or as JWK. Mind that alg is HS256 unless it is set.",
  ),
  settingExpression: warning<{ key: string; name: string }>(
    "FLOW1203",
    ({ key, name }) => `This is the text $env/${name} itself: ${key} takes no expression.`,
    ({ name }) => `Write { env: ${name} }.`,
  ),
  jwtSecret: warning(
    "FLOW1204",
    "This secret is no Base64URL: characters that are not part of it are left out.",
    "Encode the secret in Base64URL, as JSON Web Keys do, and keep it in the environment: key: { env: … }.",
  ),
  authWithoutUsers: error("FLOW1193", "<auth> has no user.", 'Write <user name="…" pass="…"/> inside of it.'),
  authEmptyPassword: error("FLOW1194", "The password must not be empty."),
  authUserTwice: warning<{ name: string }>(
    "FLOW1195",
    ({ name }) => `The user "${name}" is there already; this password has no effect.`,
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
  keySetBesideKey: error<{ key: string }>(
    "FLOW1199",
    ({ key }) => `${key} and key exclude each other: the keys are fetched, or one is here.`,
    () => "Remove one of them.",
  ),
} as const;
