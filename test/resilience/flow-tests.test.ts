/** `<backend-flow>` in tests of flows: systems that fail, wait and break off. */
import { expect, test } from "vitest";
import { appOf } from "../commands/app.js";
import { flowc } from "../support/project.js";

const asks = (faults: string, json: object, paths = 1) => `<flow-test>
  <backend-flow request="up" ${faults}><template>{ "ok": true }</template></backend-flow>
  ${'<test-request>{ "path": "/api/x" }</test-request>'.repeat(paths)}
  <assert>[ [ "$status", 200 ], [ "$response", {{ '${JSON.stringify(json)}' }} ] ]</assert>
</flow-test>
`;

test("a system that fails so often, in each way, slowly, and until the breaker opens", async () => {
  const options = `"timeout": 5, "time-to-first-byte-timeout": 0.3, "retry": { "attempts": 3, "wait": 0.001 }`;
  const directory = appOf("resilience", {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-upstreams:
  https://up.example: { breaker: 100% of 6 }
paths: { /x: { x-flow: x.xml } }
`,
    "x.xml": `<flow>
  <request content="up">{ "url": "https://up.example/", "options": { ${options} } }</request>
  <template>{ "attempts": {{ $upstream/up/attempts }}, "status": {{ $upstream/up/status }}, "code": {{ $error/code ?? 0 }} }</template>
</flow>
`,
    "tests/status.xml": asks('fails="2"', { attempts: 3, status: 200, code: 0 }),
    "tests/refuse.xml": asks('fails="1" with="refuse" wait="0.01"', { attempts: 2, status: 200, code: 0 }),
    "tests/hang.xml": asks('fails="1" with="hang"', { attempts: 2, status: 200, code: 0 }),
    "tests/break.xml": asks('fails="1" with="break"', { attempts: 1, status: 502, code: 3201 }),
    "tests/slow.xml": asks('wait="0.6"', { attempts: 3, status: 504, code: 3201 }),
    "tests/breaker.xml": asks('fails="9"', { attempts: 0, status: 503, code: 3208 }, 3),
  });
  const { code, stdout, stderr } = await flowc("test", directory);
  expect([code, stderr], stdout).toEqual([0, ""]);
});
