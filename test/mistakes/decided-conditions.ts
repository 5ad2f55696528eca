import type { Mistakes } from "./support.js";

const ordersApi = (rest: string) => `swagger: "2.0"
basePath: /api
paths:
  /orders:
${rest}`;

const withStatus = (flow: string) => ({
  "swagger.yaml": ordersApi(`    post:
      x-flow: orders.xml
      parameters:
        - in: body
          name: order
          schema:
            type: object
            properties:
              status: { type: string, enum: [open, paid, sent] }
              count: { type: integer }
              active: { type: boolean }
              name: { type: string }
`),
  "orders.xml": `<flow>
  ${flow}
</flow>
`,
});

/** Conditions and branches of which the build can tell how they go. */
export const decidedConditions: Mistakes = {
  // Constants.
  "a number as a condition": {
    flow: `<set-status code="201" if="«1|$request/get/a»"/>`,
    code: "FLOW2057",
  },
  "an operand that is a joined text": {
    flow: `<if test="«concat('a', $request/get/a)|$request/get/a»"><set-status code="201"/></if>`,
    code: "FLOW2057",
  },
  "two texts that differ": {
    flow: `<if test="«'a' = 'b'|$request/get/a = 'b'»"><set-status code="201"/></if>`,
    code: "FLOW2057",
  },
  "true() in a template": {
    flow: `<template>{ "a": {{if «true()|$request/get/a»}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2057",
  },
  "a text in a predicate": {
    flow: `<template>{ "a": {{ $body/json/rows/value[«'id'|id = 3»]/name }} }</template>`,
    code: "FLOW2057",
  },
  // Values that can never be.
  "a method in small letters, negated": {
    flow: `<error if="$request/method != «'Post'|'GET'»" status="405"/>`,
    code: "FLOW2058",
  },
  "a method that no route has": {
    files: {
      "swagger.yaml": ordersApi(`    get:
      x-flow: orders.xml
    post:
      x-flow: orders.xml
`),
      "orders.xml": `<flow>
  <if test="$request/method = «'PUT'|'POST'»"><set-status code="201"/></if>
</flow>
`,
    },
    code: "FLOW2058",
  },
  "a method that no route to a sub-flow has": {
    files: {
      "orders.xml": `<flow><sub-flow src="audit.xml"/></flow>\n`,
      "audit.xml": `<flow><error if="$request/method = «'DELETE'|'GET'»" status="403"/></flow>\n`,
    },
    code: "FLOW2058",
  },
  "a status with a class": {
    flow: `<request content="a">{ "url": "https://example.com/" }</request><error if="$upstream/a/status = «'4xx'|'404'»" status="502"/>`,
    code: "FLOW2058",
  },
  "a status of two digits": {
    flow: `<request content="a">{ "url": "https://example.com/" }</request><if test="$upstream/a/status &lt; «20|300»"><set-status code="201"/></if>`,
    code: "FLOW2058",
  },
  "a value in capital letters that an enum excludes": {
    files: withStatus(`<error if="$body/json/status != «'OPEN'|'open'»" status="409"/>`),
    code: "FLOW2058",
  },
  "a value that an enum excludes, by way of a variable": {
    files: withStatus(
      `<eval out="$status">$body/json/status</eval><if test="$status = «'closed'|'sent'»"><set-status code="201"/></if>`,
    ),
    code: "FLOW2058",
  },
  "a value that an enum excludes, in a template": {
    files: withStatus(
      `<template in="$body">{ "a": {{if status = «'Paid'|'paid'»}} 1 {{else}} 2 {{end}} }</template>`,
    ),
    code: "FLOW2058",
  },
  "a boolean of a schema with a number": {
    files: withStatus(`<error if="$body/json/active = «1|'true'»" status="409"/>`),
    code: "FLOW2058",
  },
  // Conditions that contradict themselves.
  "a status of two classes": {
    flow: `<request content="a">{ "url": "https://example.com/" }</request><error if="$upstream/a/status >= 500 and «$upstream/a/status &lt; 400|$upstream/a/status &lt; 600»" status="502"/>`,
    code: "FLOW2059",
  },
  "less than 10 or more than 5": {
    flow: `<eval out="$n">number($request/get/n)</eval><error if="$n &lt; 10 or «$n > 5|$n > 50»" status="400"/>`,
    code: "FLOW2059",
  },
  "a value of what is not there": {
    flow: `<error if="not($request/get/a) and «$request/get/a = 'x'|$request/get/b = 'x'»" status="400"/>`,
    code: "FLOW2059",
  },
  "count below 0": {
    flow: `<error if="«count($body/json/items/value) &lt; 0|count($body/json/items/value) &lt; 1»" status="400"/>`,
    code: "FLOW2052",
  },
  "a length of 0 or more": {
    flow: `<error if="«string-length($request/get/a) >= 0|string-length($request/get/a) >= 10»" status="400"/>`,
    code: "FLOW2052",
  },
  // Both sides alike.
  "the same operand of and": {
    flow: `<error if="$request/get/a and «$request/get/a|$request/get/b»" status="400"/>`,
    code: "FLOW2059",
  },
  "a number that is less than itself": {
    flow: `<eval out="$n">number($request/get/n)</eval><error if="$n &lt; «$n|$request/get/limit»" status="400"/>`,
    code: "FLOW2060",
  },
  // Branches.
  "the opposite test inside": {
    flow: `<if test="$request/method = 'GET'"><if test="«$request/method = 'HEAD'|$request/get/b»"><set-status code="201"/></if></if>`,
    code: "FLOW2059",
  },
  "a test that a branch with break has answered": {
    flow: `<if test="$request/get/a = 'x'"><set-status code="204"/><break/></if><set-status code="202" if="«$request/get/a = 'x'|$request/get/a = 'y'»"/>`,
    code: "FLOW2059",
  },
  // Code that never runs.
  "an action behind branches that all end": {
    flow: `<if test="$request/get/a"><error status="400"/></if><else><set-status code="201"/>«<break/>|»</else>«!<set-status code="202"/>|<set-status code="202"/>»`,
    code: "FLOW4013",
  },
  "an action behind a return inside a branch": {
    flow: `<if test="$request/get/a"><return «|if="$request/get/b"»/>«!<set-status code="202"/>|<set-status code="202"/>»</if>`,
    code: "FLOW4013",
  },
  // Defaults that nothing needs.
  "a default of a constant": {
    flow: `<template>{ "a": {{ «'none' ?? $request/get/a|$request/get/a ?? 'none'» }} }</template>`,
    code: "FLOW2065",
  },
  "a default of a count": {
    flow: `<template>{ "a": {{ «count($body/json/items/value) ?? 0|count($body/json/items/value)» }} }</template>`,
    code: "FLOW2065",
  },
};
