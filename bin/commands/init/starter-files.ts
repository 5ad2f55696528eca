import type { StarterPart } from "./starter-parts.js";

/** The files of a new app, by path: an API description, flows, an error flow, tests, and directions for agents. */
export const starterFiles = (parts: readonly StarterPart[]): ReadonlyMap<string, string> =>
  new Map([["swagger.yaml", description(parts)], ...common, ...parts.flatMap(({ files }) => files)]);

const description = (parts: readonly StarterPart[]): string => `swagger: "2.0"
info:
  title: Greetings
  version: "1"
basePath: /api
x-flow-error:
  flow: error.xml
x-flow-validate:
  request: true
${parts.map(({ head }) => head).join("")}paths:
  /hello:
    get:
      summary: Greets somebody
      parameters:
        - name: name
          in: query
          type: string
          maxLength: 100
      responses:
        "200":
          description: A greeting
      x-flow: hello.xml
${parts.map(({ path }) => path).join("")}`;

const common: readonly (readonly [string, string])[] = [
  [
    "hello.xml",
    `<flow>
  <template>
  {{$name := $request/get/name ?? "stranger"}}
  {
    "greeting": {{ concat("Hello, ", $name, "!") }}
  }
  </template>
</flow>
`,
  ],
  [
    "error.xml",
    `<flow>
  <template>
  {
    "message": {{ $error/message }},
    "details": {{ $error/info }}
  }
  </template>
</flow>
`,
  ],
  [
    "tests/hello.xml",
    `<flow-test>
  <test-request>{ "path": "/api/hello", "query": { "name": "Ada" } }</test-request>
  <assert>
  [
    [ "$status", 200 ],
    [ "json-parse($response)/greeting", "Hello, Ada!" ]
  ]
  </assert>

  <test-request>{ "path": "/api/hello" }</test-request>
  <assert>
  [
    [ "json-parse($response)/greeting", "Hello, stranger!", "a name is not needed" ]
  ]
  </assert>

  <test-request>{ "path": "/api/nowhere" }</test-request>
  <assert>
  [
    [ "$status", 400, "there is no such path" ]
  ]
  </assert>
</flow-test>
`,
  ],
  [
    "AGENTS.md",
    `# Directions for agents

HTTP API flows in XML, compiled to TypeScript by flowc. \`swagger.yaml\` leads from paths to flows; \`tests/\` has their tests.

- After each edit run \`npx --no -- flowc check\` here. It finds mistakes with their lines; \`npx --no -- flowc explain FLOW2003\` explains a code.
- \`npx --no -- flowc test\` runs the tests; \`npx --no -- flowc request GET /api/hello\` sends one request. Add \`--format json\` for programs.
- \`npx --no -- flowc mcp\` offers all that as tools, by the Model Context Protocol.
- If flowc is not installed, ask: npm's registry does not have it. It is packed in a clone (\`npm pack\`), and installed from that file.
- The language is described in \`node_modules/flowc/docs/\`: begin with \`language.md\`, \`language/functions/README.md\` and \`diagnostics.md\`.
- Never edit what \`flowc build\` generates; edit the flow it names.
`,
  ],
];
