import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

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
export const configuration: Mistakes = {
  "a token without a key": { files: jwt(`«alg: HS256|key: { env: KEY }»`) },
  "an algorithm with swapped digits": { files: jwt(`key: { env: KEY }\nalg: «RS265|RS256»`) },
  "a family of algorithms in lower case": { files: jwt(`key: { env: KEY }\nalg: «hs256|HS256»`) },
  "a key of the environment as an expression": { files: jwt(`key: «$env/KEY|{ env: KEY }»`) },
  "a claim of the environment as an expression": {
    files: jwt(`key: { env: KEY }\nclaims: { aud: «$env/AUDIENCE|{ env: AUDIENCE }» }`),
  },
  "a key from a path": { files: jwt(`key: { «path: keys/shop.pem|env: KEY» }`) },
  "a file of a key that is not there": {
    files: jwt(`key: { «file: keys/shop.pem|env: KEY» }\nalg: ES256`),
  },
  "a public key for the default algorithm": {
    files: { ...jwt(`key: { file: «!shop.pem|shop.pem» }\n«claims: { a: b }|alg: ES256»`), "shop.pem": pem },
  },
  "a public key of another kind": {
    files: { ...jwt(`key: { file: «!shop.pem|shop.pem» }\nalg: «RS256|ES256»`), "shop.pem": pem },
  },
  "a variable without its sign": { files: jwt(`key: { env: KEY }\nout-var: «customer|$customer»`) },
  "claims as a list": { files: jwt(`key: { env: KEY }\nclaims: «[iss, aud]|{ iss: a }»`) },
  "a setting of tokens in camel case": { files: jwt(`key: { env: KEY }\n«outVar|out-var»: $customer`) },
  "a setting of tokens in the plural": {
    files: jwt(`key: { env: KEY }\n«scopes-claim|scope-claim»: roles`),
  },
  "a flow of a check that is not there": {
    files: {
      ...jwt(`key: { env: KEY }\npost-check-flow: «check.xml|checks/token.xml»`),
      "checks/token.xml": flowFile(`<error if="not($jwt/sub)" status="403"/>`),
    },
  },
  "a set of keys with a secret's algorithm": {
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: «HS256|RS256»`),
  },
  "a set of keys without an algorithm": {
    files: jwt(`«!jwks-url|jwks-url»: https://login.example/jwks.json\n«jwks-ttl: 60|alg: RS256»`),
  },
  "a set of keys without TLS": {
    files: jwt(`jwks-url: «http|https»://login.example/jwks.json\nalg: RS256`),
  },
  "a lifetime of keys as a duration": {
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: RS256\njwks-ttl: «1h|3600»`),
  },
  "a lifetime of keys in milliseconds": {
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: RS256\njwks-ttl: «600000|600»`),
  },
  "a key and a set of keys": {
    files: jwt(`«key: { env: KEY }\njwks-url|jwks-url»: https://login.example/jwks.json\nalg: RS256`),
  },
  "what is needed without a list": {
    files: jwt(`key: { env: KEY }`, `«{ Customer: [] }|[{ Customer: [] }]»`),
  },
  "scopes without a list": { files: jwt(`key: { env: KEY }`, `[{ Customer: «orders|[orders]» }]`) },
  "what is needed as a list of names": {
    files: jwt(`key: { env: KEY }`, `[«Customer|{ Customer: [] }»]`),
  },
  "a token in a field of its own": {
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «X-Token|Authorization»`),
  },
  "a token in the query": {
    files: jwt(`key: { env: KEY }`, undefined, `in: «query|header»\n    name: Authorization`),
  },
  "a cookie without its name": {
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «Cookie|Authorization»`),
  },
  "a secret that is no Base64URL": {
    files: jwt(`key: «my secret key!|bXktc2VjcmV0LWtleS10aGF0LWlzLWxvbmctZW5vdWdo»`),
  },
  "an origin with a slash at its end": { files: cors(`allowed-origins: "https://shop.example«/|»"`) },
  "an origin of another site without a scheme": {
    files: cors(`allowed-origins: "«shop.example|https://shop.example»"`),
  },
  "an origin with a wildcard": { files: cors(`allowed-origins: ["https://«*|shop».example"]`) },
  "all origins, with cookies": {
    files: cors(
      `allowed-origins: «"*", allow-credentials: true|"https://shop.example", allow-credentials: true»`,
    ),
  },
  "origins in other words": { files: cors(`«allow-origins|allowed-origins»: "*"`) },
  "cookies that are switched by a word": {
    files: cors(`allowed-origins: "https://shop.example", allow-credentials: «"yes"|true»`),
  },
  "a mode of the configuration that there is not": {
    files: config(`<validation request="«yes|true»"/>`),
  },
  "an element of the configuration in the plural": {
    files: config(`<«validations|validation» request="true"/>`),
  },
  "an attribute of the configuration in the plural": {
    files: config(`<validation «requests|request»="true"/>`),
  },
  "a description that is not there": { files: config(`<definition src="../«api|swagger».yaml"/>`) },
  "an expression without braces": {
    files: config(`<validation request="«$env/CHECK|{$env/CHECK}»"/>`),
  },
  "a condition of the configuration that is none": {
    files: config(`<validation request="true" if="$server/role =«=|» 'a'"/>`),
  },
  "a condition of the configuration that never is": {
    files: config(`<validation request="true" if="$server/«rol|role» = 'production'"/>`),
  },
  "a time with its unit": { files: config(`<ldap timeout="3«s|»"/>`) },
  "authorities that are not there": { files: config(`<ldap «cacert-src="ca.pem"|timeout="3"»/>`) },
  "an origin of the configuration by another attribute": {
    files: config(`<cors «origins|allowed-origins»="https://shop.example"/>`),
  },
  "a setting outside of its element": {
    files: {
      "conf/config.xml": `<config>\n  «<validation request="true"/>|<flat><validation request="true"/></flat>»\n</config>\n`,
    },
  },
  "a user without a password": `<auth><user name="ada" «password|pass»="secret"/></auth>`,
  "a user without his list": `<auth «name="ada" pass="secret"/>|><user name="ada" pass="secret"/></auth>»`,
  "a directory that is not there": {
    files: {
      "orders.xml": flowFile(`<serve dir="«sites|site»" fallback-doc="/index.html"/>`),
      "site/index.html": "<p>hello</p>",
    },
  },
  "a page that is not there": {
    files: {
      "orders.xml": flowFile(`<serve dir="site" fallback-doc="/«home|index».html"/>`),
      "site/index.html": "<p>hello</p>",
    },
  },
  "a level that there is not": `<debug level="«trace|debug»" in="$request"/>`,
  "a topic of a debug without a value": `<«debug|debug in="$request"» channel="orders"/>`,
  "a setting that has no effect": `<set-config><flat><«log level="debug"|ldap timeout="3"»/></flat></set-config>`,
};
