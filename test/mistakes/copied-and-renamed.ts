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
  "the status of a request by its former name": `<request content="customers">{ "url": "https://users.example/users" }</request>
  <error if="$upstream/«users|customers»/status != 200" status="502"/>`,
  "the body of a request by its former name": `${users}
  <template>{ "text": {{ body("«user|users»") }} }</template>`,
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
  "the same id for two requests at once": `<requests>{ "a": { "url": "https://a.example/1" }, "«a|b»": { "url": "https://a.example/2" } }</requests>`,
  // Variables
  "a variable in other case": `<eval out="$userId">"7"</eval>
  <template>{ "user": {{ «$userID|$userId» }} }</template>`,
  "the context by a former name": `<template out="$order">{ "id": 7 }</template>
  <template in="«$orders|$order»">{ "id": {{ id }} }</template>`,
  "a variable of a sub-flow by its former name": {
    files: {
      "orders.xml": flowFile(`<sub-flow src="paging.xml"/>
  <template>{ "limit": {{ «$maximum|$limit» }} }</template>`),
      "paging.xml": flowFile(`<eval out="$limit">20</eval>`),
    },
  },
  "a variable that the sub-flow sets in one branch": {
    files: {
      "orders.xml": flowFile(`<sub-flow src="paging.xml"/>
  <template>{ "limit": {{ «!$limit|$limit» }} }</template>`),
      "paging.xml":
        flowFile(`<if test="$request/get/limit"><eval out="$limit">number($request/get/limit)</eval></if>
  «|<else><eval out="$limit">20</eval></else>»`),
    },
  },
  "a variable that only one of three branches does not set": `<if test="$request/get/sort = 'name'"><eval out="$key">"name"</eval></if>
  <elseif test="$request/get/sort = 'price'"><eval out="$«kye|key»">"price"</eval></elseif>
  <else><eval out="$key">"id"</eval></else>
  <template>{ "key": {{ «!$key|$key» }} }</template>`,
  "the variable of the token by another name": {
    files: {
      "swagger.yaml": api(
        orders,
        `securityDefinitions:
  Customer:
    type: apiKey
    in: header
    name: Authorization
    x-flow-jwt:
      key: { env: TOKEN_KEY }
      out-var: $customer
security:
  - Customer: []
`,
      ),
      "orders.xml": flowFile(`<template>{ "user": {{ $«jwt|customer»/sub }} }</template>`),
    },
  },
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
  "an environment variable in lower case, once": `<request content="a">{ "url": {{ concat($env/BILLING_URL, "/a") }} }</request>
  <request content="c">{ "url": {{ concat($env/BILLING_URL, "/c") }} }</request>
  <request content="b">{ "url": {{ concat($env/«billing_url|BILLING_URL», "/b") }} }</request>`,
  // Members
  "a header field as a constant writes it": `<error if="not($request/headers/«X-Api-Key|x-api-key»)" status="401"/>`,
  "the header fields in the singular": `<eval out="$agent">$request/«header|headers»/user-agent</eval><log>{ "browser": {{ $agent }} }</log>`,
  "a query parameter below query": `<template>{ "limit": {{ $request/«query/limit|get/limit» }} }</template>`,
  "the body below the request": `<template>{ "name": {{ «$request/body/json/name|$body/json/name» }} }</template>`,
  "a cookie in the singular": `<template>{ "session": {{ $request/«cookie|cookies»/session }} }</template>`,
  "the status of an answer by the name of other tools": `${users}
  <error if="$upstream/users/«statusCode|status» != 200" status="502"/>`,
  "the body of an answer below upstream": `${users}
  <template>{ "users": {{ «$upstream/users/body|content("users")/json» }} }</template>`,
  "a header field of an answer in capitals": `${users}
  <template>{ "etag": {{ $upstream/users/headers/«ETag|etag» }} }</template>`,
  "the message of the error shortened": {
    files: {
      "swagger.yaml": api(orders, "x-flow-error:\n  flow: error.xml\n"),
      "error.xml": flowFile(`<template>{ "message": {{ $error/«msg|message» }} }</template>`),
    },
  },
  "the id of the request below the error, in other case": {
    files: {
      "swagger.yaml": api(orders, "x-flow-error:\n  flow: error.xml\n"),
      "error.xml": flowFile(`<template>{ "id": {{ $error/«requestId|requestID» }} }</template>`),
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
    notFound: "The build does not look into files of JSON.",
    files: {
      "orders.xml": flowFile(
        `<template>{ "limit": {{ json-doc("limits.json")/orders/«max|most» }} }</template>`,
      ),
      "limits.json": `{ "orders": { "most": 50, "least": 1 } }`,
    },
  },
  "a key that the file does not have": {
    files: {
      "orders.xml": flowFile(`<template>{ "country": {{ lookup("countries.json", "«DE|de»") }} }</template>`),
      "countries.json": `{ "de": "Germany", "fr": "France" }`,
    },
  },
  "the root of an XML file by another name": {
    notFound: "The build does not look into files of XML.",
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
  "a flow file that was renamed": {
    files: { "swagger.yaml": api(`  /orders:\n    get:\n      x-flow: «order.xml|orders.xml»\n`) },
  },
  "a sub-flow that was moved": {
    files: {
      "orders.xml": flowFile(`<sub-flow src="«check.xml|shared/check.xml»"/>`),
      "shared/check.xml": flowFile(`<error if="not($request/headers/authorization)" status="401"/>`),
    },
  },
  "a flow file that nothing uses any more": {
    files: {
      "swagger.yaml": api(orders),
      "old/orders.xml": `«!<flow>|<flow>»\n  <log>{ "old": true }</log>\n</flow>\n`,
      "orders.xml": flowFile(`«|<sub-flow src="old/orders.xml"/>»`),
    },
  },
  "a file of constants that was renamed": {
    files: {
      "orders.xml": flowFile(`<template>{ "limits": {{ json-doc("«limit.json|limits.json»") }} }</template>`),
      "limits.json": `{ "most": 50 }`,
    },
  },
  "the file of a template that was renamed": {
    files: {
      "orders.xml": flowFile(`<template src="«order.json|orders.json»"/>`),
      "orders.json": `{ "id": {{ $request/id }} }`,
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
  "a path parameter that was renamed in the path": {
    files: {
      "swagger.yaml": api(`  /orders/{orderId}:\n    get:\n      x-flow: orders.xml\n`),
      "orders.xml": flowFile(`<template>{ "id": {{ $request/params/«id|orderId» }} }</template>`),
    },
  },
  "a path parameter that was renamed in the parameters": {
    files: {
      "swagger.yaml": api(`  /orders/{id}:
    get:
      x-flow: orders.xml
      parameters:
        - { name: «orderId|id», in: path, required: true, type: string }
`),
    },
  },
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
  "an operation with the id of its model": {
    files: {
      "swagger.yaml": api(`  /orders:
    get:
      operationId: listOrders
      x-flow: orders.xml
    post:
      operationId: «listOrders|addOrder»
      x-flow: orders.xml
`),
    },
  },
  "a method that is there twice": {
    files: {
      "swagger.yaml": api(`${orders}    «get|post»:\n      x-flow: orders.xml\n`),
    },
  },
  "two paths that differ in the name of a parameter": {
    files: {
      "swagger.yaml": api(
        `  /orders/{id}:\n    get:\n      x-flow: orders.xml\n  «/orders/{number}|/orders/{id}/items»:\n    get:\n      x-flow: orders.xml\n`,
      ),
    },
  },
  "a definition that was renamed": {
    files: {
      "swagger.yaml": `${api(`${orders}      responses:
        200: { description: "", schema: { $ref: "#/definitions/«Orders|Order»" } }
`)}definitions:
  Order: { type: object, properties: { ok: { type: boolean } } }
`,
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
  "a parameter that is there twice": {
    files: {
      "swagger.yaml": api(`${orders}      parameters:
        - { name: limit, in: query, type: integer }
        - { name: «limit|offset», in: query, type: integer }
`),
    },
  },
  "a test that is copied into the next branch": `<if test="$request/get/format = 'csv'"><set-status code="200"/></if>
  <elseif test="$request/get/format = '«csv|xml»'"><set-status code="201"/></elseif>`,
  "a header field that is set twice in one object": `<set-response-headers>{ "Cache-Control": "no-store", "«cache-control|vary»": "Accept" }</set-response-headers>`,
  "an init flow that is not there": {
    files: { "swagger.yaml": api(orders, "«x-flow-init: init.xml|»\n") },
  },
};
