/** `flowc eject` where it writes nothing: the message, the exit code, and every file as it was. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flowc, readTree, type Tree } from "../support/project.js";
import { appOf } from "./app.js";

const head = 'openapi: 3.0.3\ninfo: { title: Orders, version: "1" }\nservers: [{ url: /api }]\n';
const responses = 'responses: { "200": { description: OK } }';
const flow = (json: string): string => `<flow><template>${json}</template></flow>\n`;
const handler = (json: string): string =>
  `import { handler, respond } from "flowc/handler";\n\nexport default handler(($) => respond($, ${json}));\n`;

const app: Tree = {
  "swagger.yaml": `${head}x-flow-init: init.xml
x-flow-error: { flow: error.xml }
paths:
  /one:
    get: { operationId: getOne, x-flow: flows/one.xml, ${responses} }
    put: { operationId: putOne, x-flow: flows/two.xml, ${responses} }
  /handled: { get: { operationId: getHandled, x-flow-handler: own.ts, ${responses} } }
  /proxied: { get: { operationId: getProxied, x-flow-proxy: { url: "http://other.example/" }, ${responses} } }
  /mocked:
    get: { operationId: getMocked, responses: { "200": { description: OK, content: { application/json: { example: 1 } } } } }
`,
  "flows/one.xml": flow('{"a":1}'),
  "flows/two.xml": flow('{"a":2}'),
  "init.xml": "<flow/>\n",
  "error.xml": flow('{"e":1}'),
  "conf/flow.xml": flow('{"o":1}'),
  "own.ts": handler("1"),
};

/** What is written on the command line, the exit code, and what standard error has. */
interface Refused {
  readonly args: readonly string[];
  readonly code: number;
  readonly stderr: string;
  readonly more?: Tree;
}

const cases: Readonly<Record<string, Refused>> = {
  "no name": { args: [], code: 2, stderr: "Name operations or flow files, or say --all in place of that." },
  "names and --all": { args: ["getOne", "--all"], code: 2, stderr: "or say --all in place of that." },
  "an unknown name": { args: ["getOnne"], code: 2, stderr: "no flow getOnne. Did you mean getOne?" },
  "a path with several operations": {
    args: ["/one"],
    code: 2,
    stderr: '/one has several operations: "GET /one", "PUT /one".',
  },
  "a handler": { args: ["getHandled"], code: 2, stderr: "getHandled is a handler already: own.ts." },
  "the file of a handler": { args: ["own.ts"], code: 2, stderr: "own.ts is a handler already." },
  "a proxy": { args: ["getProxied"], code: 2, stderr: "getProxied has no flow: x-flow-proxy answers it." },
  "a mock": { args: ["getMocked"], code: 2, stderr: "getMocked has no flow: mocks answer it." },
  "the init flow": { args: ["init.xml"], code: 2, stderr: "init.xml is the init flow" },
  "the error flow": { args: ["error.xml"], code: 2, stderr: "error.xml is the error flow" },
  "the default flow": {
    args: ["conf/flow.xml"],
    code: 2,
    stderr: "conf/flow.xml answers requests outside the base path",
  },
  "a flow that nothing uses": {
    args: ["flows/three.xml"],
    code: 2,
    stderr: "flows/three.xml is no flow that an operation or another flow uses.",
    more: { "flows/three.xml": flow("3") },
  },
  "--undo of what was never ejected": {
    args: ["--undo", "getOne"],
    code: 2,
    stderr: "getOne is no handler that eject has made.",
  },
  "--undo of another handler": {
    args: ["--undo", "own.ts"],
    code: 2,
    stderr: "own.ts is no handler that eject has made.",
  },
  "--against and --undo": {
    args: ["--undo", "own.ts", "--against", "a.jsonl"],
    code: 2,
    stderr: "--against is for neither",
  },
  "a recording that is not there": {
    args: ["getOne", "--against", "missing.jsonl"],
    code: 2,
    stderr: "missing.jsonl cannot be compared.",
  },
  "flows with errors": {
    args: ["getOne"],
    code: 1,
    stderr: "flows/two.xml:1:",
    more: { "flows/two.xml": "<flow><template>{</template></flow>" },
  },
  "no description": { args: ["getOne"], code: 1, stderr: "FLOW1200", more: { "swagger.yaml": "" } },
  "another record": {
    args: ["getOne"],
    code: 1,
    stderr: "handlers/ejected.json is not as eject writes it.",
    more: { "handlers/ejected.json": "[]" },
  },
  "an overlay": {
    args: ["getOne"],
    code: 1,
    stderr:
      "overlay.yaml:4:17: The flow of getOne comes from an overlay: write x-flow-handler there yourself.",
    more: {
      "swagger.yaml": `${head}paths:\n  /one: { get: { operationId: getOne, ${responses} } }\n`,
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: Flows, version: "1" }\nactions:\n  - { update: { x-flow: flows/one.xml }, target: "$.paths['/one'].get" }\n`,
    },
  },
  "an alias that others share": {
    args: ["GET /one"],
    code: 1,
    stderr: "swagger.yaml:6:17: GET /one shares this with GET /two: eject them together",
    more: {
      "swagger.yaml": `${head}paths:\n  /one:\n    get: &get { x-flow: flows/one.xml, ${responses} }\n  /two:\n    get: *get\n`,
    },
  },
  "a flow that a handler calls": {
    args: ["flows/two.xml"],
    code: 1,
    stderr: "own.ts calls flows/two.xml: handlers can call flows only.",
    more: {
      "swagger.yaml": `${head}paths:\n  /handled: { get: { x-flow-handler: own.ts, ${responses} } }\n`,
      "own.ts": `import { flow, handler } from "flowc/handler";\n\nconst two = flow("flows/two.xml");\n\nexport default handler(async ($) => {\n  await two($);\n});\n`,
    },
  },
};

describe.each(Object.entries(cases))("%s", (_, { args, code, stderr, more = {} }) => {
  test("is refused", async () => {
    const files = Object.fromEntries(Object.entries({ ...app, ...more }).filter(([, text]) => text !== ""));
    const directory = appOf("eject-refused", files);
    const done = await flowc("eject", directory, ...args, "--yes");
    expect(done).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(stderr) });
    expect(readTree(directory)).toEqual(files);
  });
});

describe("what is written afterwards", () => {
  test("stays if nobody said --yes, or a file is read-only", async () => {
    const directory = appOf("eject-read-only", app);
    expect(await flowc("eject", directory, "getOne")).toMatchObject({ code: 0 });
    chmodSync(join(directory, "swagger.yaml"), 0o444);
    const done = await flowc("eject", directory, "getOne", "--yes");
    expect(done).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("swagger.yaml is read-only; nothing is written."),
    });
    expect(readTree(directory)).toEqual(app);
  });
});
