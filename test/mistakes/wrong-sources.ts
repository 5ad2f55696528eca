import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;

const when = (test: string): string => `<if test="${test}"><set-status code="201"/></if>`;

const swagger = (operation: string, more = ""): string => `swagger: "2.0"
basePath: /api
${more}paths:
  /orders:
    post:
      x-flow: orders.xml
${operation}`;

const withData = (expression: string): Mistake => ({
  files: {
    "data.json": `{ "currency": "EUR", "rates": { "usd": 1.1 }, "items": [ { "id": 1 } ] }`,
    "orders.xml": flowFile(show(expression)),
  },
});

const inInit = (init: string): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
paths:
  /orders:
    get:
      x-flow: orders.xml
`,
    "orders.xml": flowFile(`<set-status code="201"/>`),
    "init.xml": flowFile(init),
  },
});

const flag = (parameter: string, test: string): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
      x-flow-validate: { request: true }
      parameters: [ { name: flag, in: query, ${parameter} } ]
`,
    "orders.xml": flowFile(test),
  },
});

/** Values that are looked for where they are not. */
export const wrongSources: Mistakes = {
  // Attributes with expressions in braces
  "a variable without braces in a header": `<set-header name="Request-Id" value="«$request/id|{$request/id}»"/>`,
  "a variable in a template's braces in a header": `<set-header name="Request-Id" value="«{{ $request/id }}|{ $request/id }»"/>`,
  "a variable of a flow without braces": `<eval out="$id">$request/get/id</eval><set-header name="Request-Id" value="«$id|{$id}»"/>`,
  "a call without braces": `<set-header name="Request-Id" value="«concat('r-', $request/id)|{concat('r-', $request/id)}»"/>`,
  "a variable without braces as a type": `<echo mime="«$request/headers/accept|{$request/headers/accept}»"/>`,
  "a variable without braces in a status": `<eval out="$code">201</eval><set-status code="«$code|{$code}»"/>`,
  "a variable without braces in a URL": `<request url="«$env/API/orders|{$env/API}/orders»"/>`,
  // Members of files
  "a member that a file does not have": withData(`json-doc("data.json")/«currencies|currency»`),
  "a member of a member that a file does not have": withData(`json-doc("data.json")/rates/«eur|usd»`),
  "a member of an array of a file": withData(`json-doc("data.json")/items/«id|value/id»`),
  "the root of a file": withData(`json-doc("data.json")/«json/|»currency`),
  "a member of a file in a variable": {
    files: {
      "data.json": `{ "currency": "EUR", "items": [ { "id": 1 } ] }`,
      "orders.xml": flowFile(
        `<eval out="$data">json-doc("data.json")</eval>${show(`$data/«curency|currency»`)}`,
      ),
    },
  },
  // The init flow
  "a break in the init flow": inInit(`<break«| if="$request/get/stop"»/>`),
  "a break behind others in the init flow": inInit(
    `<set-header name="A" value="b"/><break«| if="$request/get/stop"»/>`,
  ),
  // Paths
  "a path without its base": {
    files: {
      "swagger.yaml": swagger("").replace("post:", "get:"),
      "orders.xml": flowFile(when(`$request/path = '«|/api»/orders'`)),
    },
  },
  "the beginning of a path without its base": {
    files: {
      "swagger.yaml": swagger("").replace("post:", "get:"),
      "orders.xml": flowFile(when(`starts-with($request/path, '«|/api»/orders')`)),
    },
  },
  "a path without its slash": {
    files: {
      "swagger.yaml": swagger("").replace("post:", "get:"),
      "orders.xml": flowFile(when(`$request/path = '«|/»api/orders'`)),
    },
  },
  "the pattern of a path without its base": {
    files: {
      "swagger.yaml": swagger("").replace("post:", "get:"),
      "orders.xml": flowFile(when(`matches($request/path, '^«|/api»/orders/[0-9]+')`)),
    },
  },
  // Bodies
  "JSON of a form": {
    files: {
      "swagger.yaml": swagger(
        `      consumes: [application/x-www-form-urlencoded]\n      parameters: [ { name: a, in: formData, type: string } ]\n`,
      ),
      "orders.xml": flowFile(show(`«$body/json|$request/post»/a`)),
    },
  },
  "a form of JSON": {
    files: {
      "swagger.yaml": swagger(
        `      consumes: [application/json]\n      parameters: [ { name: a, in: body, schema: { type: object } } ]\n`,
      ),
      "orders.xml": flowFile(show(`«$request/post/a|$body/json/a»`)),
    },
  },
  "JSON that is read already": show(`«json-parse($body/json)|$body/json»/a`),
  "JSON of an answer that is read already": `<request content="u">{ "url": "https://u.example/" }</request>${show(`«json-parse(content("u")/json)|content("u")/json»/a`)}`,
  "all members of the body": `<template>{ {{: «$body/json|$body/json/*» }} }</template>`,
  "all members of the body, in the body": {
    notFound: "The context node may be meant, with its name.",
    flow: `<template in="$body">{ {{: «.|*» }} }</template>`,
  },
  "the root's own name in XML": {
    flow: `<eval out="$xml"><![CDATA[xml-parse("<invoice><gross>1</gross></invoice>")]]></eval><template in="$xml">{ "x": {{ «invoice/|»gross }} }</template>`,
  },
  // Always true
  "a boolean parameter as a condition": flag("type: boolean", when(`$request/get/flag«| = 'true'»`)),
  "a boolean parameter as a condition of a template": flag(
    "type: boolean",
    `<template>{ "a": {{if $request/get/flag«| = "true"»}} 1 {{else}} 2 {{end}} }</template>`,
  ),
  "a boolean parameter that is not": flag("type: boolean", when(`not($request/get/flag«| = 'true'»)`)),
  "a boolean parameter beside another condition": flag(
    "type: boolean",
    when(`$request/get/flag«| = 'true'» and $request/get/b`),
  ),
  "a boolean in an action": flag("type: boolean", `<error if="$request/get/flag«| = 'true'»" status="400"/>`),
  "a boolean as one of two texts": flag(
    `type: string, enum: ["true", "false"]`,
    when(`$request/get/flag«| = 'true'»`),
  ),
  "the text of a comparison as a condition": when(`«string($request/get/a = 1)|$request/get/a = 1»`),
  "the text of a comparison in a variable": `<eval out="$a">«string($request/get/a = 1)|$request/get/a = 1»</eval>${when(`«!$a|$a»`)}`,
  "the text of a count as a condition": when(
    `«string(count($body/json/a/value))|count($body/json/a/value) > 0»`,
  ),
  "the text of a test as a condition": when(
    `not(«string(contains($request/get/a, 'b'))|contains($request/get/a, 'b')»)`,
  ),
  "a default in a comparison": `<template>{ "a": {{if «$request/get/a ?? "" = ""|not($request/get/a) or $request/get/a = ""»}} 1 {{else}} 2 {{end}} }</template>`,
  "a default of a number in a comparison": `<template>{{$n := $request/get/n ?? 0}}{ "a": {{if «$request/get/n ?? 0 > 5|$n > 5»}} 1 {{else}} 2 {{end}} }</template>`,
  "a default of a text in a comparison of a value": `<template>{{$s := $request/get/s ?? "open"}}{ "a": {{ «$request/get/s ?? "open" = "open"|$s = "open"» }}, "s": {{ $s }} }</template>`,
  "a default of a number in a sum": `<template>{{$n := $request/get/n ?? 0}}{ "a": {{ «$request/get/n ?? 0 + 1|$n + 1» }}, "n": {{ $n }} }</template>`,
};
