/** The findings of the build about proxies. */
import { expect, test } from "vitest";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { findings } from "../support/findings.js";

const proxy = (config: string) => `<proxy-request>${config}</proxy-request>`;

findings("proxy-request", {
  "without a server": {
    flow: proxy(`{ "headers": {} }`),
    finds: "error",
    message: /FLOW4040/,
  },
  "with an origin that is computed": proxy(`{ "origin": {{ $env/A }}, "options": {} }`),
  "with a server that may be among what is computed": proxy(`{ {{: $env/A }} }`),
  "with what has no effect beside url": {
    flow: proxy(`{ "url": "http://a.test/", "addPrefix": "/a" }`),
    finds: "warning",
    message: /FLOW4041 .*addPrefix/,
  },
  "with a property of request": {
    flow: proxy(`{ "origin": "http://a.test", "method": "GET" }`),
    finds: "warning",
    message: /FLOW4017 .*method/,
  },
});

test.each([
  ["x-flow-proxy: 1", "swagger.yaml:3:19 error FLOW4043 x-flow-proxy must be a mapping, such as of origin."],
  ["x-flow-proxy: {}", "swagger.yaml:3:19 error FLOW4040 This proxy names no server."],
  [
    "x-flow-proxy: { url: http://a.test, origin: http://a.test }",
    "swagger.yaml:3:41 warning FLOW4041 Beside url, origin has no effect.",
  ],
  [
    "x-flow-proxy: { origin: http://a.test, option: {} }",
    "swagger.yaml:3:44 warning FLOW4017 The request property option has no effect in this version.",
  ],
  [
    "x-flow-proxy: &a { origin: http://a.test, query: *a }",
    "swagger.yaml:3:5 error FLOW4043 x-flow-proxy must be at most 10 levels deep, and have at most 1000 values.",
  ],
  [
    `x-flow-proxy: { origin: http://a.test, query: [${"1,".repeat(1001)}] }`,
    "swagger.yaml:3:5 error FLOW4043 x-flow-proxy must be at most 10 levels deep, and have at most 1000 values.",
  ],
])("%.60s", async (extension, expected) => {
  const found = await diagnose({ "swagger.yaml": `paths:\n  /a:\n    ${extension}\n` });
  expect(found.map(describeDiagnostic)).toContain(expected);
});

test("x-flow and x-flow-proxy side by side", async () => {
  const found = await diagnose({
    "a.xml": "<flow/>",
    "swagger.yaml": "paths:\n  /a:\n    x-flow: a.xml\n    x-flat-proxy: { origin: http://a.test }\n",
  });
  expect(found.map(describeDiagnostic)).toEqual([
    "swagger.yaml:4:5 error FLOW4042 x-flat-proxy and x-flow cannot stand side by side: each of them answers the requests.",
  ]);
});
