import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const two = (text: string): Mistake["files"] => ({
  "swagger.yaml": `swagger: "2.0"\nbasePath: /api\n${text}`,
});

const three = (text: string): Mistake["files"] => ({
  "swagger.yaml": `openapi: "3.0.3"\ninfo: { title: Shop, version: "1" }\n${text}`,
});

const operation = (text: string): Mistake["files"] =>
  two(`paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n${text}`);

const parameter = (text: string): Mistake["files"] => operation(`      parameters:\n        - ${text}\n`);

const definition = (text: string): Mistake["files"] =>
  two(`paths:
  /orders:
    post:
      x-flow: orders.xml
      x-flow-validate: { request: true }
      parameters:
        - { name: order, in: body, schema: { $ref: "#/definitions/Order" } }
definitions:
  Order:
${text.replace(/^/gm, "    ")}
`);

/** The answer of an operation with this flow, beside what its description says. */
const answer = (schema: string, flow: string, status = "200"): Mistake["files"] => ({
  ...operation(`      responses:
        ${status}: { description: "", schema: ${schema} }
`),
  "orders.xml": flowFile(flow),
});

const upstream = (flow: string): Mistake["files"] => ({
  "orders.xml": flowFile(flow),
  "users.yaml": `swagger: "2.0"
host: users.example
basePath: /v1
paths:
  /users/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: fields, in: query, type: string, enum: [all, name] }
        - { name: X-Tenant, in: header, required: true, type: string }
      responses:
        200:
          description: ""
          schema: { $ref: "#/definitions/User" }
  /users:
    post:
      parameters:
        - { name: user, in: body, required: true, schema: { $ref: "#/definitions/User" } }
      responses:
        201: { description: "" }
definitions:
  User:
    type: object
    additionalProperties: false
    required: [name]
    properties:
      name: { type: string }
      age: { type: integer }
      tags: { type: array, items: { type: string } }
`,
});

const get = (path: string, more = ""): string => `<request content="user">
{
  "url": ${path},
  "headers": { "X-Tenant": "a" },
  ${more}"options": { "definition": "users.yaml", "validate-request": true }
}
</request>`;

const john = get(`"https://users.example/v1/users/7"`);

/** Mistakes in an API description, or between it and the flows. */
export const descriptions: Mistakes = {
  // Its form
  "a method in capitals": {
    files: two(`paths:\n  /orders:\n    «GET|get»:\n      x-flow: orders.xml\n`),
  },
  "the flow of the operation with swapped letters": {
    files: two(`paths:\n  /orders:\n    get:\n      «x-flwo|x-flow»: orders.xml\n`),
  },
  "an id of an operation in lower case": {
    files: operation(`      «operationid|operationId»: listOrders\n`),
  },
  "a version of another kind": {
    files: {
      "swagger.yaml": `«openapi: "2.0"|swagger: "2.0"»\nbasePath: /api\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    },
  },
  "a version that there is not": {
    files: {
      "swagger.yaml": `swagger: "2.«1|0»"\nbasePath: /api\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    },
  },
  "a tab": { files: two(`paths:\n  /orders:\n    get:\n«\t|      »x-flow: orders.xml\n`) },
  "a space too few": {
    files: two(`paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n«     |      »summary: a\n`),
  },
  "a colon in a text": {
    files: operation(`      summary: «Orders: all of them|"Orders: all of them"»\n`),
  },
  "no space after a colon": {
    files: two(`paths:\n  /orders:\n    get:\n      x-flow:«|  »orders.xml\n`),
  },
  "a slash at the end beside the path without": {
    notFound: "Both are paths.",
    files: two(
      `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n  «/orders/|/orders/all»:\n    get:\n      x-flow: orders.xml\n`,
    ),
  },
  // Parameters
  "a place of a parameter in the plural": {
    files: parameter(`{ name: limit, in: «params|query», type: integer }`),
  },
  "a header field by the place of Swagger in the plural": {
    files: parameter(`{ name: X-Id, in: «headers|header», type: string }`),
  },
  "an array without items": {
    files: parameter(`{ name: ids, in: query, «type: array|type: array, items: { type: string }» }`),
  },
  "a path parameter of a path without any": {
    files: parameter(
      `«{ name: id, in: path, required: true, type: string }|{ name: id, in: query, type: string }»`,
    ),
  },
  "a parameter of a path that is not described": {
    notFound: "Many descriptions leave them out.",
    files: two(
      `paths:\n  /orders/{«!id|id»}:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: «limit, in: query|id, required: true, in: path», type: string }\n`,
    ),
  },
  "parameters that are no list": {
    files: operation(
      `      parameters:\n        «|- »name: limit\n        «|  »in: query\n        «|  »type: integer\n`,
    ),
  },
  "servers without a list": {
    files: three(
      `servers:\n  «|- »url: https://shop.example/api\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    ),
  },
  "an answer with a letter in its status": {
    files: operation(`      responses:\n        «20O|200»: { description: "" }\n`),
  },
  "one media type without a list": {
    files: operation(`      produces: «application/json|[application/json]»\n`),
  },
  "a media type that is only its second half": {
    files: operation(`      produces: [«json|application/json»]\n`),
  },
  "a ref without its hash": {
    files: {
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "", schema: { $ref: "«/|#/»definitions/Order" } }\ndefinitions: { Order: { type: object } }\n`,
    },
  },
  // Schemas
  "a required property that is not listed": {
    files: definition(`type: object\nrequired: [«nmae|name»]\nproperties:\n  name: { type: string }`),
  },
  "a required property as a switch": {
    files: definition(
      `type: object\n«|required: [name]\n»properties:\n  name: { type: string«!, required: true|» }`,
    ),
  },
  "a keyword with a slip": {
    files: definition(
      `type: object\n«additonalProperties|additionalProperties»: false\nproperties:\n  name: { type: string }`,
    ),
  },
  "a keyword of a text for a number": {
    files: definition(`type: object\nproperties:\n  size: { type: integer, «minLength|minimum»: 1 }`),
  },
  "a default of another type": {
    files: parameter(`{ name: limit, in: query, type: integer, default: «ten|10» }`),
  },
  "an example that lacks what is required": {
    files: definition(
      `type: object\nrequired: [name]\nproperties:\n  name: { type: string }\nexample: «{ nmae: a }|{ name: a }»`,
    ),
  },
  "a pattern that does not end": {
    files: definition(`type: object\nproperties:\n  name: { type: string, pattern: "^[a-z«|]»+$" }`),
  },
  "a report with an underscore": {
    files: two(
      `x-flow-validate: { response: «report_only|report-only» }\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    ),
  },
  // Answers
  "an answer without a required member": {
    files: answer(
      `{ type: object, required: [id, total], properties: { id: { type: string }, total: { type: number } } }`,
      `<template>«{ "id": "7" }|{ "id": "7", "total": 1 }»</template>`,
    ),
  },
  "an answer with a member that is written like another": {
    files: answer(
      `{ type: object, properties: { orderId: { type: string } } }`,
      `<template>{ "«orderID|orderId»": "7" }</template>`,
    ),
  },
  "an object for a list": {
    files: answer(`{ type: array, items: { type: object } }`, `<template>«{ "items": [] }|[]»</template>`),
  },
  "a query parameter where the schema wants a number": {
    notFound: "The type of what is computed is not followed.",
    files: answer(
      `{ type: object, properties: { limit: { type: integer } } }`,
      `<template>{ "limit": {{ «$request/id|number($request/get/limit)» }} }</template>`,
    ),
  },
  "the shape of an item in a loop": {
    files: answer(
      `{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }`,
      `<template>[ {{loop $body/json/items}} «{ "key": 1 }|{ "id": 1 }» {{end}} ]</template>`,
    ),
  },
  "a missing answer where one is required": {
    files: answer(
      `{ type: object, required: [user], properties: { user: { type: object, required: [name], properties: { name: { type: string } } } } }`,
      `<template>{ "user": «{ "nmae": "a" }|{ "name": "a" }» }</template>`,
    ),
  },
  // The body against its schema
  "a list without its items": {
    files: {
      ...definition(
        `type: object\nadditionalProperties: false\nproperties:\n  items: { type: array, items: { type: object, additionalProperties: false, properties: { sku: { type: string } } } }`,
      ),
      "orders.xml": flowFile(`<template>{ "first": {{ $body/json/items/«sku|value/sku» }} }</template>`),
    },
  },
  "a member in the singular": {
    files: {
      ...definition(
        `type: object\nadditionalProperties: false\nproperties:\n  items: { type: array, items: { type: string } }`,
      ),
      "orders.xml": flowFile(`<template>{ "n": {{ count($body/json/«item|items»/value) }} }</template>`),
    },
  },
  "a member in snake case": {
    files: {
      ...definition(`type: object\nproperties:\n  firstName: { type: string }`),
      "orders.xml": flowFile(`<template>{ "name": {{ $body/json/«first_name|firstName» }} }</template>`),
    },
  },
  "an item with a member of another": {
    files: {
      ...definition(
        `type: object\nadditionalProperties: false\nproperties:\n  items: { type: array, items: { type: object, additionalProperties: false, properties: { sku: { type: string } } } }`,
      ),
      "orders.xml": flowFile(`<template>[ {{loop $body/json/items}} {{ «name|sku» }} {{end}} ]</template>`),
    },
  },
  // Upstream systems
  "a path that the definition does not have": {
    files: upstream(`${get(`"https://users.example/v1/«user|users»/7"`)}<dump in="$upstream"/>`),
  },
  "an answer with a member that the definition does not have": {
    files: upstream(`${john}<template>{ "name": {{ content("user")/json/«fullName|name» }} }</template>`),
  },
  "a query parameter with a value that is not listed": {
    notFound: "What is sent is checked at run time.",
    files: upstream(get(`"https://users.example/v1/users/7"`, `"query": { "fields": "«names|name»" }, `)),
  },
  "a header field that the definition requires": {
    notFound: "What is sent is checked at run time.",
    files: upstream(
      `<request content="user">{ "url": "https://users.example/v1/users/7", «!"headers": { "X-Tenat": "a" }|"headers": { "X-Tenant": "a" }», "options": { "definition": "users.yaml", "validate-request": true } }</request>`,
    ),
  },
  "a body without what the definition requires": {
    notFound: "What is sent is checked at run time.",
    files: upstream(
      `<request>{ "url": "https://users.example/v1/users", "method": "POST", "body": { "value": «{ "nam": "a" }|{ "name": "a" }» }, "options": { "definition": "users.yaml", "validate-request": true } }</request>`,
    ),
  },
};
