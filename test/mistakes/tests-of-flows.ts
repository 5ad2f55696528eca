import type { Mistake, Mistakes } from "./support.js";

const api = `swagger: "2.0"
basePath: /api
x-flow-docs: { page: /docs }
paths:
  /orders:
    get: { x-flow: orders.xml }
    post: { x-flow: add.xml }
  /orders/{id}.json:
    get: { x-flow: orders.xml }
  /files/**: { x-flow: add.xml }
  /:
    get: { x-flow: add.xml }
`;

const orders = `<flow>
  <request content="shop">{ "url": {{ concat($env/SHOP_API, "/orders") }} }</request>
  <log>{ "shopUser": {{ $request/get/user }} }</log>
  <error if="$upstream/shop/status != 200" status="502"/>
  <template>{ "items": {{ content("shop")/json/items }} }</template>
</flow>
`;

const add = `<flow><set-status code="201"/><template>{ "ok": true }</template></flow>`;

/** A test that consists of these actions. */
const test = (code: `FLOW${number}`, actions: string): Mistake => ({
  code,
  files: {
    "swagger.yaml": api,
    "orders.xml": orders,
    "add.xml": add,
    "tests/orders.xml": `<flow-test>\n${actions}\n</flow-test>\n`,
  },
});

const ask = `<test-request>{ "path": "/api/orders" }</test-request>\n`;

const asked = (path: string, others = "", assertion = `[ "$status", 200 ]`): string =>
  `<test-request>{ "path": "${path}"${others} }</test-request>\n<assert>[ ${assertion} ]</assert>`;

const asserted = (code: `FLOW${number}`, assertions: string): Mistake =>
  test(code, `${ask}<assert>[ ${assertions} ]</assert>`);

const byMethod = ["PUT", "PATCH", "DELETE"].map((method): [string, Mistake] => [
  `a path without ${method}`,
  test("FLOW6017", asked("/api/orders", `, "method": "«${method}|POST»"`, `[ "$status", 201 ]`)),
]);

const byText = ["200 OK", "OK", "2xx", ""].map((text): [string, Mistake] => [
  `a status that is "${text}"`,
  asserted("FLOW6020", `[ "$status", «"${text}"|200» ]`),
]);

const conditions = [
  "$status = 200",
  "not($status = 404)",
  "contains($response, 'a')",
  "$status < 300 and $response",
];

/** Tests that cannot pass, or that say nothing. */
export const testsOfFlows: Mistakes = {
  "a parameter of the test's own request": asserted("FLOW6024", `[ "«$request/get/limit|$status»", 200 ]`),
  "a pattern that is found in every text": test(
    "FLOW6010",
    `${ask}<assert>[ [ "$response", { "pattern": "«#[0-9a-f-]*#|#^[0-9a-f-]+$#»" } ] ]</assert>`,
  ),
  "a path without the base path": test("FLOW6016", asked("«|/api»/orders")),
  "a path that there is not": test("FLOW6016", asked("/api/order«|s»")),
  "a path with a segment more": test("FLOW6016", asked("/api/orders«/7|/7.json»")),
  "a path with a query": test("FLOW6016", asked("/api/«oders|orders»?limit=5")),
  "a path below that of a wildcard": test("FLOW6016", asked("/api/file«|s»/a/b")),
  "a path that other programs serve": test("FLOW6016", asked("/«swagger|api/docs»")),
  "a status of success in a condition": test("FLOW6016", asked("/api/order«|s»", "", `[ "$status = 200" ]`)),
  "a status of success as a text": test("FLOW6016", asked("/api/order«|s»", "", `[ "$status", "200" ]`)),
  "a path that is asserted to be there": test(
    "FLOW6016",
    asked("/api/«!order|order»", "", `[ "$status", «200|404» ]`),
  ),
  ...Object.fromEntries(byMethod),
  "a body where there is no POST": test(
    "FLOW6017",
    asked("«!/api/orders/7.json|/api/orders»", `, "body": { "value": {} }`),
  ),
  "an environment behind the request": test(
    "FLOW6018",
    `${ask}«<set-env>{ "SHOP_API": "a" }</set-env>|»<assert>[ [ "$status", 502 ] ]</assert>`,
  ),
  "an environment that differs in a word": test(
    "FLOW4193",
    `<set-env>{ "«SHOP_URL|SHOP_API»": "a" }</set-env>\n${asked("/api/orders")}`,
  ),
  "a field that is logged with another case": asserted("FLOW6023", `[ "get-log()/shop«u|U»ser", null ]`),
  "a field that is logged without a hyphen": asserted("FLOW6023", `[ "get-log()/shop«-u|U»ser", "ada" ]`),
  ...Object.fromEntries(
    conditions.map((condition) => [
      `a message in the place of what ${condition} is`,
      asserted(
        "FLOW6019",
        `[ "${condition.replace("<", "&lt;")}", «|true, »«!"it is there"|"it is there"» ]`,
      ),
    ]),
  ),
  "a number for a condition": asserted("FLOW6019", `[ "$status = 200", «200|true» ]`),
  "nothing for a condition": asserted("FLOW6019", `[ "$status = 200", «null|false» ]`),
  ...Object.fromEntries(byText),
  "a status that is none": asserted("FLOW6020", `[ "$status", «null|404» ]`),
  "a status that is true": asserted("FLOW6020", `[ "$status", «true|404» ]`),
  "a status that is too short": asserted("FLOW6020", `[ "$status", «20|200» ]`),
  "an assertion twice": asserted("FLOW6021", `[ "$status", 200 ], «[ "$status", 200 ]|[ "$response", "a" ]»`),
  "an assertion twice with another message": asserted(
    "FLOW6021",
    `[ "$status", 200, "a" ], «[ "$status", 200, "b" ]|[ "$response", "a" ]»`,
  ),
  "an assertion twice, and true": asserted(
    "FLOW6021",
    `[ "$response" ], «[ "$response", true ]|[ "$headers/a", "b" ]»`,
  ),
  "an assertion under its own condition": test(
    "FLOW2059",
    `${ask}«<if test="$status = 200">|<if test="$headers/etag">»<assert>[ [ "«!$status|$status»", 200 ] ]</assert></if>`,
  ),
  "an assertion with its own condition": test(
    "FLOW2059",
    `${ask}<assert if="«$status = 200|$headers/etag»">[ [ "«!$status|$status»", 200 ] ]</assert>\n<assert>[ [ "$status", 200 ] ]</assert>`,
  ),
  "an assertion of a text under its own condition": test(
    "FLOW2059",
    `${ask}<if test="«json-parse($response)/a = 'b'|$headers/etag»"><assert>[ [ "«!json-parse($response)/a|json-parse($response)/a»", "b" ] ]</assert></if>`,
  ),
  "JSON in a text": test(
    "FLOW4179",
    asked("/api/orders", `, "body": { "value": «"{ \\"item\\": \\"tea\\" }"|{ "item": "tea" }» }`),
  ),
  "a query twice": test("FLOW4041", asked("/api/orders«?limit=5|»", `, "query": { "offset": 10 }`)),
  "a wait in milliseconds": test(
    "FLOW6022",
    `<backend-flow request="shop" wait="«500|0.5»"><template>{ "items": [] }</template></backend-flow>\n${asked("/api/orders")}`,
  ),
};
