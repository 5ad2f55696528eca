import { flowFile } from "../support/samples.js";
import type { Mistakes } from "./support.js";

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;

const when = (test: string): string => `<if test="${test}"><set-status code="201"/></if>`;

const users = `<request content="users">{ "url": "https://users.example/users" }</request>`;

const openApi = (paths: string): string => `swagger: "2.0"\nbasePath: /api\npaths:\n${paths}`;

const withBody = (schema: string): string =>
  openApi(`  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - { name: order, in: body, schema: ${schema} }
`);

/** Expressions, conditions and templates as one writes them who thinks in another language, or in none. */
export const hurriedExpressions: Mistakes = {
  // Functions
  "a comma left out between arguments": show(`concat("a«" |", »"b")`),
  "decimals of a rounded number": show(`round(«number($request/get/x), 2|number($request/get/x)»)`),
  "a number with a comma": show(`number("12«,|.»5") * 2`),
  "the length of a list as a member": {
    notFound: "The name of a member may have a dot.",
    flow: show(`«$body/json/items.length|count($body/json/items/value)»`),
  },
  "two arguments to translate": show(`translate($request/id, "a"«|, "b"»)`),
  "a pattern that does not end": when(`matches($request/path, '«^(orders|^(orders)»')`),
  "a modifier that there is not": when(`matches($request/path, «!'^/api'|'^/api'», '«g|i»')`),
  "no delimiters in a pattern": `<regex in="$request/path" out="$path" pattern="«^a|/^a/»" replace=""/><log>{ "short": {{ $path }} }</log>`,
  "a key of a sort that is a path": `<template out="$l">[{ "id": 2 }]</template>${show(`sort($l, «id|"id"»)`)}`,
  "a sum of a list instead of its items": {
    code: "FLOW2108",
    flow: `<template out="$cart">{ "prices": [1, 2] }</template>${show(`sum($cart/prices«|/value»)`)}`,
  },
  "a digest with capitals": show(`«MD5|md5»($request/id)`),
  "a codec that there is not": show(`apply-codecs($request/id, "«base64|base64-encode»")`),
  "an algorithm of digests with a hyphen": show(`calc-signature("a", $env/KEY, "", "«SHA-265|SHA256»")`),
  // Operators and literals
  "a text of typographic quotes": when(`$request/get/x = «‘a’|'a'»`),
  "a bare word in a comparison": when(`$request/get/sort = «name|'name'»`),
  "a bare word as a value": `<eval out="$sort">«ascending|"ascending"»</eval><log>{ "sort": {{ $sort }} }</log>`,
  "null as a value": {
    notFound: "This is how a variable is emptied.",
    flow: `<eval out="$all">«null|""»</eval><log>{ "all": {{ $all }} }</log>`,
  },
  "undefined in a comparison": when(`«$request/get/x != undefined|$request/get/x»`),
  "a switch that is a text": `<eval out="$debug">«"false"|false()»</eval><debug xpath="$debug"/><if test="«!$debug|$request/get/x»"><set-status code="201"/></if>`,
  // Conditions that are decided
  "a status that is not this or not that": `${users}${when(`$upstream/users/status != 200 «or $upstream|and $upstream»/users/status != 201`)}`,
  "a length that is never": when(`string-length($request/get/x) = «-1|0»`),
  "a variable whose value is known": {
    notFound: "A constant in a variable is a setting.",
    flow: `<eval out="$stage">"test"</eval>${when(`«$stage = 'prod'|$request/get/stage = 'prod'»`)}<log>{ "stage": {{ $stage }} }</log>`,
  },
  "what the schema excludes": {
    files: {
      "swagger.yaml": withBody(
        `{ type: object, properties: { state: { type: string, enum: [open, done] } } }`,
      ),
      "orders.xml": flowFile(when(`$body/json/state = '«opne|open»'`)),
    },
  },
  "what a path parameter cannot be": {
    files: {
      "swagger.yaml": openApi(`  /orders/{state}:
    get:
      x-flow: orders.xml
      x-flow-validate: { request: true }
      parameters:
        - { name: state, in: path, required: true, type: string, enum: [open, done] }
`),
      "orders.xml": flowFile(when(`$request/params/state = '«closed|done»'`)),
    },
  },
  "more items than the schema allows": {
    notFound: "The limits of numbers are not followed.",
    files: {
      "swagger.yaml": withBody(
        `{ type: object, properties: { size: { type: integer, minimum: 1, maximum: 10 } } }`,
      ).replace(
        "      x-flow: orders.xml",
        "      x-flow: orders.xml\n      x-flow-validate: { request: true }",
      ),
      "orders.xml": flowFile(when(`$body/json/size > «10|5»`)),
    },
  },
  // Flows
  "an action after a sub-flow that always ends": {
    files: {
      "orders.xml": flowFile(`<sub-flow src="end.xml"/>\n<«!set-status|set-status» code="201"/>`),
      "end.xml": flowFile(`<dump «|if="$request/get/x" »in="$request"/>`),
    },
  },
  "an else that has a test": `<if test="$request/get/x"><set-status code="201"/></if><else«! test="$request/get/y"|»><set-status code="202"/></else>`,
  "a template in a variable that nobody reads": {
    notFound: "A variable may be there for debugging.",
    flow: `<template «out="$result"|»>{ "ok": true }</template>`,
  },
  // Templates
  "names without quotes": `<template>{ «a|"a"»: 1 }</template>`,
  "a filter of other templates": `<template>{ "a": {{ «$request/id | upper¦toupper($request/id)» }} }</template>`,
  "an end that is missing": `<template>[ «!{{loop $body/json/items}}|{{loop $body/json/items}}» {{.}} «|{{end}}» ]</template>`,
  "a loop over tokens": `<template>[ {{loop «split("a,b", ",")|array(split("a,b", ","))»}} {{.}} {{end}} ]</template>`,
  "a loop over the items": {
    notFound: "The items may be arrays.",
    flow: `<template>[ {{loop $body/json/items«/value|»}} {{ name }} {{end}} ]</template>`,
  },
  "a value in a loop without its object": `<template>[ {{loop $body/json/items}} «"name": {{ name }}|{ "name": {{ name }} }» {{end}} ]</template>`,
  "a loop as the value of a member": `<template>{ "items": «{{loop $body/json/items}} {{ name }} {{end}}|[ {{loop $body/json/items}} {{ name }} {{end}} ]» }</template>`,
  "a pair producer in an array": `<template>[ {{«:|» $request/id }} ]</template>`,
  "a path from the top within a loop": `<template out="$cart">{ "items": [{ "name": "a" }] }</template><template>[ {{loop $cart/items}} {{ «items/name|name» }} {{end}} ]</template>`,
  "an expression that sets": `<template>{{$a «=|:=» 1}}{ "a": {{ $a }} }</template>`,
  "a comment of JavaScript": `<template>{ "a": 1 «// one|{{// one }}»\n}</template>`,
  "True as in Python": `<template>{ "ok": «True|true» }</template>`,
  "none as in Python": `<template>{ "ok": «None|null» }</template>`,
};
