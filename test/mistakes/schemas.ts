import type { Mistake, Mistakes } from "./support.js";

const order = `
  Order:
    type: object
    required: [id, total, state]
    additionalProperties: false
    properties:
      id: { type: integer, minimum: 1 }
      number: { type: string, pattern: "^[0-9]{4}-[A-Z]{2}$" }
      total: { type: number, minimum: 0 }
      state: { type: string, enum: [open, paid, sent] }
      created: { type: string, format: date-time }
      note: { type: string, maxLength: 20 }
      customer:
        type: object
        required: [name]
        properties:
          name: { type: string, minLength: 1 }
          email: { type: string, format: email }
          vip: { type: boolean }
      rows:
        type: array
        items:
          type: object
          required: [article, amount]
          properties:
            article: { type: string }
            amount: { type: integer }
`;

const shop = (responses: string, more = ""): string => `swagger: "2.0"
basePath: /api
${more}paths:
  /orders/{id}:
    get:
      x-flow: orders.xml
      parameters:
        - { name: id, in: path, required: true, type: integer }
      responses:
${responses.replace(/^/gm, "        ")}
definitions:${order}`;

const answersOrder = `200: { description: "", schema: { $ref: "#/definitions/Order" } }`;
const answersOrders = `200: { description: "", schema: { type: array, items: { $ref: "#/definitions/Order" } } }`;

/** A flow that answers with an order. */
const answer = (flow: string, responses = answersOrder, more?: string): Mistake => ({
  files: { "swagger.yaml": shop(responses, more), "orders.xml": flow },
});

const template = (json: string, responses?: string, more?: string): Mistake =>
  answer(`<flow>\n  <template>\n  ${json}\n  </template>\n</flow>\n`, responses, more);

const answers: Mistakes = {
  "a state that the enum does not list": template(`{ "id": 7, "total": 1, "state": «"closed"|"paid"» }`),
  "a required member is missing": template(`{ "id": 7, «"status"|"state"»: "open", "total": 1 }`),
  "a required member of an inner object": template(
    `{ "id": 7, "total": 1, "state": "open", "customer": «{ "email": "a@example.com" }|{ "name": "A" }» }`,
  ),
  "required members of items": template(
    `{ "id": 7, "total": 1, "state": "open", "rows": [ «{ "article": "pen" }|{ "article": "pen", "amount": 1 }» ] }`,
  ),
  "null where the schema has no null": template(
    `{ "id": 7, "total": 1, "state": "open", "note": «null|""» }`,
  ),
  "a date without a time": template(
    `{ "id": 7, "total": 1, "state": "open", "created": «"2024-05-01"|"2024-05-01T10:00:00Z"» }`,
  ),
  "a text that the pattern refuses": template(
    `{ "id": 7, "total": 1, "state": "open", "number": «"12-ab"|"0012-AB"» }`,
  ),
  "a text that is too long": template(
    `{ "id": 7, "total": 1, "state": "open", "note": «"delivered to the neighbours"|"with neighbours"» }`,
  ),
  "a text that is too short": template(
    `{ "id": 7, "total": 1, "state": "open", "customer": { "name": «""|"-"» } }`,
  ),
  "a number below the minimum": template(`{ "id": «0|1», "total": 1, "state": "open" }`),
  "a boolean as text": template(
    `{ "id": 7, "total": 1, "state": "open", "customer": { "name": "A", "vip": «"true"|true» } }`,
  ),
  "a function that yields text": template(
    `{ "id": 7, "total": «{{ concat(1, ".50") }}|{{ number(concat(1, ".50")) }}», "state": "open" }`,
  ),
  "one branch of a condition": template(
    `{ "id": 7, "total": 1, "state": {{if $request/get/a}} «"opened"|"open"» {{else}} "paid" {{end}} }`,
  ),
  "a member in one branch": template(
    `{ "id": 7, "total": 1, {{if $request/get/a}} «"stat"|"state"»: "open" {{else}} "state": "paid" {{end}} }`,
  ),
  "items that a loop makes": template(
    `[ {{loop array($request/get/*)}} { "id": «"7"|7», "total": 1, "state": "open" } {{end}} ]`,
    answersOrders,
  ),
  "a member that pairs make": template(
    `{ "id": 7, "total": 1, "state": "open" {{,}} {{: $request/get/«remark|note» }} }`,
  ),
  "none of the alternatives": template(
    `«{ "cash": 3 }|{ "card": "4" }»`,
    `200: { description: "", schema: { anyOf: [ { type: object, required: [card] }, { type: string } ] } }`,
  ),
  "the status is forgotten": answer(
    `<flow>\n  «|<set-status code="201"/>»<template>{ "id": 1, "total": 1, "state": "open" }</template>\n</flow>\n`,
    `201: { description: "", schema: { $ref: "#/definitions/Order" } }`,
  ),
  "an error body in the form of a success": answer(
    `<flow>\n  <if test="not($request/get/a)">\n    <set-status code="404"/>\n    <template>{ «"error"|"message"»: "gone" }</template>\n  </if>\n  <else>\n    <template>{ "id": 1, "total": 1, "state": "open" }</template>\n  </else>\n</flow>\n`,
    `${answersOrder}\n404: { description: "", schema: { type: object, required: [message], properties: { message: { type: string } } } }`,
  ),
  "the schema of the default": template(
    `{ "id": «"7"|7» }`,
    `default: { description: "", schema: { type: object, properties: { id: { type: integer } } } }`,
  ),
  "the response of an OpenAPI 3 operation": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
      responses:
        "200":
          description: ""
          content:
            application/json:
              schema:
                type: array
                items: { type: object, required: [id], properties: { id: { type: integer, format: int32 } } }
`,
      "orders.xml": `<flow>\n  <template>[ { "id": «3000000000|3000000» } ]</template>\n</flow>\n`,
    },
  },
  "a type of OpenAPI 3.1": {
    files: {
      "swagger.yaml": `openapi: 3.1.0
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
      responses:
        "200":
          description: ""
          content:
            application/json:
              schema: { type: object, properties: { count: { type: [integer, "null"], exclusiveMinimum: 0 } } }
`,
      "orders.xml": `<flow>\n  <template>{ "count": «0|1» }</template>\n</flow>\n`,
    },
  },
};

/** An operation that takes an order, and a flow that reads it. */
const reads = (flow: string): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - { name: order, in: body, required: true, schema: { $ref: "#/definitions/Order" } }
definitions:${order}`,
    "orders.xml": flow,
  },
});

const bodies: Mistakes = {
  "a loop in a loop": reads(
    `<flow>\n  <template>[ {{loop $body/json/rows}} [ {{loop «article|array(article)»}} {{.}} {{end}} ] {{end}} ]</template>\n</flow>\n`,
  ),
  "an array is calculated with": reads(
    `<flow>\n  <eval out="$n">«$body/json/rows|count($body/json/rows/value)» + 1</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n`,
  ),
  "a sum of objects": reads(
    `<flow>\n  <template>{ "n": {{ sum($body/json/rows/value«|/amount») }} }</template>\n</flow>\n`,
  ),
};

const flow = `<flow>\n  <template>[]</template>\n</flow>\n`;

/** A description in which nothing is validated. `schema` stands below a name in `definitions`. */
const described = (schema: string, more = ""): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
      responses:
        200: { description: "" }
${more}definitions:
  Item:
${schema.replace(/^/gm, "    ")}
`,
    "orders.xml": flow,
  },
});

const object = (properties: string, more = "") =>
  `type: object\n${more}properties:\n${properties.replace(/^/gm, "  ")}`;

const places: Mistakes = {
  "a type in another case": described(object("n: { type: «String|string» }")),
  "a type that is mistyped": described(object("n: { type: «bolean|boolean» }")),
  "a required name that is not allowed": described(
    object("number: { type: string }", "required: [«order|number»]\nadditionalProperties: false\n"),
  ),
  "a required name twice": described(
    object("a: { type: string }\nb: { type: string }", "required: [a, b«, a|»]\n"),
  ),
  "limits of a text in the wrong order": described(
    object("n: { type: string, minLength: «10|1», maxLength: 5 }"),
  ),
  "limits of an array in the wrong order": described(
    object("n: { type: array, items: {}, minItems: «10|1», maxItems: 5 }"),
  ),
  "an enum that allows nothing": described(object("n: { type: string, enum: «[]|[a]» }")),
  "maxLength in another case": described(object("n: { type: string, «maxlength|maxLength»: 5 }")),
  "additionalProperties is mistyped": described(
    object("n: { type: string }", "«additionalProperty|additionalProperties»: false\n"),
  ),
  "an array without items": described(object("n: { type: array, «item|items»: { type: string } }")),
  "a reference to a file that is not there": described(
    object(`n: { $ref: «"types.yaml#/Item"|"swagger.yaml#/definitions/Item"» }`),
  ),
  "a response that is not there": described(
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "" }\n        404: { $ref: «"#/responses/Missing"|"#/responses/NotFound"» }\nresponses:\n  NotFound: { description: "" }\n`,
  ),
  "an example that the enum does not list": described(
    object("n: { type: string, enum: [a, b], example: «c|b» }"),
  ),
  "an example that lacks a member": described(
    object("n: { type: integer }\nm: { type: string }", `required: [n]\nexample: «{ m: x }|{ n: 1 }»\n`),
  ),
  "a default of another type": described(object(`n: { type: boolean, default: «"no"|false» }`)),
  "a default beyond the maximum": described(
    object("n: { type: integer, maximum: 100, default: «1000|100» }"),
  ),
  "an example of a response": described(
    object("n: { type: integer }", "required: [n]\n"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      responses:\n        200:\n          description: ""\n          schema: { type: array, items: { $ref: "#/definitions/Item" } }\n          examples:\n            application/json: [ { n: 1 }, { n: «two|2» } ]\n`,
  ),
  "examples of a media type": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
      parameters:
        - { name: limit, in: query, schema: { type: integer }, example: 10 }
      responses:
        "200":
          description: ""
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer } } }
              examples:
                one: { value: { id: 1 } }
                two: { value: { id: «"2"|2» } }
`,
      "orders.xml": `<flow>\n  <template>{ "id": 1 }</template>\n</flow>\n`,
    },
  },
  "a parameter of OpenAPI 3 in the form of Swagger 2.0": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
      parameters:
        - { name: limit, in: query, «type: integer|schema: { type: integer }» }
`,
      "orders.xml": flow,
    },
  },
  "a body of OpenAPI 3 in the form of Swagger 2.0": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - { name: a, in: «body|query», schema: { type: string } }
`,
      "orders.xml": flow,
    },
  },
  "enum with a letter too much": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
components:
  schemas:
    Kind: { type: string, «enums|enum»: [order] }
`,
      "orders.xml": flow,
    },
  },
  "a type that is called text elsewhere": {
    files: {
      "swagger.yaml": `openapi: 3.0.3
info: { title: "", version: "1" }
paths:
  /orders:
    get:
      x-flow: orders.xml
components:
  schemas:
    Kind: { «type: text|type: string» }
    Count: { type: integer, nullable: true }
`,
      "orders.xml": flow,
    },
  },
  "a status that is none": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
      responses:
        «ok|200»: { description: "" }
`,
      "orders.xml": flow,
    },
  },
};

/** Mistakes in the schemas of the API description, and in the use that it and the flows make of them. */
export const schemas: Mistakes = { ...answers, ...bodies, ...places };
