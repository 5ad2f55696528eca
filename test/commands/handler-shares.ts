/** Apps of flows, handlers and others, and the share of their operations that are handlers, for the commands that tell it. */
import { appOf } from "./app.js";

const files = {
  "flow.xml": "<flow><template>{}</template></flow>",
  "calls.xml": `<flow><sub-flow src="handlers/answer.ts"/></flow>`,
  "handlers/answer.ts": `import { handler, respond } from "flowc/handler";
export default handler(($) => respond($, {}));
`,
  "handlers/calls.ts": `import { flow, handler } from "flowc/handler";
const answer = flow("flow.xml");
export default handler(($) => answer($));
`,
};

/** @param description what stands above the paths */
export const sharedApp = (name: string, paths: readonly string[], description = ""): string =>
  appOf(name, {
    ...files,
    "openapi.yaml": `openapi: 3.0.3
info: { title: T, version: "1" }
${description}
paths:
${paths.map((path) => `  ${path}\n`).join("")}`,
  });

const flow = "{ x-flow: flow.xml }";
const handler = "{ x-flow-handler: handlers/answer.ts }";
const proxy = '/p/**: { x-flow-proxy: { origin: "http://127.0.0.1:9" } }';
const mock = `{ responses: { "200": { description: D, content: { application/json: { example: {} } } } } }`;
const many = (count: number, answer: string) =>
  Array.from({ length: count }, (_, index) => `/m${index}: ${answer}`);

interface Shared {
  readonly paths: readonly string[];
  readonly description?: string;
  readonly operations: number;
  readonly handlers: number;
  readonly text: string | undefined;
}

export const shares: Readonly<Record<string, Shared>> = {
  "no handler": {
    paths: [`/a: ${flow}`, "/b: { x-flow: calls.xml }", proxy],
    operations: 2,
    handlers: 0,
    text: undefined,
  },
  "a flow, a handler, and flows and handlers that call each other": {
    paths: [
      `/a: ${flow}`,
      `/b: ${handler}`,
      "/c: { x-flow: calls.xml }",
      "/d: { x-flow-handler: handlers/calls.ts }",
    ],
    operations: 4,
    handlers: 2,
    text: "2 of 4 operations are handlers (50 %)",
  },
  "methods, a path for the others, and a handler for all that have none": {
    paths: [
      "x-flow-handler: handlers/answer.ts",
      `/a: { get: { responses: {} }, put: { responses: {}, x-flow: flow.xml }, post: { responses: {} } }`,
      `/b: { x-flow: flow.xml, get: { responses: {} } }`,
      "/c: {}",
    ],
    operations: 5,
    handlers: 3,
    text: "3 of 5 operations are handlers (60 %)",
  },
  "a proxy and the pages of x-flow-docs beside": {
    paths: [`/a: ${flow}`, `/b: ${handler}`, proxy],
    description: "x-flow-docs: { page: /docs, description: /openapi.json }",
    operations: 2,
    handlers: 1,
    text: "1 of 2 operations is a handler (50 %), proxies and mocks aside",
  },
  "handlers alone, but a mock": {
    paths: [`/a: ${handler}`, `/b: { get: ${mock} }`],
    operations: 1,
    handlers: 1,
    text: "1 of 1 operations is a handler (100 %), proxies and mocks aside",
  },
  "the first of many": {
    paths: [`/a: ${handler}`, ...many(300, flow)],
    operations: 301,
    handlers: 1,
    text: "1 of 301 operations is a handler (1 %)",
  },
  "all but one of many": {
    paths: [`/a: ${flow}`, ...many(300, handler)],
    operations: 301,
    handlers: 300,
    text: "300 of 301 operations are handlers (99 %)",
  },
  "neither flows nor handlers": { paths: [proxy], operations: 0, handlers: 0, text: undefined },
};
