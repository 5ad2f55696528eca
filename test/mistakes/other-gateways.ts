import { requestMembers } from "../../compiler/diagnostics/foreign-names.js";
import type { Mistake, Mistakes } from "./support.js";

const description = (scheme: string, operation = "") => `openapi: 3.0.0
info: { title: Orders, version: "1" }
components:
  securitySchemes:
    user: { ${scheme} }
paths:
  /orders:
    get:
      security: [{ user: [] }]
      x-flow: orders.xml
      responses: { "200": { description: Orders } }
${operation}`;

const token = (members: string): Mistake => ({
  files: { "swagger.yaml": description(`type: http, scheme: bearer, x-flow-jwt: { ${members} }`) },
});

const limit = (members: string): Mistake => ({
  files: {
    "swagger.yaml": description(
      "type: http, scheme: bearer, x-flow-jwt: { key: { env: KEY } }",
      `      x-flow-limit: { ${members} }\n`,
    ),
  },
});

const says = (mistake: Mistake, says: RegExp): Mistake => ({ ...mistake, says });

/** JSON that is none, and what to write. */
const json: Mistakes = Object.fromEntries(
  (
    [
      ["a decimal comma", `{ "vat": 0«,19|.19» }`, /decimal point/],
      ["a decimal comma before a member", `{ "vat": 0,«19|"c": 1», "b": 2 }`, /decimal point/],
      ["True", `{ "a": «True|true» }`, /Write true/],
      ["FALSE", `{ "a": «FALSE|false» }`, /Write false/],
      ["None", `{ "a": «None|null» }`, /Write null/],
      ["undefined", `{ "a": «undefined|null» }`, /Write null/],
      ["NaN", `{ "a": «NaN|null» }`, /no such number/],
      ["Infinity", `{ "a": «Infinity|null» }`, /no such number/],
      ["a name without quotes", `{ «name|"name"»: 1 }`, /double quotes/],
      ["a text without quotes", `{ "name": «Ada|"Ada"» }`, /double quotes/],
      ["backticks", '{ "name": «`Ada`|"Ada"» }', /double quotes/],
      ["typographic quotes", `{ "name": «“Ada”|"Ada"» }`, /double quotes/],
      ["a plus", `{ "a": «+1|1» }`, /without its \+/],
      ["no digit before the point", `{ "a": «.5|0.5» }`, /before the point/],
      ["no digit behind the point", `{ "a": «5.|5» }`, /behind the point/],
      ["a zero in front", `{ "a": «007|7» }`, /zeros in front/],
      ["a hexadecimal number", `{ "a": «0x1F|31» }`, /decimal digits/],
      ["digits in groups", `{ "a": «1_000|1000» }`, /without _/],
      ["a date", `{ "a": «2024-01-01|"2024-01-01"» }`, /double quotes/],
      ["a comma at the end", `{ "a": 1«,|» «!}|}»`, /Leave it out/],
      ["a comma at the end of a list", `[ 1«,|» «!]|]»`, /Leave it out/],
      ["no comma", `{ "a": 1«|,» «!"b"|"b"»: 2 }`, /Write a comma/],
      ["an equals sign", `{ "a" «=|:» 1 }`, /Write :/],
      ["a semicolon", `{ "a": 1«;|,» "b": 2 }`, /Write a comma/],
      ["a line comment", `{ "a": 1«// one\n|» }`, /\{\{\/\/ … \}\}/],
      ["a block comment", `{ "a": 1 «/* one */|» }`, /\{\{\/\/ … \}\}/],
      ["an escape of JavaScript", `{ "a": «"\\x41"|"A"» }`, /backslash/],
    ] as const
  ).map(([name, template, words]) => [
    `JSON: ${name}`,
    { flow: `<template>${template}</template>`, says: words },
  ]),
);

/** Members of requests elsewhere; all that are known. */
const requests: Mistakes = Object.fromEntries(
  [...requestMembers.keys()].map((name) => [
    `$request/${name}`,
    {
      flow: `<template>{ "a": {{ $request/«${name}|method» }} }</template>`,
      says: /\$(request|body|jwt)|Did you/,
    },
  ]),
);

const variables: Mistakes = Object.fromEntries(
  (
    [
      ["ctx", "$request/id"],
      ["headers", "$request/headers/accept"],
      ["query", "$request/get/page"],
      ["params", "$request/get/page"],
      ["cookies", "$request/cookies/session"],
      ["remoteAddr", "$request/client-address"],
      ["payload", "$body/json"],
      ["claims", "$request/headers/authorization"],
      ["process", "$env/NAME"],
      ["response", "$request/id"],
    ] as const
  ).map(([name, right]) => [
    `$${name}`,
    {
      flow: `<template>{ "a": {{ «$${name}¦${right}» }} }</template>`,
      says: /\$(request|body|jwt|env|upstream)/,
    },
  ]),
);

const expressions: Mistakes = {
  "a difference without spaces": says(
    {
      flow: `<eval out="$total">5</eval><eval out="$discount">1</eval><template>{ "a": {{ $total«-| - »«!$discount|$discount» }} }</template>`,
    },
    /write \$total - \$discount/,
  ),
  "a difference of a number without spaces": says(
    { flow: `<eval out="$total">5</eval><template>{ "a": {{ «$total-1|$total - 1» }} }</template>` },
    /write \$total - 1/,
  ),
  "a difference of paths without spaces": says(
    { flow: `<eval out="$a">$request/get/a«-| - »«!$request|$request»/get/b</eval>` },
    /write a - \$request/,
  ),
  "a step that begins with a digit": says(
    { flow: `<template>{ "a": {{ $body/json/«2fa|*[name() = '2fa']» }} }</template>` },
    /\*\[name\(\) = '2fa'\]/,
  ),
  "document()": says(
    {
      files: {
        "orders.xml": `<flow><eval out="$a">«document|json-doc»("a.json")</eval></flow>`,
        "a.json": "{}",
      },
    },
    /fit-document.*json-doc/,
  ),
};

const callers: Mistakes = Object.fromEntries(
  (
    [
      ["a parameter", `<sub-flow src="load.xml">«<param name="a">1</param>|»</sub-flow>`],
      ["a parameter of XSLT", `<sub-flow src="load.xml">«<with-param name="a" select="1"/>|»</sub-flow>`],
      ["a parameter as attribute", `<sub-flow src="load.xml" «customer="1"|»/>`],
    ] as const
  ).map(([name, flow]) => [
    `${name} of a sub-flow`,
    {
      files: { "orders.xml": `<flow>${flow}</flow>`, "load.xml": "<flow><template>1</template></flow>" },
      says: /knows all variables/,
    },
  ]),
);

const commas: Mistakes = Object.fromEntries(
  (
    [
      ["behind pairs", `{ {{: $body/json/a }} «,|» "b": 1 }`],
      ["before pairs", `{ "b": 1 «,|{{,}}» {{: $body/json/a }} «!}|}»`],
      ["in a loop", `[ {{loop $body/json/a/value}} 1 «,|» {{end}} «!]|]»`],
      ["behind a loop", `[ {{loop $body/json/a/value}} 1 {{end}} «,|{{,}}» 2 ]`],
      ["before a condition", `{ "b": 2 «,|{{,}}» {{if $request/get/a}} "a": 1 {{end}} «!}|}»`],
      [
        "between conditions",
        `{ {{if $request/get/a}} "a": 1 {{end}} «,|{{,}}» {{if $request/get/b}} "b": 1 {{end}} }`,
      ],
    ] as const
  ).map(([name, template]) => [
    `a comma ${name}`,
    {
      flow: `<template>${template}</template>`,
      code: "FLOW3010",
      says: /in place of a comma|Leave it out: \{\{(:|loop)/,
    } as const,
  ]),
);

const settings: Mistakes = {
  "secret: of a token": says(token("«secret|key»: { env: KEY }"), /Did you mean key/),
  "algorithm: of a token": says(token("key: { env: KEY }, «algorithm|alg»: HS256"), /Did you mean alg/),
  "algorithms: of a token": says(token("key: { env: KEY }, «algorithms|alg»: [HS256]"), /Did you mean alg/),
  "issuer: of a token": says(
    token("key: { env: KEY }, «issuer: me|claims: { iss: me }»"),
    /Did you mean claims/,
  ),
  "jwks_uri: of a token": says(
    token(`alg: RS256, «jwks_uri|jwks-url»: "https://login.example/keys"`),
    /Did you mean jwks-url/,
  ),
  "scheme: jwt": says(
    {
      files: {
        "swagger.yaml": description("type: http, scheme: «jwt|bearer», x-flow-jwt: { key: { env: KEY } }"),
      },
    },
    /scheme: bearer/,
  ),
  "scheme: token": says(
    {
      files: {
        "swagger.yaml": description("type: http, scheme: «token|bearer», x-flow-jwt: { key: { env: KEY } }"),
      },
    },
    /scheme: bearer/,
  ),
  "limit: of a limit": says(limit("«limit|rate»: 5/min"), /Did you mean rate/),
  "max: of a limit": says(limit("«max|rate»: 5/min"), /Did you mean rate/),
  "per: of a limit": says(limit("rate: 5/min, «per|key»: $request/client-address"), /Did you mean key/),
  "capacity: of a limit": says(limit("rate: 5/min, «capacity|burst»: 9"), /Did you mean burst/),
};

/** What other gateways, languages and notations call it: the message says what to write. */
export const otherGateways: Mistakes = {
  ...json,
  ...requests,
  ...variables,
  ...expressions,
  ...callers,
  ...commas,
  ...settings,
  "a request without a URL": says(
    { flow: `<request content="user" «|url="https://users.example/"»>«!|»</request>` },
    /no url/,
  ),
};
