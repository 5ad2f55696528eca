import type { Mistake, Mistakes } from "./support.js";

/** What an OpenAPI 3 description has where a mistake is not. */
interface Parts {
  readonly version?: string;
  readonly info?: string;
  readonly servers?: string;
  /** Lines of the operation, at no column. */
  readonly operation?: string;
  readonly path?: string;
  /** Lines of `components`, at no column. */
  readonly components?: string;
  readonly top?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, " ".repeat(by));

const three = ({
  version = "3.0.3",
  info,
  servers,
  operation,
  path,
  components,
  top,
  files,
}: Parts): Mistake => ({
  files: {
    "swagger.yaml": `openapi: "${version}"
info: ${info ?? `{ title: Shop, version: "1" }`}
${servers === undefined ? "" : `servers: ${servers}\n`}x-flow-validate: { request: true }
${top === undefined ? "" : `${top}\n`}paths:
  /orders:
${path === undefined ? "" : `${indented(path, 4)}\n`}    post:
      x-flow: orders.xml
${indented(operation ?? "", 6)}
components:
  schemas:
    Order: { type: object, properties: { id: { type: integer } } }
${components === undefined ? "" : `${indented(components, 2)}\n`}`,
    ...files,
  },
});

/** The same for Swagger 2.0. */
const two = ({ operation = "", top, files }: Pick<Parts, "operation" | "top" | "files">): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-validate: { request: true }
${top === undefined ? "" : `${top}\n`}paths:
  /orders:
    post:
      x-flow: orders.xml
${indented(operation, 6)}
definitions:
  Order: { type: object, properties: { id: { type: integer } } }
`,
    ...files,
  },
});

const order = `{ $ref: "#/components/schemas/Order" }`;
const order2 = `{ $ref: "#/definitions/Order" }`;

const body = (mediaType: string): Mistake =>
  three({ operation: `requestBody: { content: { application/json: ${mediaType} } }` });
const parameter = (text: string, version?: string): Mistake =>
  three({ operation: `parameters: [${text}]`, ...(version === undefined ? {} : { version }) });
const query = (schema: string, version?: string): Mistake =>
  parameter(`{ name: limit, in: query, schema: ${schema} }`, version);
const parameter2 = (text: string): Mistake => two({ operation: `parameters: [${text}]` });
const response = (text: string): Mistake => three({ operation: `responses: { "200": ${text} }` });
const schema = (text: string, version?: string): Mistake =>
  three({ components: `  Item: ${text}`, ...(version === undefined ? {} : { version }) });
const property = (text: string): Mistake => schema(`{ type: object, properties: { n: ${text} } }`);
const mocked = (mediaType: string, files?: Parts["files"]): Mistake =>
  three({
    operation: `responses: { "200": { description: "", content: { application/json: ${mediaType} } } }`,
    ...(files === undefined ? {} : { files }),
  });

/** Something else where a mapping, a list, a text or a boolean belongs. */
const otherForms: Mistakes = {
  "a name in the place of a schema, in a body": body(`{ schema: «Order|${order}» }`),
  "a list in the place of a schema, in a body": body(`{ schema: «[${order}]|${order}» }`),
  "a name in the place of a schema, in a parameter": query(`«integer|{ type: integer }»`),
  "a name in the place of a schema, in a response": response(
    `{ description: "", content: { application/json: { schema: «Order|${order}» } } }`,
  ),
  "a name in the place of a schema, in a response of Swagger 2.0": two({
    operation: `responses: { 200: { description: "", schema: «Order|${order2}» } }`,
  }),
  "a name in the place of a schema, in a body of Swagger 2.0": parameter2(
    `{ name: order, in: body, schema: «Order|${order2}» }`,
  ),
  "a name in the place of a schema, in a header": response(
    `{ description: "", headers: { X-Total: { schema: «integer|{ type: integer }» } } }`,
  ),
  "a type in the place of a header": response(
    `{ description: "", headers: { X-Total: «integer|{ schema: { type: integer } }» } }`,
  ),
  "a type in the place of a header of Swagger 2.0": two({
    operation: `responses: { 200: { description: "", headers: { X-Total: «integer|{ type: integer }» } } }`,
  }),
  "a body without content": three({
    operation: `requestBody: { «application/json: { schema: ${order} }|content: { application/json: { schema: ${order} } }» }`,
  }),
  "a response without content": response(
    `{ description: "", «application/json: { schema: ${order} }|content: { application/json: { schema: ${order} } }» }`,
  ),
  "a name in the place of a body": three({
    operation: `requestBody: «Order|{ content: { application/json: { schema: ${order} } } }»`,
  }),
  "a list in the place of a body": three({
    operation: `requestBody: «[application/json]|{ content: { application/json: { schema: ${order} } } }»`,
  }),
  "a name in the place of a media type": body(`«Order|{ schema: ${order} }»`),
  "a list of media types": three({
    operation: `requestBody: { content: «[application/json]|{ application/json: { schema: ${order} } }» }`,
  }),
  "keywords of a schema in a media type": body(`{ «type: object|schema: { type: object }» }`),
  "a reference to a schema in a media type": body(
    `{ «$ref: "#/components/schemas/Order"|schema: ${order}» }`,
  ),
  "a list of responses": three({
    operation: `responses: «[{ description: "" }]|{ "200": { description: "" } }»`,
  }),
  "a text in the place of a response": response(`«OK|{ description: OK }»`),
  "a list of schemas": three({
    top: "# of a team",
    components: `responses: «[Missing]|{ Missing: { description: "" } }»`,
  }),
  "a list of shared parameters": three({
    components: `parameters: «[{ name: limit, in: query, schema: {} }]|{ Limit: { name: limit, in: query, schema: {} } }»`,
  }),
  "a mapping of parameters": three({
    operation: `parameters: «{ limit: { in: query, schema: {} } }|[{ name: limit, in: query, schema: {} }]»`,
  }),
  "a mapping of parameters of a path": three({
    path: `parameters: «{ limit: { in: query, schema: {} } }|[{ name: limit, in: query, schema: {} }]»`,
  }),
  "a name in the place of a parameter": parameter(`«limit|{ name: limit, in: query, schema: {} }»`),
  "properties as a list": property(`{ type: object, properties: «[a, b]|{ a: {}, b: {} }» }`),
  "a type in the place of a property": property(
    `{ type: object, properties: { a: «integer|{ type: integer }» } }`,
  ),
  "a type in the place of items": property(`{ type: array, items: «string|{ type: string }» }`),
  "a switch as a text": property(`{ type: object, additionalProperties: «"false"|false» }`),
  "a mapping of alternatives": property(`{ anyOf: «{ type: string }|[{ type: string }]» }`),
  "a mapping in the place of security": three({ operation: `security: «{}|[]»` }),
  "a path in the place of servers": three({ servers: `«/api|[{ url: /api }]»` }),
  "a path in the place of a server": three({ servers: `[«/api|{ url: /api }»]` }),
  "a mapping in the place of servers": three({ servers: `«{ url: /api }|[{ url: /api }]»` }),
  "a server by another member": three({ servers: `[{ «uri|url»: /api }]` }),
  "a server without anything": three({
    servers: `[«{ description: live }|{ url: /api, description: live }»]`,
  }),
  "a default in the place of a variable": three({
    servers: `[{ url: "/{v}", variables: { v: «v1|{ default: v1 }» } }]`,
  }),
  "a title in the place of info": three({ info: `«Shop|{ title: Shop, version: "1" }»` }),
  "a pattern that is a list": property(`{ type: string, pattern: «["^a$"]|"^a$"» }`),
  "a pattern that is a number": property(`{ type: string, pattern: «123|"123"» }`),
  "a format that is a list": property(`{ type: string, format: «[date]|date» }`),
  "unique items as a text": property(`{ type: array, items: {}, uniqueItems: «"true"|true» }`),
  "null allowed by a text": property(`{ type: string, nullable: «"true"|true» }`),
  "null allowed by a number": property(`{ type: string, nullable: «1|true» }`),
  "read-only by a word": property(`{ type: string, readOnly: «"yes"|true» }`),
  "a required parameter by a text": parameter(
    `{ name: limit, in: query, required: «"true"|true», schema: {} }`,
  ),
  "a required parameter by a word of YAML 1.1": parameter(
    `{ name: limit, in: query, required: «yes|true», schema: {} }`,
  ),
  "a required parameter of Swagger 2.0 by a text": parameter2(
    `{ name: limit, in: query, required: «"true"|true», type: integer }`,
  ),
  "an exploded parameter by a text": parameter(
    `{ name: ids, in: query, explode: «"false"|false», schema: { type: array, items: { type: integer } } }`,
  ),
  "an empty value allowed by a word": parameter2(
    `{ name: limit, in: query, allowEmptyValue: «"yes"|true», type: integer }`,
  ),
  "a required body by a text": three({
    operation: `requestBody: { required: «"true"|true», content: { application/json: { schema: ${order} } } }`,
  }),
  "required names in one text": property(
    `{ type: object, required: «"a, b"|[a, b]», properties: { a: {}, b: {} } }`,
  ),
  "values of an enum in one text": property(`{ type: string, enum: «"a, b"|[a, b]» }`),
  "an ordered mapping of properties": property(
    `{ type: object, properties: «!!omap [{ a: { type: integer } }]|{ a: { type: integer } }» }`,
  ),
  "a set of values": property(`{ type: string, enum: «!!set { a, b }|[a, b]» }`),
  "an ordered mapping of parameters": three({
    operation: `parameters: [«!!omap [{ name: limit }, { in: query }]|{ name: limit, in: query, schema: {} }»]`,
  }),
  "a name in the place of security schemes": three({ components: `securitySchemes: «Customer|{}»` }),
  "a mapping in the place of a tag": two({ operation: `consumes: «application/json|[application/json]»` }),
  "a reference that is a comment": three({
    operation: `requestBody:\n  content:\n    application/json:\n      schema:\n        «$ref: #/components/schemas/Order|$ref: "#/components/schemas/Order"»`,
  }),
  "a reference in a list": property(
    `{ $ref: «["#/components/schemas/Order"]|"#/components/schemas/Order"» }`,
  ),
  "a reference without its dollar": body(`{ schema: { «ref|$ref»: "#/components/schemas/Order" } }`),
  "a reference with its dollar behind": body(`{ schema: { «ref$|$ref»: "#/components/schemas/Order" } }`),
  "a reference in capitals": body(`{ schema: { «$Ref|$ref»: "#/components/schemas/Order" } }`),
  "a reference to a name": body(`{ schema: { $ref: «Order|"#/components/schemas/Order"» } }`),
  "an example in a list": mocked(`{ examples: «[{ id: 1 }]|{ one: { value: { id: 1 } } }» }`),
  "an example without its value": mocked(`{ examples: { one: «{ id: 1 }|{ value: { id: 1 } }» } }`),
  "an example that is no mapping": mocked(`{ examples: { one: «text|{ value: text }» } }`),
};

const list = { "orders.json": `[ { "id": 1 } ]` };

/** Files that a description names. */
const otherFiles: Mistakes = {
  "an example in a file that is not there": mocked(`{ example: { $ref: «order.json|orders.json» } }`, list),
  "one of examples in a file that is not there": mocked(
    `{ examples: { one: { $ref: «order.json|examples.json» } } }`,
    { "examples.json": `{ "value": { "id": 1 } }` },
  ),
  "the value of an example in a file that is not there": mocked(
    `{ examples: { one: { value: { $ref: «order.json|orders.json» } } } }`,
    list,
  ),
  "an example of Swagger 2.0 in a file that is not there": two({
    operation: `responses: { 200: { description: "", examples: { application/json: { $ref: «order.json|orders.json» } } } }`,
    files: list,
  }),
  "an example in a file that is cut off": mocked(`{ example: { $ref: orders.json } }`, {
    "orders.json": `[ { "id": 1 }\n«|]»`,
  }),
  "a schema in a file with a syntax error": {
    ...body(`{ schema: { $ref: "types.yaml#/Order" } }`),
    files: {
      ...body(`{ schema: { $ref: "types.yaml#/Order" } }`).files,
      "types.yaml": `Order:\n  type: «"object" x|"object"»\n`,
    },
  },
  "a path in a file with a syntax error": {
    files: {
      "swagger.yaml": `openapi: "3.0.3"\ninfo: { title: "", version: "1" }\npaths:\n  /orders: { $ref: orders.yaml }\n`,
      "orders.yaml": `get:\n  x-flow: orders.xml\n«  tags [a]|  tags: [a]»\n`,
      "orders.xml": `<flow>\n  <template>{}</template>\n</flow>\n`,
    },
  },
  "a schema twice in a file of its own": {
    files: {
      ...body(`{ schema: { $ref: "types.yaml#/Order" } }`).files,
      "types.yaml": `Order:\n  type: object\n  properties:\n    id: { type: integer }\n    «id|name»: { type: string }\n`,
    },
  },
  "a property twice": three({
    components: `  Item:\n    type: object\n    properties:\n      id: { type: integer }\n      «id|name»: { type: string }`,
  }),
  "a schema twice": three({ components: `  Item: { type: string }\n  «Item|Other»: { type: integer }` }),
  "an overlay that removes by a text": {
    files: {
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: "", version: "1" }\nactions:\n  - { target: "$.paths['/old']", remove: «"true"|true» }\n`,
      "swagger.yaml": `swagger: "2.0"\npaths:\n  /old: { get: { x-flow: orders.xml } }\n  /orders: { get: { x-flow: orders.xml } }\n`,
    },
  },
  "an overlay that does nothing": {
    files: {
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: "", version: "1" }\nactions:\n  - { «!target: "$.paths['/old']"|target: "$.paths['/old']", remove: true» }\n`,
      "swagger.yaml": `swagger: "2.0"\npaths:\n  /old: { get: { x-flow: orders.xml } }\n  /orders: { get: { x-flow: orders.xml } }\n`,
    },
  },
  "an action of an overlay that is no mapping": {
    files: {
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: "", version: "1" }\nactions:\n  - «$.info|{ target: $.info, update: { title: Shop } }»\n`,
      "swagger.yaml": `swagger: "2.0"\ninfo: { title: a, version: "1" }\npaths:\n  /orders: { get: { x-flow: orders.xml } }\n`,
    },
  },
};

/** Members with names much like those that an object has. */
const otherNames: Mistakes = {
  ...Object.fromEntries(
    [
      ["min", "minimum", "integer"],
      ["max", "maximum", "integer"],
      ["Minimum", "minimum", "integer"],
      ["exclusiveMin", "exclusiveMinimum", "integer"],
      ["multipleof", "multipleOf", "integer"],
      ["min", "minLength", "string"],
      ["max", "maxLength", "string"],
      ["minlength", "minLength", "string"],
      ["maxLenght", "maxLength", "string"],
      ["max_length", "maxLength", "string"],
      ["maxlen", "maxLength", "string"],
      ["length", "maxLength", "string"],
      ["minItem", "minItems", "array"],
      ["max", "maxItems", "array"],
    ].map(([wrong, right, type]) => [
      `${wrong} for ${right}`,
      property(`{ type: ${type}, ${type === "array" ? "items: {}, " : ""}«${wrong}|${right}»: 3 }`),
    ]),
  ),
  ...Object.fromEntries(
    [
      ["patern", "pattern", '"^a$"'],
      ["regex", "pattern", '"^a$"'],
      ["regexp", "pattern", '"^a$"'],
      ["formt", "format", "date"],
      ["enums", "enum", "[a, b]"],
      ["values", "enum", "[a, b]"],
      ["nulable", "nullable", "true"],
      ["Nullable", "nullable", "true"],
      ["defalt", "default", "a"],
    ].map(([wrong, right, value]) => [
      `${wrong} for ${right}`,
      property(`{ type: string, «${wrong}|${right}»: ${value} }`),
    ]),
  ),
  ...Object.fromEntries(
    [
      ["requred", "required", "[a]"],
      ["require", "required", "[a]"],
      ["requires", "required", "[a]"],
      ["mandatory", "required", "[a]"],
      ["property", "properties", "{ a: {} }"],
      ["propertys", "properties", "{ a: {} }"],
      ["fields", "properties", "{ a: {} }"],
      ["additionalproperties", "additionalProperties", "false"],
      ["additional_properties", "additionalProperties", "false"],
      ["additionalProps", "additionalProperties", "false"],
      ["oneof", "oneOf", "[{ required: [a] }]"],
      ["any_of", "anyOf", "[{ required: [a] }]"],
      ["allof", "allOf", "[{ required: [a] }]"],
    ].map(([wrong, right, value]) => [
      `${wrong} for ${right}`,
      property(
        `{ type: object, «${wrong}|${right}»: ${value}${right === "properties" ? "" : ", properties: { a: {} }"} }`,
      ),
    ]),
  ),
  "typ for type": property(`{ «typ|type»: integer }`),
  "item for items": property(`{ type: array, «item|items»: { type: string } }`),
  "elements for items": property(`{ type: array, «elements|items»: { type: string } }`),
  "min in a parameter of Swagger 2.0": parameter2(
    `{ name: limit, in: query, type: integer, «min|minimum»: 1 }`,
  ),
  "max in a parameter of Swagger 2.0": parameter2(
    `{ name: limit, in: query, type: integer, «max|maximum»: 100 }`,
  ),
  "max in items of Swagger 2.0": parameter2(
    `{ name: limits, in: query, type: array, items: { type: integer, «max|maximum»: 100 } }`,
  ),
  "max in a schema in a parameter": query(`{ type: integer, «max|maximum»: 100 }`),
  "a title that is mistyped": three({ info: `{ «titel|title»: Shop, version: "1" }` }),
  "a version that is mistyped": three({ info: `{ title: Shop, «verison|version»: "1" }` }),
  "schema in components": three({
    top: "# of a team",
    components: `«response|responses»: { Missing: { description: "" } }`,
  }),
  "a scheme in the singular": three({ components: `«securityScheme|securitySchemes»: {}` }),
  "shared bodies that are mistyped": three({
    components: `«requestBodys|requestBodies»: { One: { content: { application/json: { schema: ${order} } } } }`,
  }),
  "the schema of a parameter that is mistyped": parameter(
    `{ name: limit, in: query, «shema|schema»: { type: integer } }`,
  ),
  "required of a parameter that is mistyped": parameter(
    `{ name: limit, in: query, «requird|required»: true, schema: { type: integer } }`,
  ),
  "the name of a parameter that is mistyped": parameter(`{ «nmae|name»: limit, in: query, schema: {} }`),
  "content of a body in the plural": three({
    operation: `requestBody: { «contents|content»: { application/json: { schema: ${order} } } }`,
  }),
  "required of a body that is mistyped": three({
    operation: `requestBody: { «require|required»: true, content: { application/json: { schema: ${order} } } }`,
  }),
  "content of a response that is mistyped": response(
    `{ description: "", «contet|content»: { application/json: { schema: ${order} } } }`,
  ),
  "the description of a response that is mistyped": response(`{ «desciption|description»: "" }`),
  "headers of a response in the singular": response(
    `{ description: "", «header|headers»: { X-Total: { schema: { type: integer } } } }`,
  ),
  "the schema of a response of Swagger 2.0 that is mistyped": two({
    operation: `responses: { 200: { description: "", «shema|schema»: ${order2} } }`,
  }),
  "the schema of a media type that is mistyped": body(`{ «shema|schema»: ${order} }`),
  "the schema of a media type in the plural": body(`{ «schemas|schema»: ${order} }`),
  "the example of a media type that is mistyped": mocked(`{ «exemple|example»: { id: 1 } }`),
  "the schema of a header that is mistyped": response(
    `{ description: "", headers: { X-Total: { «shema|schema»: { type: integer } } } }`,
  ),
  "the type of a header of Swagger 2.0 that is mistyped": two({
    operation: `responses: { 200: { description: "", headers: { X-Total: { «typ|type»: integer } } } }`,
  }),
  "the property of a discriminator in lower case": schema(
    `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { «propertyname|propertyName»: kind } }`,
  ),
  "the mapping of a discriminator in the plural": schema(
    `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, «mappings|mapping»: { a: "#/components/schemas/Order" } } }`,
  ),
  "the type of a scheme that is mistyped": three({
    components: `securitySchemes: { Customer: { «typ|type»: http, scheme: bearer } }`,
  }),
  "the scheme of a scheme that is mistyped": three({
    components: `securitySchemes: { Customer: { type: http, «schema|scheme»: bearer } }`,
  }),
  "the type bearer of a scheme": three({
    components: `securitySchemes: { Customer: { type: «bearer|http», scheme: bearer } }`,
  }),
  "a key in headers": three({
    components: `securitySchemes: { Customer: { type: apiKey, in: «headers|header», name: X-Key } }`,
  }),
  "a key without a name": three({
    components: `securitySchemes: { Customer: { type: apiKey, «in: header|in: header, name: X-Key» } }`,
  }),
};

/** Members that belong elsewhere, or to another version. */
const otherPlaces: Mistakes = {
  "a limit beside the schema of a parameter": parameter(
    `{ name: limit, in: query, «maximum: 100, schema: { type: integer }|schema: { type: integer, maximum: 100 }» }`,
  ),
  "an enum beside the schema of a parameter": parameter(
    `{ name: limit, in: query, «enum: [a], schema: { type: string }|schema: { type: string, enum: [a] }» }`,
  ),
  "a format beside the schema of a parameter": parameter(
    `{ name: limit, in: query, «format: date, schema: { type: string }|schema: { type: string, format: date }» }`,
  ),
  "a type beside the schema of a parameter": parameter(
    `{ name: limit, in: query, «type: integer, schema: { maximum: 9 }|schema: { type: integer, maximum: 9 }» }`,
  ),
  "a default beside the schema of a parameter": parameter(
    `{ name: limit, in: query, «default: 9, schema: { type: integer }|schema: { type: integer, default: 9 }» }`,
  ),
  "a parameter without a schema": parameter(
    `«{ name: limit, in: query }|{ name: limit, in: query, schema: {} }»`,
  ),
  "a parameter of Swagger 2.0 without a type": parameter2(
    `{ name: limit, in: query, «maximum: 100|maximum: 100, type: integer» }`,
  ),
  "a body of Swagger 2.0 without a schema": parameter2(
    `{ name: order, in: body, «type: object|schema: { type: object }» }`,
  ),
  "a format of collections in OpenAPI 3": parameter(
    `{ name: ids, in: query, «collectionFormat: csv|explode: false», schema: { type: array, items: {} } }`,
  ),
  "a style in Swagger 2.0": parameter2(
    `{ name: ids, in: query, «explode: false|collectionFormat: csv», type: array, items: { type: integer } }`,
  ),
  "a media type that is consumed, in OpenAPI 3": three({
    operation: `«consumes: [application/json]|summary: a»`,
  }),
  "media types of all operations, in OpenAPI 3": three({ top: `«consumes: [application/json]|tags: []»` }),
  "a host in OpenAPI 3": three({ top: `«host: shop.example|tags: []»` }),
  "schemes in OpenAPI 3": three({ top: `«schemes: [https]|tags: []»` }),
  "content in a response of Swagger 2.0": two({
    operation: `responses: { 200: { description: "", «content: { application/json: { schema: ${order2} } }|schema: ${order2}» } }`,
  }),
  "a limit beside a reference": property(
    `«{ $ref: "#/components/schemas/Order", maxProperties: 3 }|{ allOf: [${order}], maxProperties: 3 }»`,
  ),
  "null beside a reference": property(
    `«{ $ref: "#/components/schemas/Order", nullable: true }|{ allOf: [${order}], nullable: true }»`,
  ),
  "required beside a reference": property(
    `«{ $ref: "#/components/schemas/Order", required: [id] }|{ allOf: [${order}], required: [id] }»`,
  ),
  "required in a property": property(`{ type: string, «required: true|minLength: 1» }`),
  "a status in lower case": three({ operation: `responses: { «20x|2XX»: { description: "" } }` }),
  "a status of one digit": three({ operation: `responses: { «2|200»: { description: "" } }` }),
  "the default response that is mistyped": three({
    operation: `responses: { «defualt|default»: { description: "" } }`,
  }),
  "an exclusive limit of OpenAPI 3.1 in 3.0": query(
    `{ type: integer, «exclusiveMinimum: 5|minimum: 5, exclusiveMinimum: true» }`,
  ),
  "an exclusive limit of OpenAPI 3.0 in 3.1": query(
    `{ type: integer, «minimum: 5, exclusiveMinimum: true|exclusiveMinimum: 5» }`,
    "3.1.0",
  ),
  "a multiple of nothing": query(`{ type: integer, multipleOf: «0|5» }`),
  "a number of characters below zero": query(`{ type: string, maxLength: «-1|1» }`),
  "a limit as a text": query(`{ type: integer, maximum: «"100"|100» }`),
  "a type of another kind in a list": query(`{ type: [«int|integer», "null"] }`, "3.1.0"),
  "a discriminator that maps to nothing": schema(
    `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { a: «"#/components/schemas/Ordr"|"#/components/schemas/Order"» } } }`,
  ),
  "a discriminator that is no property": schema(
    `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: «type|kind» } }`,
  ),
  "a format with an underscore": property(`{ type: string, format: «date_time|date-time» }`),
  "a format that is mistyped": property(`{ type: string, format: «date-tme|date-time» }`),
  "a format by another name": property(`{ type: string, format: «guid|uuid» }`),
  "a pattern in slashes": property(`{ type: string, pattern: «"/^a$/"|"^a$"» }`),
  "a default that the enum does not list": property(`{ type: string, enum: [a, b], default: «c|a» }`),
  "an unknown scheme": three({
    operation: `security: [{ «Custmer|Customer»: [] }]`,
    components: `securitySchemes: { Customer: { type: http, scheme: bearer, x-flow-jwt: { key: { env: KEY } } } }`,
  }),
};

const bearer = (name: string, more: string): string =>
  `  ${name}: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: { env: ${name.toUpperCase()} }${more} } }\n`;

const cookie = (name: string, issuer: string): string =>
  `  ${name}: { type: apiKey, in: header, name: Cookie, x-flow-cookiename: token, x-flow-jwt: { key: { env: ${name.toUpperCase()} }, claims: { iss: "${issuer}" } } }\n`;

/** An app with these schemes, and what its operations want. */
const secured = (code: `FLOW${number}`, schemes: string, security: string): Mistake => ({
  code,
  files: {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\nsecurityDefinitions:\n${schemes}security:\n${security}\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
  },
});

const responses = (version: string, key: string): Mistake => ({
  code: "FLOW1246",
  files: {
    "swagger.yaml": `${version}\ninfo: { title: a, version: "1" }\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n      responses:\n        "200": { description: a }\n        ${key}: { description: b }\n`,
  },
});

const docs = (members: string): Mistake => ({
  code: "FLOW1210",
  files: {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\ninfo: { title: a, version: "1" }\nx-flow-docs: { ${members} }\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`,
  },
});

const doubled = [
  String.raw`^«\\d|\d»{1,6}$`,
  String.raw`^[a-z]«\\w|\w»*$`,
  String.raw`^(a|b«\\s|\s»)$`,
  String.raw`a«\\b|\b»`,
];

/** Spellings that other programs do not know, and what no request has. */
const spellings: Mistakes = {
  ...Object.fromEntries(
    doubled.map((pattern) => [
      `two backslashes in ${pattern.replace(/[«»]/g, "")}`,
      { ...property(`{ type: string, pattern: '${pattern.replace("(a|b", "([ab]")}' }`), code: "FLOW1249" },
    ]),
  ),
  "two backslashes in the name of members": {
    ...property(String.raw`{ type: object, patternProperties: { '^«\\d|\d»+$': { type: string } } }`),
    code: "FLOW1249",
  },
  "a range in lower case": responses("openapi: 3.0.3", `"5«xx|XX»"`),
  "a range in both": responses("openapi: 3.1.0", `"4«xX|XX»"`),
  "a default in upper case": responses(`swagger: "2.0"`, "«Default|default»"),
  "nullable in 3.1": {
    ...query(`{ «type: string, nullable: true|type: [ string, "null" ]» }`, "3.1.0"),
    code: "FLOW1246",
  },
  "scopes in one text": secured("FLOW1247", bearer("A", ""), `  - A: [ "«read write|read", "write»" ]`),
  "issuers of two tokens": secured(
    "FLOW1248",
    bearer("A", `, claims: { iss: "https://a.example" }`) +
      bearer("B", `, claims: { iss: "https://b.example" }`),
    `  - A: []\n  «  |- »«!B: []|B: []»`,
  ),
  "issuers of two cookies": secured(
    "FLOW1248",
    cookie("A", "https://a.example") + cookie("B", "https://b.example"),
    `  - A: []\n  «  |- »«!B: []|B: []»`,
  ),
  "a page with the base path": docs(`page: «/api|»/docs`),
  "a description with the base path": docs(`description: «/api|»/openapi.json, page: /docs`),
};

/** Mistakes in the form of an API description. */
export const descriptionForms: Mistakes = {
  ...otherForms,
  ...otherFiles,
  ...otherNames,
  ...otherPlaces,
  ...spellings,
};
