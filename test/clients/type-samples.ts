import type { Files } from "../support/compile.js";

interface Sample {
  readonly name: string;
  readonly files: Files;
  /** A module that uses `Api`, the types, and `api`, a client. After `// wrong`, there is a line that must not pass. */
  readonly uses: string;
}

const dash = "-";

const flow = { "a.xml": "<flow/>" };

/** A description with these schemas, and one operation that takes and answers the first. */
const schemas = (text: string, version = "3.1.0"): Files => ({
  ...flow,
  "openapi.yaml": `
openapi: ${version}
info: { title: T, version: "1" }
paths:
  /a:
    post:
      x-flow: a.xml
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
      responses: { 200: { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components:
  schemas:
${text.replace(/^/gm, "    ")}
`,
});

export const samples: readonly Sample[] = [
  {
    name: "primitive types, lists and what may be null",
    files: schemas(`
A:
  type: object
  required: [a, b, c, d, e, f]
  properties:
    a: { type: string }
    b: { type: integer }
    c: { type: [number, "null"] }
    d: { type: array, items: { type: [boolean, "null"] } }
    e: {}
    f: { type: "null" }
    g: { type: array }
    h: false`),
    uses: `
is<Same<Api.A, { a: string; b: number; c: number | null; d: (boolean | null)[]; e: unknown; f: null; g?: unknown[]; h?: never }>>();
`,
  },
  {
    name: "nullable of OpenAPI 3.0, and of Swagger 2.0",
    files: schemas(
      `
A:
  type: object
  properties:
    a: { type: string, nullable: true }
    b: { type: string, enum: [x, y], nullable: true }
    c: { $ref: "#/components/schemas/B" }
B: { type: object, nullable: true, properties: { x: { type: integer, exclusiveMinimum: true, minimum: 1 } } }`,
      "3.0.3",
    ),
    uses: `
is<Same<Api.A, { a?: string | null; b?: "x" | "y" | null; c?: Api.B }>>();
is<Same<Api.B, { x?: number } | null>>();
`,
  },
  {
    name: "enums and constants of all types",
    files: schemas(`
A: { enum: [a, 1, -2.5, true, null, { "b c": [1] }, "\\"', \`\${x}\`"] }
B: { const: once }`),
    uses: `
is<Same<Api.A, "a" | 1 | -2.5 | true | null | { "b c": [1] } | "\\"', \`\${x}\`">>();
is<Same<Api.B, "once">>();
`,
  },
  {
    name: "objects with other members",
    files: schemas(`
A: { type: object, additionalProperties: { type: integer } }
B: { type: object, properties: { a: { type: string } }, additionalProperties: { type: integer } }
C: { type: object }
D: { type: object, additionalProperties: false }
E: { type: object, properties: { a: { type: string } }, additionalProperties: false }
F: { patternProperties: { "^x": { type: string } } }
G: { required: [a] }`),
    uses: `
is<Same<Api.A, { [name: string]: number }>>();
is<Same<Api.B, { a?: string; [name: string]: unknown }>>();
is<Same<Api.C, { [name: string]: unknown }>>();
is<Same<Api.D, { [name: string]: never }>>();
is<Same<Api.E, { a?: string }>>();
is<Same<Api.F, { [name: string]: string }>>();
is<Same<Api.G, { a: unknown }>>();
// wrong
export const e: Api.E = { a: "", b: 1 };
`,
  },
  {
    name: "tuples",
    files: schemas(`
A: { type: array, prefixItems: [{ type: string }, { type: integer }], minItems: 1, items: false }
B: { type: array, prefixItems: [{ type: string }], minItems: 1, items: { type: [integer, "null"] } }
C: { type: array, items: false }`),
    uses: `
is<Same<Api.A, [string, number?]>>();
is<Same<Api.B, [string, ...(number | null)[]]>>();
is<Same<Api.C, []>>();
`,
  },
  {
    name: "allOf, anyOf, oneOf",
    files: schemas(`
A: { allOf: [{ $ref: "#/components/schemas/B" }, { type: object, required: [b], properties: { b: { type: integer } } }] }
B: { type: object, required: [a], properties: { a: { type: string } } }
C: { oneOf: [{ $ref: "#/components/schemas/B" }, { type: array, items: { anyOf: [{ type: string }, { type: integer }] } }] }
D: { type: object, properties: { x: { type: string } }, anyOf: [{ $ref: "#/components/schemas/B" }, { type: object, properties: { c: { type: integer } } }] }
E: { description: Only words, allOf: [{ $ref: "#/components/schemas/B" }] }`),
    uses: `
is<Same<Api.A, Api.B & { b: number }>>();
is<Same<Api.C, Api.B | (string | number)[]>>();
is<Same<Api.D, { x?: string } & (Api.B | { c?: number })>>();
is<Same<Api.E, Api.B>>();
`,
  },
  {
    name: "discriminators of alternatives",
    files: schemas(`
A:
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Fish" }]
  discriminator: { propertyName: kind, mapping: { dog: "#/components/schemas/Dog", hound: Dog } }
Cat: { type: object, required: [kind, lives], properties: { kind: { type: string }, lives: { type: integer } } }
Dog: { type: object, required: [kind, name], properties: { kind: { type: string }, name: { type: string } } }
Fish: { type: object, required: [kind], properties: { kind: { const: Fish }, fins: { type: integer } } }`),
    uses: `
export function uses(a: Api.A) {
  if (a.kind === "Cat") return a.lives;
  if (a.kind === "dog" || a.kind === "hound") return a.name;
  // wrong
  if (a.kind === "Dog") return 1;
  return a.kind === "Fish" ? a.fins : undefined;
}
export const cat: Api.A = { kind: "Cat", lives: 9 };
// wrong
export const odd: Api.A = { kind: "dog", lives: 9 };
`,
  },
  {
    name: "discriminators of those that extend a schema, in Swagger 2.0",
    files: {
      ...flow,
      "swagger.yaml": `
swagger: "2.0"
paths: { /a: { get: { x-flow: a.xml, responses: { 200: { description: ok, schema: { $ref: "#/definitions/Pet" } } } } } }
definitions:
  Pet: { type: object, discriminator: petType, required: [petType, name], properties: { petType: { type: string }, name: { type: string } } }
  Cat: { allOf: [{ $ref: "#/definitions/Pet" }, { type: object, required: [lives], properties: { lives: { type: integer }, friend: { $ref: "#/definitions/Pet" } } }] }
  Dog: { allOf: [{ $ref: "#/definitions/Pet" }, { type: object, properties: { bark: { type: string } } }] }
  Puppy: { allOf: [{ $ref: "#/definitions/Dog" }, { type: object, properties: { weeks: { type: integer } } }] }
`,
    },
    uses: `
export function uses(pet: Api.Pet): unknown {
  const name: string = pet.name;
  if (pet.petType === "Cat") return pet.lives + (pet.friend?.name.length ?? 0);
  if (pet.petType === "Dog") return pet.bark;
  if (pet.petType === "Puppy") return pet.weeks;
  is<Same<typeof pet.petType, "Pet">>();
  return name;
}
`,
  },
  {
    name: "schemas that contain themselves, or are nothing but themselves",
    files: schemas(`
A: { type: object, properties: { next: { $ref: "#/components/schemas/A" }, all: { type: array, items: { $ref: "#/components/schemas/A" } }, more: { type: object, additionalProperties: { $ref: "#/components/schemas/A" } } } }
B: { $ref: "#/components/schemas/C" }
C: { $ref: "#/components/schemas/D" }
D: { allOf: [{ $ref: "#/components/schemas/B" }, { type: object, properties: { d: { type: string } } }] }
E: { oneOf: [{ type: string }, { $ref: "#/components/schemas/E" }] }
F: { type: array, items: { $ref: "#/components/schemas/F" } }
G: { oneOf: [{ type: string }, { type: object, additionalProperties: { $ref: "#/components/schemas/G" } }] }
H: { $ref: "#/components/schemas/H" }`),
    uses: `
export const uses = (a: Api.A) => a.next?.all?.[0]?.more?.["x"]?.next;
export const f: Api.F = [[], [[]]];
export const g: Api.G = { a: { b: "c" } };
// wrong
export const odd: Api.G = { a: { b: 1 } };
`,
  },
  {
    name: "what only requests or only responses have",
    files: schemas(`
A: { type: object, required: [id, name, password], properties: { id: { type: integer, readOnly: true }, name: { type: string }, password: { type: string, writeOnly: true }, inner: { $ref: "#/components/schemas/B" }, same: { $ref: "#/components/schemas/C" } } }
B: { type: array, items: { $ref: "#/components/schemas/D" } }
C: { type: object, properties: { c: { type: string } } }
D: { type: object, properties: { id: { $ref: "#/components/schemas/Id" }, d: { type: string } } }
Id: { type: integer, readOnly: true }`),
    uses: `
is<Same<Api.A, { id: number; name: string; inner?: Api.B; same?: Api.C }>>();
is<Same<Api.AInput, { name: string; password: string; inner?: Api.BInput; same?: Api.C }>>();
is<Same<Api.DInput, { d?: string }>>();
export async function uses() {
  const { status, data } = await api.post("/a", { body: { name: "", password: "", inner: [{ d: "" }] } });
  if (status === 200) is<Same<typeof data, Api.A>>();
  // wrong
  await api.post("/a", { body: { id: 1, name: "", password: "" } });
}
`,
  },
  {
    name: "hostile names and texts",
    files: schemas(`
A:
  type: object
  description: "Ends */ here; export const stolen = 1; /* \\n@ts${dash}nocheck\\n// @ts${dash}expect-error"
  required: [__proto__]
  properties:
    __proto__: { type: string }
    constructor: { type: integer }
    "a-b": { type: string, description: "two\\nlines */" }
    "\\"; export const taken = 1; //": { type: string }
    "": { type: "null" }
    "\\u2028": { const: "\\u2028\\u202e</script>" }
Response: { type: string }
class: { type: string }
"1st": { type: string }
"1-st": { type: integer }
"名前": { type: string }
constructor: { type: boolean }
Promise: { type: string }`),
    uses: `
is<Same<Api.A["__proto__"], string>>();
is<Same<NonNullable<Api.A["constructor"]>, number>>();
is<Same<Api.ResponseSchema, string>>();
is<Same<Api.Class, string>>();
is<Same<Api.Constructor, boolean>>();
// wrong
Api.stolen;
// wrong
Api.taken;
`,
  },
  {
    name: "parameters by their places",
    files: {
      ...flow,
      "openapi.yaml": `
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a/{id}/{kind}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer } }
      - { name: page, in: query, schema: { type: string } }
    get:
      x-flow: a.xml
      parameters:
        - $ref: "shared.yaml#/Page"
        - { name: filter, in: query, required: true, style: deepObject, explode: true, schema: { type: object, properties: { q: { type: string } } } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
      responses: {}
  /b/**:
    get: { x-flow: a.xml }
`,
      "shared.yaml": "Page: { name: page, in: query, schema: { type: integer } }",
    },
    uses: `
export async function uses() {
  await api.get("/a/{id}/{kind}", { path: { id: 1, kind: "x" }, query: { filter: { q: "" }, page: 2 }, headers: { "X-Tenant": "a", other: 1 } });
  await api.get("/a/{id}/{kind}", { path: { id: 1, kind: "x" }, query: { filter: {}, page: undefined }, headers: { "X-Tenant": "a" } });
  // wrong
  await api.get("/a/{id}/{kind}", { path: { id: 1, kind: "x" }, query: { filter: {}, page: "2" }, headers: { "X-Tenant": "a" } });
  // wrong
  await api.get("/a/{id}/{kind}", { path: { id: 1, kind: "x" }, query: { filter: {} } });
  // wrong
  await api.get("/a/{id}/{kind}", { path: { id: 1 }, query: { filter: {} }, headers: { "X-Tenant": "a" } });
  // wrong
  await api.get("/a/{id}/{kind}", { path: { id: 1, kind: "x" }, query: { filter: {}, other: 1 }, headers: { "X-Tenant": "a" } });
  await api.get("/b/**", { path: { "**": "x/y.txt" } });
}
`,
  },
  {
    name: "responses by status, range, default and media type",
    files: {
      ...flow,
      "openapi.yaml": `
openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    get:
      x-flow: a.xml
      responses:
        200:
          description: ok
          headers:
            X-Total: { required: true, schema: { type: integer } }
            X-Kind: { schema: { type: string, enum: [a, b] } }
            ETag: { description: A mark, schema: { type: string } }
          content:
            application/json: { schema: { type: object, required: [a], properties: { a: { type: string } } } }
            text/csv; charset=utf-8: { schema: { type: string } }
            application/pdf: {}
            image/*: {}
        204: { description: nothing }
        404: { description: gone, content: { application/problem+json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
        4XX: { description: wrong, content: { text/plain: {} } }
        default: { $ref: "#/components/responses/Failed" }
  /b:
    get: { x-flow: a.xml, responses: { 200: { description: ok } } }
components:
  responses:
    Failed: { description: failed, content: { application/json: { schema: { type: object, required: [code], properties: { code: { type: integer } } } } } }
`,
    },
    uses: `
export async function uses() {
  const answer = await api.get("/a");
  if (answer.status === 200) {
    is<Same<(typeof answer.headers)["x-total"], \`\${number}\`>>();
    is<Same<(typeof answer.headers)["x-kind"], "a" | "b" | undefined>>();
    if (answer.type === "application/json") return (answer.data as { a: string }).a;
  }
  const { status, type, data } = answer;
  if (status === 204) is<Same<typeof data, undefined>>();
  if (status === 404) is<Same<typeof data, { title: string }>>();
  if (status === 422) is<Same<typeof data, string>>();
  if (status === 301 || status === 500) is<Same<typeof data, { code: number }>>();
  // wrong
  if (status === 600) return 1;
  const other = await api.get("/b");
  if (other.status === 500) is<Same<typeof other.data, unknown>>();
  return type;
}
`,
  },
  {
    name: "bodies by media type",
    files: {
      ...flow,
      "openapi.yaml": `
openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /several:
    post:
      x-flow: a.xml
      requestBody:
        content:
          text/plain: { schema: { type: string } }
          application/json: { schema: { type: object, required: [a], properties: { a: { type: string } } } }
          application/x-www-form-urlencoded: { schema: { type: object, properties: { b: { type: integer } } } }
          application/octet-stream: {}
  /form:
    put:
      x-flow: a.xml
      requestBody: { required: true, content: { multipart/form-data: { schema: { $ref: "#/components/schemas/Upload" } } } }
components:
  schemas:
    Upload: { type: object, required: [file], properties: { file: { type: string, format: binary }, note: { type: string } } }
`,
    },
    uses: `
export async function uses() {
  await api.post("/several");
  await api.post("/several", { body: { a: "" } });
  await api.post("/several", { type: "application/json", body: { a: "" } });
  await api.post("/several", { type: "text/plain", body: "x" });
  await api.post("/several", { type: "application/x-www-form-urlencoded", body: { b: 1 } });
  await api.post("/several", { type: "application/octet-stream", body: new Uint8Array([1]) });
  // wrong
  await api.post("/several", { type: "text/plain", body: { a: "" } });
  // wrong
  await api.post("/several", { body: "x" });
  await api.put("/form", { body: { file: new Blob([]), note: "" } });
  // wrong
  await api.put("/form", { body: { file: "x" } });
  // wrong
  await api.put("/form");
  is<Same<Api.Upload, { file: string; note?: string }>>();
}
`,
  },
  {
    name: "paths that one flow answers, whatever the method is",
    files: {
      ...flow,
      "swagger.yaml": `
swagger: "2.0"
basePath: /api
paths:
  /users/**: { x-flow: a.xml }
  /one/{id}: { x-flow: a.xml, parameters: [{ name: q, in: query, type: integer }] }
  /none: {}
  /files#upload: { post: { responses: {} } }
`,
    },
    uses: `
export async function uses() {
  await api.get("/users/**", { path: { "**": "a/b" } });
  await api.post("/users/**", { path: { "**": "a" }, body: { any: 1 } });
  await api.delete("/one/{id}", { path: { id: "1" }, query: { q: 2 } });
  // wrong
  await api.get("/users/**");
  // wrong
  await api.get("/none");
}
`,
  },
  {
    name: "a long list of values among alternatives",
    files: schemas(`
A:
  anyOf:
    - { type: integer }
    - { type: string, enum: [the-first-of-the-values, the-second-of-the-values, the-third-of-the-values, a-fourth] }
`),
    uses: `
export const right: Api.A[] = [1, "the-first-of-the-values", "a-fourth"];
// wrong
export const wrong: Api.A = "a-fifth";
`,
  },
];
