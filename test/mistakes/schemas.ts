import type { Mistake } from "./support.js";

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
const answer = (name: string, flow: string, responses = answersOrder, more?: string): Mistake => ({
  name,
  files: { "swagger.yaml": shop(responses, more), "orders.xml": flow },
});

const template = (name: string, json: string, responses?: string, more?: string): Mistake =>
  answer(name, `<flow>\n  <template>\n  ${json}\n  </template>\n</flow>\n`, responses, more);

const answers: readonly Mistake[] = [
  template("a text for a number", `{ "id": 7, "total": «"12.50"|12.50», "state": "open" }`),
  template("a number for a text", `{ "id": 7, "total": 1, "state": "open", "note": «5|"5"» }`),
  template("a state that the enum does not list", `{ "id": 7, "total": 1, "state": «"closed"|"paid"» }`),
  template("a state in another case", `{ "id": 7, "total": 1, "state": «"OPEN"|"open"» }`),
  template("a required member is missing", `{ "id": 7, «"status"|"state"»: "open", "total": 1 }`),
  template(
    "a member that is not allowed",
    `{ "id": 7, "total": 1, "state": "open", «"sum": 2|"note": "2"» }`,
  ),
  template(
    "a required member of an inner object",
    `{ "id": 7, "total": 1, "state": "open", "customer": «{ "email": "a@example.com" }|{ "name": "A" }» }`,
  ),
  template(
    "required members of items",
    `{ "id": 7, "total": 1, "state": "open", "rows": [ «{ "article": "pen" }|{ "article": "pen", "amount": 1 }» ] }`,
  ),
  template(
    "an object for an array",
    `{ "id": 7, "total": 1, "state": "open", "rows": «{ "article": "pen", "amount": 1 }|[]» }`,
  ),
  template(
    "an array for an object",
    `{ "id": 7, "total": 1, "state": "open", "customer": «["Ada"]|{ "name": "Ada" }» }`,
  ),
  template(
    "null where the schema has no null",
    `{ "id": 7, "total": 1, "state": "open", "note": «null|""» }`,
  ),
  template(
    "a date without a time",
    `{ "id": 7, "total": 1, "state": "open", "created": «"2024-05-01"|"2024-05-01T10:00:00Z"» }`,
  ),
  template(
    "a text that the pattern refuses",
    `{ "id": 7, "total": 1, "state": "open", "number": «"12-ab"|"0012-AB"» }`,
  ),
  template(
    "a text that is too long",
    `{ "id": 7, "total": 1, "state": "open", "note": «"delivered to the neighbours"|"with neighbours"» }`,
  ),
  template(
    "a text that is too short",
    `{ "id": 7, "total": 1, "state": "open", "customer": { "name": «""|"-"» } }`,
  ),
  template(
    "an e-mail address that is none",
    `{ "id": 7, "total": 1, "state": "open", "customer": { "name": "A", "email": «"none"|"a@example.com"» } }`,
  ),
  template("a number below the minimum", `{ "id": «0|1», "total": 1, "state": "open" }`),
  template("a fraction for an integer", `{ "id": «1.5|1», "total": 1, "state": "open" }`),
  template(
    "a boolean as text",
    `{ "id": 7, "total": 1, "state": "open", "customer": { "name": "A", "vip": «"true"|true» } }`,
  ),
  template(
    "a parameter is a text",
    `{ "id": «{{ $request/params/id }}|{{ number($request/params/id) }}», "total": 1, "state": "open" }`,
  ),
  template(
    "a function that yields text",
    `{ "id": 7, "total": «{{ concat(1, ".50") }}|{{ number(concat(1, ".50")) }}», "state": "open" }`,
  ),
  template(
    "a count for a text",
    `{ "id": 7, "total": 1, "state": "open", "note": «{{ count($request/get/*) }}|{{ string(count($request/get/*)) }}» }`,
  ),
  template(
    "a comparison for a text",
    `{ "id": 7, "total": 1, "state": "open", "note": «{{ $request/get/a = "1" }}|{{ string($request/get/a) }}» }`,
  ),
  template(
    "one branch of a condition",
    `{ "id": 7, "total": 1, "state": {{if $request/get/a}} «"opened"|"open"» {{else}} "paid" {{end}} }`,
  ),
  template(
    "a member in one branch",
    `{ "id": 7, "total": 1, {{if $request/get/a}} «"stat"|"state"»: "open" {{else}} "state": "paid" {{end}} }`,
  ),
  template("an object where a list is described", `«{ "orders": [] }|[]»`, answersOrders),
  template(
    "items that a loop makes",
    `[ {{loop array($request/get/*)}} { "id": «"7"|7», "total": 1, "state": "open" } {{end}} ]`,
    answersOrders,
  ),
  template(
    "a member that pairs make",
    `{ "id": 7, "total": 1, "state": "open" {{,}} {{: $request/get/«remark|note» }} }`,
  ),
  template(
    "a response whose schema is composed",
    `{ "code": «"4"|4», "message": "x" }`,
    `200: { description: "", schema: { allOf: [ { type: object, required: [code] }, { properties: { code: { type: integer } } } ] } }`,
  ),
  template(
    "none of the alternatives",
    `«{ "cash": 3 }|{ "card": "4" }»`,
    `200: { description: "", schema: { anyOf: [ { type: object, required: [card] }, { type: string } ] } }`,
  ),
  answer(
    "the response of another status",
    `<flow>\n  <set-status code="«204|200»"/>\n  <template>{ "id": 7, "total": 1, "state": "open" }</template>\n</flow>\n`,
  ),
  answer(
    "a status that is not listed",
    `<flow>\n  <set-status code="«202|201»"/>\n  <template>{ "id": 1, "total": 1, "state": "open" }</template>\n</flow>\n`,
    `201: { description: "", schema: { $ref: "#/definitions/Order" } }`,
  ),
  answer(
    "the status is forgotten",
    `<flow>\n  «|<set-status code="201"/>»<template>{ "id": 1, "total": 1, "state": "open" }</template>\n</flow>\n`,
    `201: { description: "", schema: { $ref: "#/definitions/Order" } }`,
  ),
  answer(
    "an error that is not listed",
    `<flow>\n  <error if="not($request/get/a)" status="«409|404»">{ "message": "gone" }</error>\n  <template>{ "id": 1, "total": 1, "state": "open" }</template>\n</flow>\n`,
    `${answersOrder}\n404: { description: "" }`,
  ),
  answer(
    "the status of echo is not listed",
    `<flow>\n  <echo if="not($request/get/a)" status="«410|404»">gone</echo>\n  <template>{ "id": 1, "total": 1, "state": "open" }</template>\n</flow>\n`,
    `${answersOrder}\n404: { description: "" }`,
  ),
  answer(
    "an error body in the form of a success",
    `<flow>\n  <if test="not($request/get/a)">\n    <set-status code="404"/>\n    <template>{ «"error"|"message"»: "gone" }</template>\n  </if>\n  <else>\n    <template>{ "id": 1, "total": 1, "state": "open" }</template>\n  </else>\n</flow>\n`,
    `${answersOrder}\n404: { description: "", schema: { type: object, required: [message], properties: { message: { type: string } } } }`,
  ),
  template(
    "the schema of all 2XX",
    `{ "id": «"7"|7» }`,
    `2XX: { description: "", schema: { type: object, properties: { id: { type: integer } } } }`,
  ),
  template(
    "the schema of the default",
    `{ "id": «"7"|7» }`,
    `default: { description: "", schema: { type: object, properties: { id: { type: integer } } } }`,
  ),
  {
    name: "the response of an OpenAPI 3 operation",
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
  {
    name: "a type of OpenAPI 3.1",
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
];

/** An operation that takes an order, and a flow that reads it. */
const reads = (name: string, flow: string): Mistake => ({
  name,
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

const bodies: readonly Mistake[] = [
  reads(
    "a loop over an object",
    `<flow>\n  <template>[ {{loop $body/json/«customer|rows»}} {{.}} {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "a loop over a text",
    `<flow>\n  <template>[ {{loop $body/json/«note|rows»}} {{.}} {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "a loop over the items of an array",
    `<flow>\n  <template>[ {{loop $body/json/«rows/value|rows»}} {{ article }} {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "a loop over the body",
    `<flow>\n  <template>[ {{loop «$body/json|$body/json/rows»}} {{.}} {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "a loop over a variable made of the body",
    `<flow>\n  <eval out="$rows">$body/json/«customer|rows»</eval>\n  <template>[ {{loop «!$rows|$rows»}} {{.}} {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "a loop in a loop",
    `<flow>\n  <template>[ {{loop $body/json/rows}} [ {{loop «article|array(article)»}} {{.}} {{end}} ] {{end}} ]</template>\n</flow>\n`,
  ),
  reads(
    "an array is calculated with",
    `<flow>\n  <eval out="$n">«$body/json/rows|count($body/json/rows/value)» + 1</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n`,
  ),
  reads(
    "a text is calculated with",
    `<flow>\n  <eval out="$n">$body/json/«note|total» * 2</eval>\n  <template>{ "n": {{ $n }} }</template>\n</flow>\n`,
  ),
  reads(
    "a boolean is calculated with",
    `<flow>\n  <template>{ "n": {{ $body/json/«customer/vip|id» + 1 }} }</template>\n</flow>\n`,
  ),
  reads(
    "a sum of objects",
    `<flow>\n  <template>{ "n": {{ sum($body/json/rows/value«|/amount») }} }</template>\n</flow>\n`,
  ),
];

const flow = `<flow>\n  <template>[]</template>\n</flow>\n`;

/** A description in which nothing is validated. `schema` stands below a name in `definitions`. */
const described = (name: string, schema: string, more = ""): Mistake => ({
  name,
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

const places: readonly Mistake[] = [
  described("a type of another language", object("n: { type: «int|integer» }")),
  described("a date as a type", object("n: «{ type: date }|{ type: string, format: date }»")),
  described("a type in another case", object("n: { type: «String|string» }")),
  described("a type that is mistyped", object("n: { type: «bolean|boolean» }")),
  described("required on a property", object("n: { type: string, «required: true|minLength: 1» }")),
  described("required as text", object("n: { type: string }", "required: «n|[n]»\n")),
  described(
    "a required name that is mistyped",
    object("n: { type: string }\nnumber: { type: string }", "required: [n, «nubmer|number»]\n"),
  ),
  described(
    "a required name that is not allowed",
    object("number: { type: string }", "required: [«order|number»]\nadditionalProperties: false\n"),
  ),
  described(
    "a required name twice",
    object("a: { type: string }\nb: { type: string }", "required: [a, b«, a|»]\n"),
  ),
  described(
    "limits of a number in the wrong order",
    object("n: { type: integer, minimum: «10|1», maximum: 5 }"),
  ),
  described(
    "limits of a text in the wrong order",
    object("n: { type: string, minLength: «10|1», maxLength: 5 }"),
  ),
  described(
    "limits of an array in the wrong order",
    object("n: { type: array, items: {}, minItems: «10|1», maxItems: 5 }"),
  ),
  described("a text in an enum of numbers", object(`n: { type: integer, enum: [1, «"2"|2»] }`)),
  described("a number in an enum of texts", object(`n: { type: string, enum: [a, «2|"2"»] }`)),
  described("an enum that allows nothing", object("n: { type: string, enum: «[]|[a]» }")),
  described("an enum that is no list", object("n: { type: string, enum: «a|[a]» }")),
  described("a value twice in an enum", object("n: { type: string, enum: [a, b«, a|»] }")),
  described("required is mistyped", object("n: { type: string }", "«requird|required»: [n]\n")),
  described("properties is mistyped", "type: object\n«propertes|properties»:\n  n: { type: string }"),
  described("maxLength in another case", object("n: { type: string, «maxlength|maxLength»: 5 }")),
  described(
    "additionalProperties is mistyped",
    object("n: { type: string }", "«additionalProperty|additionalProperties»: false\n"),
  ),
  described("a keyword of texts on a number", object("n: { type: integer, «maxLength|maximum»: 5 }")),
  described("a number as text", object(`n: { type: integer, maximum: «"10"|10» }`)),
  described("a format that is mistyped", object("n: { type: string, format: «datetime|date-time» }")),
  described("an array without items", object("n: { type: array, «item|items»: { type: string } }")),
  described(
    "a definition that is not there",
    object(`n: { $ref: «"#/definitions/Custmer"|"#/definitions/Item"» }`),
  ),
  described("a reference without definitions", object(`n: { $ref: «"#/Item"|"#/definitions/Item"» }`)),
  described(
    "a reference to a file that is not there",
    object(`n: { $ref: «"types.yaml#/Item"|"swagger.yaml#/definitions/Item"» }`),
  ),
  described(
    "a parameter that is not there",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - $ref: «"#/parameters/Limt"|"#/parameters/Limit"»\nparameters:\n  Limit: { name: limit, in: query, type: integer }\n`,
  ),
  described(
    "a response that is not there",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      responses:\n        200: { description: "" }\n        404: { $ref: «"#/responses/Missing"|"#/responses/NotFound"» }\nresponses:\n  NotFound: { description: "" }\n`,
  ),
  described("an example of another type", object(`n: { type: integer, example: «"12"|12» }`)),
  described(
    "an example that the enum does not list",
    object("n: { type: string, enum: [a, b], example: «c|b» }"),
  ),
  described(
    "an example of an object",
    object("n: { type: integer }\nm: { type: string }", `required: [n]\nexample: { n: «one|1», m: x }\n`),
  ),
  described(
    "an example that lacks a member",
    object("n: { type: integer }\nm: { type: string }", `required: [n]\nexample: «{ m: x }|{ n: 1 }»\n`),
  ),
  described("a default of another type", object(`n: { type: boolean, default: «"no"|false» }`)),
  described(
    "a default beyond the maximum",
    object("n: { type: integer, maximum: 100, default: «1000|100» }"),
  ),
  described(
    "the default of a parameter",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: sort, in: query, type: string, enum: [asc, desc], default: «up|asc» }\n`,
  ),
  described(
    "an example of a response",
    object("n: { type: integer }", "required: [n]\n"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      responses:\n        200:\n          description: ""\n          schema: { type: array, items: { $ref: "#/definitions/Item" } }\n          examples:\n            application/json: [ { n: 1 }, { n: «two|2» } ]\n`,
  ),
  described(
    "a type is missing its form",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: sort, «schema: { type: string }|type: string», in: query }\n`,
  ),
  described(
    "the place of a parameter",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: sort, in: «querry|query», type: string }\n`,
  ),
  described(
    "a parameter without a name",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - «{ in: query, type: string }|{ name: sort, in: query, type: string }»\n`,
  ),
  described(
    "a collection format that does not exist",
    object("n: { type: string }"),
    `  /items:\n    get:\n      x-flow: orders.xml\n      parameters:\n        - { name: sort, in: query, type: array, items: { type: string }, collectionFormat: «comma|csv» }\n`,
  ),
  {
    name: "examples of a media type",
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
  {
    name: "a parameter of OpenAPI 3 in the form of Swagger 2.0",
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
  {
    name: "a body of OpenAPI 3 in the form of Swagger 2.0",
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
  {
    name: "enum with a letter too much",
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
  {
    name: "a type that is called text elsewhere",
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
  {
    name: "a status that is none",
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
];

/** What the API description says, and what it and the flows make of it. */
export const schemas: readonly Mistake[] = [...answers, ...bodies, ...places];
