import { flowFile } from "../support/samples.js";
import type { Mistake } from "./support.js";

const paths = "paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n";

const jwt = (
  members: string,
  security = "[{ Customer: [] }]",
  scheme = "in: header\n    name: Authorization",
): Mistake["files"] => ({
  "swagger.yaml": `swagger: "2.0"
basePath: /api
securityDefinitions:
  Customer:
    type: apiKey
    ${scheme}
    x-flow-jwt:
${members.replace(/^/gm, "      ")}
security: ${security}
${paths}`,
});

const cors = (members: string): Mistake["files"] => ({
  "swagger.yaml": `swagger: "2.0"\nbasePath: /api\nx-flow-cors: { ${members} }\n${paths}`,
});

const config = (content: string): Mistake["files"] => ({
  "conf/config.xml": `<config>\n  <flat>\n    ${content}\n  </flat>\n</config>\n`,
});

const pem =
  "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1TQRymSvMQDLFxSenj6l7+rBABFmY2xIDfI/tpwtTLARt8JHbawHEjqz/YBp8EoB1+s/3CVO66j3O+s5LsjquA==\n-----END PUBLIC KEY-----\n";

/** Settings of tokens, of other origins, and of `conf/config.xml`. */
export const configuration: readonly Mistake[] = [
  { name: "a token without a key", files: jwt(`«alg: HS256|key: { env: KEY }»`) },
  { name: "an algorithm with swapped digits", files: jwt(`key: { env: KEY }\nalg: «RS265|RS256»`) },
  { name: "a family of algorithms in lower case", files: jwt(`key: { env: KEY }\nalg: «hs256|HS256»`) },
  { name: "a key of the environment as an expression", files: jwt(`key: «$env/KEY|{ env: KEY }»`) },
  {
    name: "a claim of the environment as an expression",
    files: jwt(`key: { env: KEY }\nclaims: { aud: «$env/AUDIENCE|{ env: AUDIENCE }» }`),
  },
  { name: "a key from a path", files: jwt(`key: { «path: keys/shop.pem|env: KEY» }`) },
  {
    name: "a file of a key that is not there",
    files: jwt(`key: { «file: keys/shop.pem|env: KEY» }\nalg: ES256`),
  },
  {
    name: "a public key for the default algorithm",
    files: { ...jwt(`key: { file: «!shop.pem|shop.pem» }\n«claims: { a: b }|alg: ES256»`), "shop.pem": pem },
  },
  {
    name: "a public key of another kind",
    files: { ...jwt(`key: { file: «!shop.pem|shop.pem» }\nalg: «RS256|ES256»`), "shop.pem": pem },
  },
  { name: "a variable without its sign", files: jwt(`key: { env: KEY }\nout-var: «customer|$customer»`) },
  { name: "claims as a list", files: jwt(`key: { env: KEY }\nclaims: «[iss, aud]|{ iss: a }»`) },
  { name: "a setting of tokens in camel case", files: jwt(`key: { env: KEY }\n«outVar|out-var»: $customer`) },
  {
    name: "a setting of tokens in the plural",
    files: jwt(`key: { env: KEY }\n«scopes-claim|scope-claim»: roles`),
  },
  {
    name: "a flow of a check that is not there",
    files: {
      ...jwt(`key: { env: KEY }\npost-check-flow: «check.xml|checks/token.xml»`),
      "checks/token.xml": flowFile(`<error if="not($jwt/sub)" status="403"/>`),
    },
  },
  {
    name: "a set of keys with a secret's algorithm",
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: «HS256|RS256»`),
  },
  {
    name: "a set of keys without an algorithm",
    files: jwt(`«!jwks-url|jwks-url»: https://login.example/jwks.json\n«jwks-ttl: 60|alg: RS256»`),
  },
  {
    name: "a set of keys without TLS",
    files: jwt(`jwks-url: «http|https»://login.example/jwks.json\nalg: RS256`),
  },
  {
    name: "a lifetime of keys as a duration",
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: RS256\njwks-ttl: «1h|3600»`),
  },
  {
    name: "a lifetime of keys in milliseconds",
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: RS256\njwks-ttl: «600000|600»`),
  },
  {
    name: "a key and a set of keys",
    files: jwt(`«key: { env: KEY }\njwks-url|jwks-url»: https://login.example/jwks.json\nalg: RS256`),
  },
  {
    name: "what is needed without a list",
    files: jwt(`key: { env: KEY }`, `«{ Customer: [] }|[{ Customer: [] }]»`),
  },
  { name: "scopes without a list", files: jwt(`key: { env: KEY }`, `[{ Customer: «orders|[orders]» }]`) },
  {
    name: "what is needed as a list of names",
    files: jwt(`key: { env: KEY }`, `[«Customer|{ Customer: [] }»]`),
  },
  {
    name: "a token in a field of its own",
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «X-Token|Authorization»`),
  },
  {
    name: "a token in the query",
    files: jwt(`key: { env: KEY }`, undefined, `in: «query|header»\n    name: Authorization`),
  },
  {
    name: "a cookie without its name",
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «Cookie|Authorization»`),
  },
  {
    name: "a secret that is no Base64URL",
    files: jwt(`key: «my secret key!|bXktc2VjcmV0LWtleS10aGF0LWlzLWxvbmctZW5vdWdo»`),
  },
  { name: "an origin with a slash at its end", files: cors(`allowed-origins: "https://shop.example«/|»"`) },
  {
    name: "an origin of another site without a scheme",
    files: cors(`allowed-origins: "«shop.example|https://shop.example»"`),
  },
  { name: "an origin with a wildcard", files: cors(`allowed-origins: ["https://«*|shop».example"]`) },
  {
    name: "all origins, with cookies",
    files: cors(
      `allowed-origins: «"*", allow-credentials: true|"https://shop.example", allow-credentials: true»`,
    ),
  },
  { name: "origins in other words", files: cors(`«allow-origins|allowed-origins»: "*"`) },
  {
    name: "cookies that are switched by a word",
    files: cors(`allowed-origins: "https://shop.example", allow-credentials: «"yes"|true»`),
  },
  {
    name: "a mode of the configuration that there is not",
    files: config(`<validation request="«yes|true»"/>`),
  },
  {
    name: "an element of the configuration in the plural",
    files: config(`<«validations|validation» request="true"/>`),
  },
  {
    name: "an attribute of the configuration in the plural",
    files: config(`<validation «requests|request»="true"/>`),
  },
  { name: "a description that is not there", files: config(`<definition src="../«api|swagger».yaml"/>`) },
  {
    name: "an expression without braces",
    files: config(`<validation request="«$env/CHECK|{$env/CHECK}»"/>`),
  },
  {
    name: "a condition of the configuration that is none",
    files: config(`<validation request="true" if="$server/role =«=|» 'a'"/>`),
  },
  {
    name: "a condition of the configuration that never is",
    files: config(`<validation request="true" if="$server/«rol|role» = 'production'"/>`),
  },
  { name: "a time with its unit", files: config(`<ldap timeout="3«s|»"/>`) },
  { name: "authorities that are not there", files: config(`<ldap «cacert-src="ca.pem"|timeout="3"»/>`) },
  {
    name: "an origin of the configuration by another attribute",
    files: config(`<cors «origins|allowed-origins»="https://shop.example"/>`),
  },
  {
    name: "a setting outside of its element",
    files: {
      "conf/config.xml": `<config>\n  «<validation request="true"/>|<flat><validation request="true"/></flat>»\n</config>\n`,
    },
  },
  {
    name: "a user without a password",
    files: { "orders.xml": flowFile(`<auth><user name="ada" «password|pass»="secret"/></auth>`) },
  },
  {
    name: "a user without his list",
    files: {
      "orders.xml": flowFile(`<auth «name="ada" pass="secret"/>|><user name="ada" pass="secret"/></auth>»`),
    },
  },
  {
    name: "a directory that is not there",
    files: {
      "orders.xml": flowFile(`<serve dir="«sites|site»" fallback-doc="/index.html"/>`),
      "site/index.html": "<p>hello</p>",
    },
  },
  {
    name: "a page that is not there",
    files: {
      "orders.xml": flowFile(`<serve dir="site" fallback-doc="/«home|index».html"/>`),
      "site/index.html": "<p>hello</p>",
    },
  },
  {
    name: "a level that there is not",
    files: { "orders.xml": flowFile(`<debug level="«trace|debug»" in="$request"/>`) },
  },
  {
    name: "a topic of a debug without a value",
    files: { "orders.xml": flowFile(`<«debug|debug in="$request"» channel="orders"/>`) },
  },
  {
    name: "a setting that has no effect",
    files: {
      "orders.xml": flowFile(`<set-config><flat><«log level="debug"|ldap timeout="3"»/></flat></set-config>`),
    },
  },
];
