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
  "a key of the environment as an expression": { files: jwt(`key: «$env/KEY|{ env: KEY }»`) },
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
  "a check that refuses nobody": {
    code: "FLOW2147",
    files: {
      ...jwt(`key: { env: KEY }\npost-check-flow: check.xml`),
      "check.xml": flowFile(`<«set-status|error» if="not($jwt/sub)" «code|status»="403"/>`),
    },
  },
  "a status without the end of the request": {
    code: "FLOW2147",
    files: {
      ...jwt(`key: { env: KEY }\npost-check-flow: check.xml`),
      "check.xml": flowFile(
        `<if test="not($jwt/sub)"><template>{}</template>«<set-status code="403"/>|<error status="403"/>»</if>`,
      ),
    },
  },
  "a set of keys without an algorithm": {
    files: jwt(`«!jwks-url|jwks-url»: https://login.example/jwks.json\n«jwks-ttl: 60|alg: RS256»`),
  },
  "a lifetime of keys as a duration": {
    files: jwt(`jwks-url: https://login.example/jwks.json\nalg: RS256\njwks-ttl: «1h|3600»`),
  },
  "what is needed without a list": {
    files: jwt(`key: { env: KEY }`, `«{ Customer: [] }|[{ Customer: [] }]»`),
  },
  "scopes without a list": { files: jwt(`key: { env: KEY }`, `[{ Customer: «orders|[orders]» }]`) },
  "a token in a field of its own": {
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «X-Token|Authorization»`),
  },
  "a cookie without its name": {
    files: jwt(`key: { env: KEY }`, undefined, `in: header\n    name: «Cookie|Authorization»`),
  },
  "an origin of another site without a scheme": {
    files: cors(`allowed-origins: "«shop.example|https://shop.example»"`),
  },
  "cookies that are switched by a word": {
    files: cors(`allowed-origins: "https://shop.example", allow-credentials: «"yes"|true»`),
  },
  "an attribute of the configuration in the plural": {
    files: config(`<validation «requests|request»="true"/>`),
  },
  "a description that is not there": { files: config(`<definition src="../«api|swagger».yaml"/>`) },
  "an expression without braces": {
    files: config(`<validation request="«$env/CHECK|{$env/CHECK}»"/>`),
  },
  "a condition of the configuration that never is": {
    files: config(`<validation request="true" if="$server/«rol|role» = 'production'"/>`),
  },
  "a time with its unit": { files: config(`<ldap timeout="3«s|»"/>`) },
  "authorities that are not there": { files: config(`<ldap «cacert-src="ca.pem"|timeout="3"»/>`) },
  "an origin of the configuration by another attribute": {
    files: config(`<cors «origins|allowed-origins»="https://shop.example"/>`),
  },
  "a user without a password": `<auth><user name="ada" «password|pass»="secret"/></auth>`,
  "a user without his list": `<auth «name="ada" pass="secret"/>|><user name="ada" pass="secret"/></auth>»`,
  "a directory that is not there": {
    files: {
      "orders.xml": flowFile(`<serve dir="«sites|site»" fallback-doc="/index.html"/>`),
      "site/index.html": "<p>hello</p>",
    },
  },
  "a topic of a debug without a value": `<«debug|debug in="$request"» channel="orders"/>`,
  "a setting that has no effect": `<set-config><flat><«log level="debug"|ldap timeout="3"»/></flat></set-config>`,
};
