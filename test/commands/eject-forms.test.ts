/** `flowc eject`: an API description has the handler where it has named the flow, in whatever form; every other byte stays. */
import { describe, expect, test } from "vitest";
import { flowc, readTree, type Tree } from "../support/project.js";
import { appOf } from "./app.js";

const head = 'openapi: 3.0.3\ninfo: { title: Orders, version: "1" }\nservers: [{ url: /api }]\n';
const responses = 'responses: { "200": { description: OK } }';
const members = `operationId: getOne, ${responses}`;
const jsonHead = '{ "openapi": "3.0.3", "info": { "title": "Orders", "version": "1" },';

interface Form {
  readonly was: string;
  /** The text in place of that; a list of what is replaced in it, in order. */
  readonly is: readonly (readonly [was: string, is: string])[];
  /** The operations; all if nothing is said. */
  readonly names?: readonly string[];
  readonly file?: string;
  readonly more?: Tree;
  /** The file that is edited, if it is none of the above. */
  readonly edited?: string;
}

const first = "x-flow-handler: handlers/one.ts";

const forms: Readonly<Record<string, Form>> = {
  "in block style, with comments": {
    was: `${head}paths:
  /one:
    get: # gets one
      # its flow
      x-flow:   flows/one.xml   # one
      ${members.replace(", ", "\n      ")}
`,
    is: [["x-flow:   flows/one.xml", "x-flow-handler:   handlers/get-one.ts"]],
  },
  "in flow style, and quoted": {
    was: `${head}paths: { /one: { get: { "x-flow" : 'flows/one.xml', ${members} } } }\n`,
    is: [["\"x-flow\" : 'flows/one.xml'", "\"x-flow-handler\" : 'handlers/get-one.ts'"]],
  },
  "with the public name, in Swagger": {
    was: `swagger: "2.0"\nbasePath: /api\npaths:\n  /one:\n    get:\n      ${members.replace(", ", "\n      ")}\n      x-flat-flow: /flows/one.xml\n`,
    is: [["x-flat-flow: /flows/one.xml", "x-flat-handler: /handlers/get-one.ts"]],
  },
  "in JSON": {
    file: "openapi.json",
    was: `${jsonHead}\n"paths": { "/one": { "get": {\n  "operationId": "getOne", "x-flow": "flows/one.xml",\n  "responses": {}\n} } } }\n`,
    is: [['"x-flow": "flows/one.xml"', '"x-flow-handler": "handlers/get-one.ts"']],
  },
  "with CRLF, and a byte order mark": {
    was: `\ufeff${head}paths:\n  /one:\n    get:\n      x-flow: flows/one.xml\n      ${responses}\n`.replaceAll(
      "\n",
      "\r\n",
    ),
    more: { "flows/one.xml": '\ufeff<flow><template>{"a":1}</template></flow>\r\n' },
    is: [["x-flow: flows/one.xml", "x-flow-handler: handlers/get-one.ts"]],
  },
  "in a block scalar": {
    was: `${head}paths:\n  /one:\n    get:\n      x-flow: >-\n        flows/one.xml\n\n      ${responses}\n`,
    is: [["x-flow: >-\n        flows/one.xml\n\n", "x-flow-handler: handlers/get-one.ts\n\n"]],
  },
  "in another file": {
    was: `${head}paths:\n  /one: { $ref: paths/one.yaml }\n`,
    edited: "paths/one.yaml",
    more: { "paths/one.yaml": `get:\n  x-flow: ../flows/one.xml\n  ${responses}\n` },
    is: [["x-flow: ../flows/one.xml", "x-flow-handler: ../handlers/get-one.ts"]],
  },
  "beside an overlay": {
    was: `${head}paths:\n  /one:\n    get:\n      x-flow: flows/one.xml\n      ${responses}\n`,
    more: {
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: More, version: "1" }\nactions:\n  - { target: "$.paths['/one'].get", update: { summary: One } }\n`,
    },
    is: [["x-flow: flows/one.xml", "x-flow-handler: handlers/get-one.ts"]],
  },
  "by aliases of two operations": {
    was: `${head}paths:\n  /one:\n    get: { x-flow: &one flows/one.xml, ${responses} }\n    put: { x-flow: *one, ${responses} }\n`,
    is: [
      ["x-flow: &one flows/one.xml", "x-flow-handler: &one handlers/one.ts"],
      ["x-flow: *one", first],
    ],
  },
  "by a merge key of two operations": {
    was: `${head}x-common: &common { x-flow: flows/one.xml, ${responses} }\npaths:\n  /one:\n    get: { <<: *common }\n    put: { <<: *common }\n`,
    is: [["x-flow: flows/one.xml", first]],
  },
  "for all operations of a path": {
    was: `${head}paths:\n  /one:\n    x-flow: flows/one.xml\n    get: { ${responses} }\n    put: { ${responses} }\n`,
    is: [["x-flow: flows/one.xml", first]],
  },
  "for a path that lists no operation": {
    was: `${head}paths:\n  /one:\n    x-flow: flows/one.xml\n`,
    is: [["x-flow: flows/one.xml", first]],
  },
  "for all operations there are": {
    was: `${head}x-flow: flows/one.xml\npaths:\n  /one: { get: { ${responses} } }\n  /two: {}\n`,
    is: [["x-flow: flows/one.xml", first]],
  },
};

const inherited: Readonly<Record<string, readonly [was: string, is: string]>> = {
  "in block style": [
    `    get: # one\n      # of all\n      summary: One\n      ${responses}\n`,
    `    get: # one\n      ${first}\n      # of all\n      summary: One\n      ${responses}\n`,
  ],
  "beside a merge key": [
    `    get:\n      <<: { summary: One }\n      ${responses}\n`,
    `    get:\n      ${first}\n      <<: { summary: One }\n      ${responses}\n`,
  ],
  "in flow style": [`    get: {${responses}}\n`, `    get: {${first}, ${responses}}\n`],
  "in lines of flow style": [
    `    get: {\n      ${responses} }\n`,
    `    get: {\n      ${first},\n      ${responses} }\n`,
  ],
  empty: ["    get: {}\n", `    get: { ${first} }\n`],
  missing: ["    get: # nothing\n", `    get: { ${first} } # nothing\n`],
  null: ["    get: ~\n", `    get: { ${first} }\n`],
  "in JSON": [
    '    "get": {"responses": {}}\n',
    '    "get": {"x-flow-handler": "handlers/one.ts", "responses": {}}\n',
  ],
};

const inserted = Object.entries(inherited).map(([name, [was, is]]) => {
  const around = `${head}paths:\n  /one:\n    x-flow: flows/one.xml\n`;
  const put = `    put: { ${responses} }\n`;
  const form: Form = { was: around + was + put, is: [[was, is]], names: ["GET /one"] };
  return [`that an operation inherits, ${name}`, form] as const;
});

describe.each([...Object.entries(forms), ...inserted])("a flow %s", (_, form) => {
  const { was, is, names = ["--all"], file = "swagger.yaml", more = {}, edited = file } = form;

  test("becomes a handler, and a flow again", async () => {
    const files: Tree = {
      [file]: was,
      "flows/one.xml": '<flow><template>{"a":1}</template></flow>\n',
      ...more,
    };
    const directory = appOf("eject-form", files);
    const done = await flowc("eject", directory, ...names, "--yes");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    const { [edited]: text, ...others } = readTree(directory);
    let wanted = files[edited] ?? "";
    for (const [before, after] of is) {
      expect(wanted.split(before).length).toBe(2);
      wanted = wanted.replace(before, after);
    }
    expect(text).toBe(wanted);
    expect(Object.keys(others).filter((path) => path.startsWith("handlers/"))).toEqual([
      "handlers/ejected.json",
      ...Object.keys(others).filter((path) => /^handlers\/(?:get-)?one\.ts$/.test(path)),
    ]);
    const undone = await flowc("eject", directory, "--undo", "--all", "--yes");
    expect(undone).toMatchObject({ code: 0, stderr: "" });
    expect(readTree(directory)).toEqual(files);
  });
});
