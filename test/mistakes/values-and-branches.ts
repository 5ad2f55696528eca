import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const asked = `<request content="a">{ "url": "https://example.com/" }</request>`;

const condition = (test: string, before = ""): Mistake => ({
  code: "FLOW2057",
  says: /is always there/,
  flow: `${before}<if test="${test}"><set-status code="201"/></if><template>1</template>`,
});

const claims = (json: string, before = ""): Mistake => ({
  code: "FLOW2144",
  flow: `${before}<template out="$claims">{ "sub": "a", ${json} }</template><template>{{ jwt-encode($claims, $env/KEY) }}</template>`,
});

const sheet = (content: string, code: Mistake["code"], top = ""): Mistake => ({
  ...(code && { code }),
  files: {
    "orders.xml": flowFile(`<xslt in="$body" src="sheet.xsl"/>`),
    "sheet.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${top}
<xsl:template match="/"><o>${content}</o></xsl:template>
</xsl:stylesheet>`,
  },
});

const format = (format: string) => `{ type: string, format: ${format} }`;

const dates = (test: string): Mistake => ({
  code: "FLOW2143",
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders/{day}:
    post:
      x-flow: orders.xml
      parameters:
        - { in: path, name: day, required: true, type: string, format: date }
        - { in: query, name: from, type: string, format: date-time }
        - { in: query, name: year, type: string }
        - { in: header, name: x-since, type: string, format: date }
        - in: body
          name: order
          schema: { type: object, properties: { due: ${format("date-time")}, year: { type: string }, days: { type: array, items: ${format("date")} } } }
`,
    "orders.xml": flowFile(`<if test="${test}"><set-status code="201"/></if><template>1</template>`),
  },
});

const keyword = (written: string): Mistake => ({
  code: "FLOW1213",
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    post:
      x-flow: orders.xml
      parameters: [{ in: body, name: order, schema: { type: object, properties: { a: { type: array, items: {} } }, ${written} } }]
`,
  },
});

const asserted = (assertion: string): Mistake => ({
  code: "FLOW6012",
  files: {
    "tests/orders.xml": `<flow-test>
  <test-request>{ "path": "/api/orders" }</test-request>
  <assert>[ ${assertion} ]</assert>
</flow-test>
`,
  },
});

/** Members that are always there, branches that are alike, times and dates that are none, paths that begin anew. */
export const valuesAndBranches: Mistakes = {
  // Members that are there in every request, or behind a request that has been sent in any case.
  "a condition that is the method": condition("«$request/method|$request/method = 'GET'»"),
  "a path that is not there": condition("not(«$request/path|$request/query»)"),
  "all header fields": condition("«$request/headers|$request/headers/x-key»"),
  "the name of the server": condition("boolean(«$server/name|$server/role»)"),
  "a status that is not there": condition("not(«$upstream/a/status|$upstream/a/status = 200»)", asked),
  "the answer as a whole": condition("«$upstream/a|$upstream/a/error»", asked),
  "a part of a condition": condition(
    "$request/get/b and «$upstream/a/headers|$upstream/a/headers/etag»",
    asked,
  ),
  "one of several requests": condition(
    "«$upstream/b/url|$upstream/b/status = 200»",
    `<requests>{ "b": { "url": "https://example.com/" } {{if $request/get/c}}, "c": { "url": "https://example.com/" } {{end}} }</requests><eval out="$c">$upstream/c/status</eval><set-status code="202" if="$upstream/c and $c"/>`,
  ),
  "an answer that a condition before the request leaves out": condition(
    "«$request/url|$upstream/b/status»",
    `<request content="b" if="$request/get/b">{ "url": "https://example.com/" }</request>`,
  ),
  "a condition of a template": {
    code: "FLOW2057",
    flow: `<template>{ {{if «$request/host|$request/cookies»}} "a": 1 {{end}} }</template>`,
  },
  // Branches.
  "actions that are the same on each way": {
    code: "FLOW2141",
    flow: `«!<if test="$request/get/a">|<if test="$request/get/a">»<set-status code="201"/></if><elseif test="$request/get/b"><set-status code="201"/></elseif><else><!-- or else --> <set-status code="«201|202»"/></else><template>1</template>`,
  },
  "JSON that is the same on each way": {
    code: "FLOW2141",
    flow: `<template>{ {{if $request/get/a}} "id": 1 {{else}} «"id":  1|"id": 2» {{end}} }</template>`,
  },
  "elements that are the same on each way": sheet(
    `«!<xsl:choose>|<xsl:choose>»<xsl:when test="/a/b"><x/></xsl:when><xsl:otherwise><«x|y»/></xsl:otherwise></xsl:choose>`,
    "FLOW2141",
  ),
  // Times of tokens.
  "an end in milliseconds": claims(`"exp": «{{ unixtime() * 1000 + 3600 }}|{{ unixtime() + 3600 }}»`),
  "an end in milliseconds, by way of a variable": claims(
    `"exp": «!{{ $now + 3600 }}|{{ $now + 3600 }}»`,
    `<eval out="$now">«1000 * unixtime()|unixtime()»</eval>`,
  ),
  "a beginning in milliseconds": claims(`"nbf": «1700000000000|1700000000»`),
  "an end as a number of seconds": claims(`"exp": «3600|{{ unixtime() + 3600 }}»`),
  "a time as a text": claims(`"iat": «"now"|{{ unixtime() }}»`),
  "a token that is over at once": claims(`"exp": «{{ unixtime() }}|{{ unixtime() + 60 }}»`),
  // Dates in order.
  "a parameter of the path that is a date": dates("«$request/params/day|$request/get/year» &lt; 2024"),
  "a parameter of the query that is a date": dates("«$request/get/from|$request/get/year» >= $request/get/a"),
  "a field that is a date": dates(
    "$request/get/a > «$request/headers/x-since|translate($request/headers/x-since, '-', '')»",
  ),
  "a member that is a date": dates("«$body/json/due|$body/json/year» &lt;= 2024"),
  "a date in an array": dates("«$body/json/days/value[1]|$body/json/year» > 2024"),
  "a comma, character by character": {
    code: "FLOW2145",
    flow: `<template>{ "n": {{ number(translate($request/get/n, «".", ","|",", "."»)) }} }</template>`,
  },
  "a comma in place of a point": {
    code: "FLOW2145",
    flow: `<template>{ "n": {{ number(replace($request/get/n, «"\\.", ","|",", "."»)) }} }</template>`,
  },
  // Stylesheets.
  "a tree as a test": sheet(
    `<xsl:variable name="v"><xsl:value-of select="/a/b"/></xsl:variable><xsl:if test="«$v|string($v)»"><x/></xsl:if>`,
    "FLOW2142",
  ),
  "a tree that is not there": sheet(
    `<xsl:variable name="v"><xsl:value-of select="/a/b"/></xsl:variable><xsl:choose><xsl:when test="/a and not(«$v|$v != ''»)"><x/></xsl:when><xsl:otherwise><y/></xsl:otherwise></xsl:choose>`,
    "FLOW2142",
  ),
  "a tree of the stylesheet": sheet(
    `<xsl:value-of select="boolean(«$v|string($v)»)"/>`,
    "FLOW2142",
    `<xsl:variable name="v">no</xsl:variable>`,
  ),
  "a value of the first item": sheet(
    `<xsl:for-each select="/items/item"><xsl:value-of select="«/items/item/name|name»"/></xsl:for-each>`,
    "FLOW2136",
  ),
  "an attribute of the first item": sheet(
    `<xsl:for-each select="/items/item"><x a="{«/items/item/@id|@id»}"/></xsl:for-each>`,
    "FLOW2136",
  ),
  "the parts of all items": sheet(
    `<xsl:for-each select="/items/item"><p><xsl:copy-of select="«/items/item/part|part»"/></p></xsl:for-each>`,
    "FLOW2136",
  ),
  "a loop over the parts of all items": sheet(
    `<xsl:for-each select="/items/item"><xsl:for-each select="«/items/item/part|part»"><xsl:value-of select="concat(., /items/@at)"/></xsl:for-each></xsl:for-each>`,
    "FLOW2136",
  ),
  // Keywords of later versions.
  ...Object.fromEntries(
    [
      "dependentRequired: { a: [b] }",
      "dependentSchemas: { a: { required: [b] } }",
      "unevaluatedProperties: false",
      "prefixItems: [{ type: string }]",
      "minContains: 1",
    ].map((written) => [
      `${written.split(":", 1)} before OpenAPI 3.1`,
      keyword(`«${written}|required: [a]»`),
    ]),
  ),
  // Media types, wherever a description has them as names.
  ...Object.fromEntries(
    (
      [
        ["an example of Swagger", "2.0", (type: string) => `examples: { ${type}: { a: 1 } }`],
        ["a response", "3.0.3", (type: string) => `content: { ${type}: { schema: { type: object } } }`],
      ] as const
    ).map(([name, version, message]): [string, Mistake] => [
      `a media type of ${name}`,
      {
        code: "FLOW1146",
        files: {
          "swagger.yaml": `${version === "2.0" ? "swagger" : "openapi"}: "${version}"
paths:
  /orders:
    get:
      x-flow: orders.xml
      responses: { 200: { description: OK, ${message("«aplication|application»/json")} } }
`,
          "orders.xml": flowFile("<template>{}</template>"),
        },
      },
    ]),
  ),
  // Errors that are none.
  "a code for a status": {
    code: "FLOW2146",
    flow: `<error if="$request/get/a = 'b'">{ "message": "No id", "code": «404|4040» }</error><template>{}</template>`,
  },
  "a code for a status beside members that may be there": {
    code: "FLOW2146",
    flow: `<error if="$request/get/a = 'b'">{ "code": 400«| , "status": 400» {{if $request/get/c}} , "info": ["c"] {{end}} }</error><template>{}</template>`,
  },
  // Assertions that hold for errors, too.
  "any status from 200": asserted(`[ "«$status >= 200|$status = 200»", true ]`),
  "any status below 600": asserted(`[ "«600 > $status|$status &lt; 300»" ]`),
};
