import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, " ".repeat(by));

const three = (operation: string, schemas = "", top = "", components = ""): Mistake => ({
  files: {
    "swagger.yaml": `openapi: "3.0.3"
info: { title: Shop, version: "1" }
${top}paths:
  /orders:
    post:
      x-flow: orders.xml
${indented(operation, 6)}
components:
  schemas:
    Order: { type: object, properties: { id: { type: integer } } }
    Closed: { type: object, additionalProperties: false, properties: { id: { type: integer } } }
    Code: { type: string, maxLength: 3 }
    State: { type: string, enum: [open, sent] }
${indented(schemas, 4)}
${indented(components, 2)}
`,
  },
});

const two = (operation: string, top = "", definitions = ""): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
${top}paths:
  /orders:
    post:
      x-flow: orders.xml
${indented(operation, 6)}
definitions:
  Order: { type: object, properties: { id: { type: integer } } }
  Closed: { type: object, additionalProperties: false, properties: { id: { type: integer } } }
${indented(definitions, 2)}
`,
  },
});

const ref = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const schema = (text: string) => three("", `Item: ${text}`);
const is = (code: `FLOW${number}`, mistakes: Readonly<Record<string, Mistake>>): Mistakes =>
  Object.fromEntries(Object.entries(mistakes).map(([name, mistake]) => [name, { ...mistake, code }]));

const types = is("FLOW1241", {
  "a text and an object": schema(`{ allOf: [${ref("Order")}, { type: «string|object» }] }`),
  "an object and a text": schema(`{ allOf: [{ type: «string|object» }, ${ref("Order")}] }`),
  "a list beside an object": schema(`{ type: «array|object», allOf: [${ref("Order")}] }`),
  "a number that is a text": schema(`{ allOf: [{ type: integer }, { type: «string|number» }] }`),
  "two references to other types": schema(`{ allOf: [${ref("Order")}, ${ref("«Code|Closed»")}] }`),
  "a part of a part": schema(`{ allOf: [${ref("Order")}, { allOf: [{ type: «array|object» }] }] }`),
  "a text and an object, in a property": schema(
    `{ type: object, properties: { order: { allOf: [${ref("Order")}, { type: «string|object» }] } } }`,
  ),
  "a text and an object in Swagger 2.0": two(
    "",
    "",
    `Item: { allOf: [{ $ref: "#/definitions/Order" }, { type: «string|object» }] }`,
  ),
});

const members = is("FLOW1242", {
  "a member that another part excludes": schema(
    `{ allOf: [${ref("«Closed|Order»")}, { properties: { «!total|total»: { type: number } } }] }`,
  ),
  "a required member that another part excludes": schema(
    `{ allOf: [${ref("Closed")}, { required: [«total|id»] }] }`,
  ),
  "a member beside a part that excludes it": schema(
    `{ properties: { «total|id»: { type: integer } }, allOf: [${ref("Closed")}] }`,
  ),
  "a part that excludes what another one has": schema(
    `{ allOf: [{ required: [«total|id»] }, { additionalProperties: false, properties: { id: {} } }] }`,
  ),
  "a member that another part excludes in Swagger 2.0": two(
    "",
    "",
    `Item: { allOf: [{ $ref: "#/definitions/Closed" }, { properties: { «total|id»: { type: integer } } }] }`,
  ),
});

const limits = is("FLOW1165", {
  "a minimum above another part's maximum": schema(
    `{ allOf: [{ type: integer, maximum: 10 }, { minimum: «20|2» }] }`,
  ),
  "a length above another part's": schema(`{ allOf: [${ref("Code")}, { minLength: «5|2» }] }`),
  "a maximum below another part's minimum": schema(
    `{ maximum: 9, allOf: [{ type: integer, minimum: «50|5» }] }`,
  ),
  "more entries than another part has": schema(
    `{ type: array, items: {}, allOf: [{ maxItems: 2 }], minItems: «3|1» }`,
  ),
});

const listed = is("FLOW1172", {
  "a value that is too short": schema(`{ type: string, minLength: 3, enum: [«ab|abc», abcd] }`),
  "a value that is too large": schema(`{ type: integer, maximum: 10, enum: [5, «50|10»] }`),
  "a value that the pattern refuses": schema(`{ type: string, pattern: "^[a-z]+$", enum: [a, «B|b»] }`),
  "a value of another format": schema(`{ type: string, format: date, enum: [«2027-1-1|"2027-01-01"»] }`),
  "a constant that is too long": {
    files: {
      "swagger.yaml": `openapi: "3.1.0"
info: { title: Shop, version: "1" }
paths:
  /orders: { get: { x-flow: orders.xml } }
components: { schemas: { Code: { type: string, maxLength: 2, const: «abc|ab» } } }
`,
    },
  },
  "a value that a part does not list": schema(`{ allOf: [${ref("State")}], enum: [«closed|sent»] }`),
  "a list of which another part has nothing": schema(
    `{ allOf: [${ref("State")}, { enum: «[closed, lost]|[open, lost]» }] }`,
  ),
  "a list that another part is too short for": schema(
    `{ allOf: [${ref("Code")}, { enum: «[long, longer]|[long, etc]» }] }`,
  ),
  "a value of a parameter that is too short": two(
    `parameters: [{ name: state, in: query, type: string, minLength: 3, enum: [«ab|abc»] }]`,
  ),
});

const json = `{ application/json: { schema: ${ref("Order")} } }`;

const bodies = is("FLOW1243", {
  ...Object.fromEntries(
    ["204", "205", "304", "102"].map((status) => [
      `content of a ${status}`,
      three(`responses: { "«${status}|200»": { description: "", «!content|content»: ${json} } }`),
    ]),
  ),
  "content of a 204 by a reference": three(
    `responses: { «"204"|"200"»: { $ref: "#/components/«!responses/Done|responses/Done»" } }`,
    "",
    "",
    `responses: { Done: { description: "", content: ${json} } }`,
  ),
  "a schema of a 204 in Swagger 2.0": two(
    `responses: { «204|200»: { description: "", «!schema|schema»: { $ref: "#/definitions/Order" } } }`,
  ),
  "an example of a 204 in Swagger 2.0": two(
    `responses: { «204|200»: { description: "", «!examples|examples»: { application/json: { id: 1 } } } }`,
  ),
});

const words = is("FLOW1234", {
  "a scheme that there is not": two("", "schemes: [«htps|https»]\n"),
  "a scheme of an operation that there is not": two("schemes: [https, «wws|wss»]"),
});

const keys = is("FLOW1245", {
  "an example of no media type": two(
    `responses: { 200: { description: "", examples: { «response|application/json»: { id: 1 } } } }`,
  ),
  "content of no media type": three(
    `responses: { "200": { description: "", content: { «order|application/json»: { schema: ${ref("Order")} } } } }`,
  ),
  "a body of no media type": three(
    `requestBody: { content: { «default|"*/*"»: { schema: ${ref("Order")} } } }`,
  ),
  "a media type with a dash": three(
    `requestBody: { content: { «application-json|application/json»: { schema: ${ref("Order")} } } }`,
  ),
});

const limit = `x-flow-limit: 10/s`;
const extension = `«${limit}|x-note: a»`;

const places = is("FLOW1123", {
  "a limit in a response": two(`responses: { 200: { description: "", ${extension} } }`),
  "a limit among responses": two(`responses: { ${extension}, 200: { description: "" } }`),
  "a limit in a parameter": two(`parameters: [{ name: id, in: query, type: string, ${extension} }]`),
  "a limit in a schema": two("", "", `Item: { type: object, ${extension} }`),
  "a limit in a property": two("", "", `Item: { type: object, properties: { id: { ${extension} } } }`),
  "a limit among schemas": two("", "", extension),
  "a limit in a property, beside one that is called like an extension": two(
    "",
    "",
    `Item: { type: object, properties: { x-flow-limit: { type: string, ${extension} } } }`,
  ),
  "a limit in a header field that is called like an extension": two(
    `responses: { 200: { description: "", headers: { x-flow-limit: { type: string, ${extension} } } } }`,
  ),
  "a limit in info": two("", `info: { title: Shop, version: "1", ${extension} }\n`),
  "a limit in a tag": two("", `tags: [{ name: shop, ${extension} }]\n`),
  "a limit in a server": three("", "", `servers: [{ url: /api, ${extension} }]\n`),
  "a limit in a body": three(`requestBody: { content: ${json}, ${extension} }`),
  "a limit in a media type": three(
    `requestBody: { content: { application/json: { schema: ${ref("Order")}, ${extension} } } }`,
  ),
  "an upstream in an operation": two(
    `«x-flow-upstreams|x-note»: { "https://shop.example": { max-requests: 5 } }`,
  ),
  "a flow in a response": two(`responses: { 200: { description: "", «x-flow|x-note»: orders.xml } }`),
  "a token in an operation": two(`«x-flow-jwt|x-note»: { key: { env: KEY } }`),
});

/** Descriptions that contradict themselves, or say something where it cannot be. */
export const contradictions: Mistakes = {
  ...types,
  ...members,
  ...limits,
  ...listed,
  ...bodies,
  ...words,
  ...keys,
  ...places,
  "an end before the beginning": {
    ...two(`deprecated: true\nx-deprecated-since: 2027-01-31\nx-sunset: «2026-06-30|2027-06-30»`),
    code: "FLOW1244",
  },
  "a path of a health check with a parameter": {
    files: {
      ...two(
        "",
        `x-flow-upstreams: { "https://shop.example": { max-requests: 5, health: "«/health{id}|/health»" } }\n`,
      ).files,
      "orders.xml": flowFile(`<request>{ "url": "https://shop.example/orders" }</request>`),
    },
  },
};
