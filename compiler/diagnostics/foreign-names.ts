import { nearest } from "../../runtime/base/nearest.js";

/** Names that other gateways and languages have, and what to write in their place. Without hyphens, in lower case. */
type Names = ReadonlyMap<string, string>;

const named = (...rows: readonly (readonly [names: string, advice: string])[]): Names =>
  new Map(rows.flatMap(([names, advice]) => names.split(" ").map((name) => [name, advice] as const)));

/** A name as the tables have it. */
export const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

const address = "The client's address is $request/client-address.";
const fields = "Header fields are below $request/headers, with their names in lower case.";
const query = "Query parameters are below $request/get.";
const parameters = "Path parameters are below $request/params.";
const claims =
  "The claims of a token are in the variable that x-flow-jwt names with out-var, as in $jwt/sub.";

/** Of members that `$request` does not have. */
export const requestMembers = named(
  ["ip ips clientip remoteip remoteaddr remoteaddress remotehost client peer address", address],
  ["body content rawbody payload data text", "The body is $body."],
  ["json", "The JSON of the body is $body/json."],
  ["form formdata formparams fields postdata", "The fields of a form are below $request/post."],
  ["files file uploads", "The parts of a form are below $body."],
  ["header headerfields", fields],
  ["cookie", "Cookies are below $request/cookies."],
  ["args arg queryparams queryparameters querystring search searchparams getparams", query],
  ["pathparams pathparameters pathvariables uriparams urlparams matches match vars", parameters],
  ["param parameters", "Path parameters are below $request/params, and query parameters below $request/get."],
  ["uri originalurl href fullurl requesturi", "Did you mean url?"],
  ["pathname basepath rawpath", "Did you mean path?"],
  ["verb httpmethod", "Did you mean method?"],
  ["hostname domain servername authority", "Did you mean host?"],
  ["requestid correlationid traceid", "Did you mean id?"],
  [
    "scheme protocol proto secure https",
    "$request/url begins with the scheme; ask with starts-with($request/url, 'https:').",
  ],
  ["route operation operationid handler", "Did you mean endpoint?"],
  ["user auth jwt token claims identity principal", claims],
  ["useragent", "Write $request/headers/user-agent."],
  ["contenttype mimetype type", "Write $request/headers/content-type."],
  ["authorization", "Write $request/headers/authorization."],
);

const variables = named(
  [
    "ctx context req httprequest message msg event",
    "What a client sends is in $request, and its body in $body.",
  ],
  ["header headers httpheaders", fields],
  ["query querystring args queryparams get", query],
  ["params param parameters path pathparams pathparameters", parameters],
  ["post form", "The fields of a form are below $request/post."],
  ["cookie cookies session", "Cookies are below $request/cookies."],
  ["method", "Write $request/method."],
  ["url uri host", "Write $request/url, or $request/host."],
  ["ip clientip remoteaddr remoteaddress", address],
  ["json payload input data", "The JSON of the body is $body/json."],
  ["token claims auth identity principal", claims],
  [
    "response res resp result",
    'The response to an upstream request is content("<id>"), and $upstream/<id> with its status.',
  ],
  ["environment process envvars secrets", "Environment variables are $env/NAME."],
  ["err exception fault", "An error flow reads $error."],
);

/** Says what to write for a variable that nothing sets. */
export const variableAdvice = (name: string): string | undefined => variables.get(plain(name));

/** Members of other gateways and libraries, in place of those of API descriptions: the first that there is. */
const settings: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["secret secretkey signingkey publickey privatekey pem cert certificate sharedsecret", "key"],
    ["algorithm algorithms algs alg signingalgorithm", "alg"],
    ["jwks jwksuri jwkuri jwkurl keysurl keyset", "jwks-url"],
    ["cachettl jwkscache ttl", "jwks-ttl"],
    ["issuer iss audience aud subject sub requiredclaims claim", "claims"],
    ["scope scopes scopesclaim", "scope-claim"],
    ["variable var out output", "out-var"],
    ["header field", "out-header"],
    ["limit max requests count", "max-requests rate"],
    ["quota rps perminute rpm average", "rate"],
    ["bucket capacity size", "burst"],
    ["by per keys identifier identity source", "key"],
    ["fallback onerror failopen redisfallback", "without-redis"],
  ].flatMap(([names = "", own = ""]) => names.split(" ").map((name) => [name, own.split(" ")] as const)),
);

/** A member that there is not, with the one that is meant: what others call it, or what is spelt alike; and with all. */
export const unknownMember = (key: string, members: readonly string[]) => ({
  key,
  nearest: settings.get(plain(key))?.find((one) => members.includes(one)) ?? nearest(key, members),
  known: members.join(", "),
});
