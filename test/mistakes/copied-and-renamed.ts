import { flowFile } from "../support/samples.js";
import type { Mistakes } from "./support.js";

const api = (paths: string, head = ""): string => `swagger: "2.0"
basePath: /api
${head}paths:
${paths}`;

const orders = "  /orders:\n    get:\n      x-flow: orders.xml\n";

const users = `<request content="users">{ "url": "https://users.example/users" }</request>`;

/** Mistakes that are left when somebody copies a part, or renames it in one of two places. */
export const copiedAndRenamed: Mistakes = {
  // Requests and their answers
  "a body that is passed on by another name": `<request content="image">{ "url": "https://photos.example/7.jpg" }</request>
  <pass-body request="«photo|image»" mime="image/jpeg"/>`,
  "one of several requests in the singular": `<requests>{ "user": { "url": "https://a.example" }, "orders": { "url": "https://b.example" } }</requests>
  <template in="">{ "user": {{ content("user")/json }}, "orders": {{ content("«order|orders»")/json }} }</template>`,
  "a status that is read before its request": `${users}
  <error if="$upstream/«orders|users»/status != 200" status="502"/>
  <request content="orders">{ "url": "https://orders.example/orders" }</request>
  <template>{ "orders": {{ content("orders")/json }}, "users": {{ content("users")/json }} }</template>`,
  "an id in the body and another one in the path": `<request>{ "id": "rates", "url": "https://rates.example/today" }</request>
  <eval out="$ok">$upstream/«rate|rates»/status = 200</eval>
  <template>{ "ok": {{ $ok }} }</template>`,
  "the location of a request that was removed": `${users}
  <copy in="fit://request/content/«people|users»" out="$people"/>
  <dump in="$people"/>`,
  // Variables
  "the context by a former name": `<template out="$order">{ "id": 7 }</template>
  <template in="«$orders|$order»">{ "id": {{ id }} }</template>`,
  "an environment variable in two spellings": {
    notFound: "Names that differ in more than a slip may be two.",
    files: {
      "swagger.yaml": api(`${orders}  /users:\n    get:\n      x-flow: users.xml\n`),
      "orders.xml": flowFile(`<request>{ "url": {{ concat($env/CUSTOMER_API, "/orders") }} }</request>
  <request content="more">{ "url": {{ concat($env/CUSTOMER_API, "/more") }} }</request>`),
      "users.xml": flowFile(
        `<request>{ "url": {{ concat($env/«COSTUMER_API|CUSTOMER_API», "/users") }} }</request>`,
      ),
    },
  },
  // Members
  "a query parameter below query": `<template>{ "limit": {{ $request/«query/limit|get/limit» }} }</template>`,
  "the message of the error shortened": {
    files: {
      "swagger.yaml": api(orders, "x-flow-error:\n  flow: error.xml\n"),
      "error.xml": flowFile(`<template>{ "message": {{ $error/«msg|message» }} }</template>`),
    },
  },
  "JSON of a body without its root": `<template>{ "items": {{ $body/«items|json/items» }} }</template>`,
  "JSON of an answer without its root": {
    notFound: "The answer may be XML.",
    flow: `${users}
  <template>{ "users": {{ content("users")/«items|json/items» }} }</template>`,
  },
  "JSON of a variable with a root": `<template out="$limits">{ "orders": 50 }</template>
  <template>{ "limit": {{ $limits/«json/|»orders }} }</template>`,
  "a member of a constant in the singular": `<template out="$limits">{ "orders": { "most": 50 } }</template>
  <error if="$request/get/limit > $limits/«order|orders»/most" status="400"/>`,
  "a member of a file that was renamed": {
    files: {
      "orders.xml": flowFile(
        `<template>{ "limit": {{ json-doc("limits.json")/orders/«max|most» }} }</template>`,
      ),
      "limits.json": `{ "orders": { "most": 50, "least": 1 } }`,
    },
  },
  "the root of an XML file by another name": {
    files: {
      "orders.xml": flowFile(
        `<template>{ "rate": {{ fit-document("rates.xml")/«rate|rates»/usd }} }</template>`,
      ),
      "rates.xml": "<rates><usd>1.1</usd></rates>",
    },
  },
  "an item of an array by its place in a path": `<template out="$plan">{ "steps": [{ "name": "a" }] }</template>
  <template>{ "first": {{ $plan/steps/«item|value»[1]/name }} }</template>`,
  // Files
  "a file of constants that was renamed": {
    files: {
      "orders.xml": flowFile(`<template>{ "limits": {{ json-doc("«limit.json|limits.json»") }} }</template>`),
      "limits.json": `{ "most": 50 }`,
    },
  },
  "an upload from a file that is not there": {
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://a.example", "body": { "src": "«file|files»/terms.pdf" } }</request>`,
      ),
      "files/terms.pdf": "%PDF-1.4",
    },
  },
  // The description
  "a path parameter of only one of two paths": {
    notFound: "The flow may ask whether there is one.",
    files: {
      "swagger.yaml": api(
        `  /orders/{id}:\n    get:\n      x-flow: orders.xml\n  /orders:\n    get:\n      x-flow: «orders.xml|all.xml»\n`,
      ),
      "orders.xml": flowFile(`<template>{ "id": {{ «!$request/params/id|$request/params/id» }} }</template>`),
      "all.xml": flowFile(`«<return/>|<template>[]</template>»`),
    },
  },
  "a method that is there twice": {
    files: {
      "swagger.yaml": api(`${orders}    «get|post»:\n      x-flow: orders.xml\n`),
    },
  },
  "a security scheme in the plural": {
    files: {
      "swagger.yaml": api(
        orders,
        `securityDefinitions:
  Customer:
    type: apiKey
    in: header
    name: Authorization
    x-flow-jwt: { key: { env: TOKEN_KEY } }
security:
  - «Customers|Customer»: []
`,
      ),
    },
  },
  "a test that is copied into the next branch": `<if test="$request/get/format = 'csv'"><set-status code="200"/></if>
  <elseif test="$request/get/format = '«csv|xml»'"><set-status code="201"/></elseif>`,
  "an init flow that is not there": {
    files: { "swagger.yaml": api(orders, "«x-flow-init: init.xml|»\n") },
  },
};
