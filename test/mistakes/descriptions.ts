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
  "a path without its slash": {
    files: two(`paths:\n  «orders|/orders»:\n    get:\n      x-flow: orders.xml\n`),
  },
  "a base path without its slash": {
    files: {
      "swagger.yaml": `swagger: "2.0"\nbasePath: «api|/api»\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    },
  },
  "a base path in a path, too": {
    files: two(`paths:\n  «/api|»/orders:\n    get:\n      x-flow: orders.xml\n`),
  },
  "a method with swapped letters": {
    files: two(`paths:\n  /orders:\n    «psot|post»:\n      x-flow: orders.xml\n`),
  },
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
  "an error flow without its mapping": {
    files: {
      ...two(
        `x-flow-error: «error.xml|{ flow: error.xml }»\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
      ),
      "error.xml": flowFile(`<set-status code="500"/>`),
    },
  },
  "an extension in the plural": {
    files: two(`paths:\n  /orders:\n    get:\n      «x-flows|x-flow»: orders.xml\n`),
  },
  "an extension for an operation at the top": {
    files: {
      ...two(
        `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      «x-flow-init|summary»: init.xml\n`,
      ),
    },
  },
  "paths of a placeholder with a colon": {
    files: two(`paths:\n  /orders/«:id|{id}»:\n    get:\n      x-flow: orders.xml\n`),
  },
  "a placeholder that does not end": {
    files: two(`paths:\n  /orders/«{id|{id}»:\n    get:\n      x-flow: orders.xml\n`),
  },
  "a wildcard of one star": {
    files: two(`paths:\n  /orders/«*|**»:\n    get:\n      x-flow: orders.xml\n`),
  },
  "two parameters of one name in a path": {
    files: two(`paths:\n  /orders/{id}/items/{«id|item»}:\n    get:\n      x-flow: orders.xml\n`),
  },
  "a slash at the end beside the path without": {
    notFound: "Both are paths.",
    files: two(
      `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n  «/orders/|/orders/all»:\n    get:\n      x-flow: orders.xml\n`,
    ),
  },
  "an operation without a flow": {
    files: two(
      `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n    «!post|post»:\n      «summary: a|x-flow: orders.xml»\n`,
    ),
  },
  // Parameters
  "a place of a parameter in the plural": {
    files: parameter(`{ name: limit, in: «params|query», type: integer }`),
  },
  "a place of a parameter of OpenAPI 3": {
    files: parameter(`{ name: limit, in: query, «schema: { type: integer }|type: integer» }`),
  },
  "a type that is shortened": { files: parameter(`{ name: limit, in: query, type: «int|integer» }`) },
  "a type of other languages": {
    files: definition(`type: object\nproperties:\n  name: { type: «str|string» }`),
  },
  "a header field by the place of Swagger in the plural": {
    files: parameter(`{ name: X-Id, in: «headers|header», type: string }`),
  },
  "an array without items": {
    notFound: "It allows any items.",
    files: parameter(`{ name: ids, in: query, «type: array|type: array, items: { type: string }» }`),
  },
  "a path parameter that is not required": {
    files: two(
      `paths:\n  /orders/{id}:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: id, in: path, type: string, required: «false|true» }\n`,
    ),
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
  "a body and a form": {
    files: {
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /orders:\n    post:\n      x-flow: orders.xml\n      consumes: [application/json, application/x-www-form-urlencoded]\n      parameters:\n        - { name: order, in: body, schema: { type: object } }\n        «!- { name: note, in: formData, type: string }|- { name: note, in: query, type: string }»\n`,
    },
  },
  "a body in a GET": {
    files: parameter(`{ name: order, in: «body, schema: { type: object }|query, type: string» }`),
  },
  "a body parameter in OpenAPI 3": {
    files: three(
      `paths:\n  /orders:\n    post:\n      x-flow: orders.xml\n      parameters:\n        - { name: order, in: «body|query», schema: { type: object } }\n`,
    ),
  },
  "a body of OpenAPI 3 in Swagger 2": {
    files: two(
      `paths:\n  /orders:\n    post:\n      x-flow: orders.xml\n      «requestBody: { content: { application/json: { schema: { type: object } } } }|summary: a»\n`,
    ),
  },
  "a schema of a body beside its content": {
    files: three(
      `paths:\n  /orders:\n    post:\n      x-flow: orders.xml\n      requestBody: { «schema: { type: object }|content: { application/json: { schema: { type: object } } }» }\n`,
    ),
  },
  "a schema of an answer as in Swagger 2": {
    files: three(
      `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "", «schema: { type: object }|content: { application/json: { schema: { type: object } } }» }\n`,
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
  "definitions of Swagger 2 in OpenAPI 3": {
    files: three(
      `paths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "", content: { application/json: { schema: { $ref: "«#/definitions/Order|#/components/schemas/Order»" } } } }\ncomponents: { schemas: { Order: { type: object } } }\n`,
    ),
  },
  "a file of schemas that is not there": {
    files: operation(
      `      responses:\n        200: { description: "", schema: «{ $ref: "schema.yaml#/Order" }|{ type: object }» }\n`,
    ),
  },
  "a ref without its hash": {
    files: {
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "", schema: { $ref: "«/|#/»definitions/Order" } }\ndefinitions: { Order: { type: object } }\n`,
    },
  },
  // Schemas
  "a limit beyond the other one": {
    files: definition(`type: object\nproperties:\n  size: { type: integer, minimum: «10|1», maximum: 5 }`),
  },
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
  "a format with a slip": {
    files: definition(`type: object\nproperties:\n  at: { type: string, format: «datetime|date-time» }`),
  },
  "a default outside of its values": {
    files: parameter(`{ name: sort, in: query, type: string, enum: [name, date], default: «size|name» }`),
  },
  "a default of another type": {
    files: parameter(`{ name: limit, in: query, type: integer, default: «ten|10» }`),
  },
  "values of another type": {
    files: parameter(`{ name: size, in: query, type: integer, enum: [«"s", "m"|1, 2»] }`),
  },
  "an example that lacks what is required": {
    files: definition(
      `type: object\nrequired: [name]\nproperties:\n  name: { type: string }\nexample: «{ nmae: a }|{ name: a }»`,
    ),
  },
  "a pattern that does not end": {
    files: definition(`type: object\nproperties:\n  name: { type: string, pattern: "^[a-z«|]»+$" }`),
  },
  "properties that are a list": {
    files: definition(`type: object\nproperties:\n  «- |»name: { type: string }`),
  },
  "properties one level too high": {
    files: definition(`type: object\n«name: { type: string }|properties: { name: { type: string } }»`),
  },
  "an example of an answer that its schema refuses": {
    files: {
      ...operation(
        `      responses:\n        200:\n          description: ""\n          schema: { type: array, items: { type: integer } }\n          examples: { application/json: «{ ids: [1] }|[1]» }\n`,
      ),
      "orders.xml": flowFile("<template>[]</template>"),
    },
  },
  "validation that is switched by a word": {
    files: two(
      `x-flow-validate: { request: «yes please|true» }\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    ),
  },
  "validation of requests in the plural": {
    files: two(
      `x-flow-validate: { «requests|request»: true }\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
    ),
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
  "an answer with a number in quotes": {
    files: answer(
      `{ type: object, properties: { total: { type: number } } }`,
      `<template>{ "total": «"12.5"|12.5» }</template>`,
    ),
  },
  "an answer with a member that is not allowed": {
    files: answer(
      `{ type: object, additionalProperties: false, properties: { total: { type: number } } }`,
      `<template>{ "«sum|total»": 1 }</template>`,
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
  "a list of another type": {
    files: answer(
      `{ type: object, properties: { ids: { type: array, items: { type: integer } } } }`,
      `<template>{ "ids": [«"1"|1»] }</template>`,
    ),
  },
  "a value that its schema does not list": {
    files: answer(
      `{ type: object, properties: { state: { type: string, enum: [open, done] } } }`,
      `<template>{ "state": "«closed|open»" }</template>`,
    ),
  },
  "a text where the schema wants a number": {
    files: answer(
      `{ type: object, properties: { count: { type: integer } } }`,
      `<template>{ "count": {{ «concat($request/id, "")|string-length($request/id)» }} }</template>`,
    ),
  },
  "a query parameter where the schema wants a number": {
    notFound: "The type of what is computed is not followed.",
    files: answer(
      `{ type: object, properties: { limit: { type: integer } } }`,
      `<template>{ "limit": {{ «$request/id|number($request/get/limit)» }} }</template>`,
    ),
  },
  "a status that the description does not list": {
    files: answer(`{ type: object }`, `<set-status code="«201|200»"/><template>{ "ok": true }</template>`),
  },
  "the shape of an item in a loop": {
    files: answer(
      `{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }`,
      `<template>[ {{loop $body/json/items}} «{ "key": 1 }|{ "id": 1 }» {{end}} ]</template>`,
    ),
  },
  "a date where the schema wants one": {
    files: answer(
      `{ type: object, properties: { day: { type: string, format: date } } }`,
      `<template>{ "day": "«5.11.2026|2026-11-05»" }</template>`,
    ),
  },
  "a missing answer where one is required": {
    files: answer(
      `{ type: object, required: [user], properties: { user: { type: object, required: [name], properties: { name: { type: string } } } } }`,
      `<template>{ "user": «{ "nmae": "a" }|{ "name": "a" }» }</template>`,
    ),
  },
  "null where the schema does not allow it": {
    files: answer(
      `{ type: object, properties: { name: { type: string } } }`,
      `<template>{ "name": «null|""» }</template>`,
    ),
  },
  // The body against its schema
  "a loop over an object": {
    files: {
      ...definition(
        `type: object\nproperties:\n  customer: { type: object, properties: { name: { type: string } } }\n  items: { type: array, items: { type: object, properties: { sku: { type: string } } } }`,
      ),
      "orders.xml": flowFile(`<template>[ {{loop $body/json/«customer|items»}} {{.}} {{end}} ]</template>`),
    },
  },
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
  "a method that the path does not have": {
    files: upstream(
      `${get(`"https://users.example/v1/users/7"`, `"method": "«DELETE|GET»", `)}<dump in="$upstream"/>`,
    ),
  },
  "an answer with a member that the definition does not have": {
    files: upstream(`${john}<template>{ "name": {{ content("user")/json/«fullName|name» }} }</template>`),
  },
  "a loop over a text of the answer": {
    files: upstream(
      `${john}<template>[ {{loop content("user")/json/«name|tags»}} {{.}} {{end}} ]</template>`,
    ),
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
