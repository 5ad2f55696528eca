/** What the build makes out in handlers, however they are written; and that it finds nothing where nothing is wrong. */
import { describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app, compileFiles, describeDiagnostic, type Files } from "../support/compile.js";

const files = (handler: string, more: Files = {}): Files => ({
  "swagger.yaml":
    'swagger: "2.0"\nx-flow-init: init.xml\npaths: { "/a/{id}": { get: { x-flow-handler: a.ts, parameters: [{ name: id, in: path, required: true, type: string }] } } }\n',
  "init.xml": '<flow><eval out="$user">"ada"</eval><eval out="$known">1</eval></flow>',
  "shared/check.xml": '<flow><eval out="$checked">true()</eval></flow>',
  "lib/more.ts": "export const more = 1;\nexport default 2;\n",
  "a.ts": handler,
  ...more,
});

const head = 'import { handler, respond } from "flowc/handler";\n';
const body = (text: string): string =>
  `${head}\nexport default handler(async ($, request) => {\n${text}\n});\n`;

/** Handlers, and what is found in them: the code of the finding and the line. */
const rows: Readonly<Record<string, readonly [handler: string, ...found: readonly string[]]>> = {
  "a variable that nothing sets": [body("respond($, [$.user, $.known, $.unset]);"), "4 FLOW4027"],
  "one in brackets": [body('respond($, [$.user, $.known, $["unset"]]);'), "4 FLOW4027"],
  "one that is taken out": [
    body("const { user, unset: other } = $;\nrespond($, [user, other, $.known]);"),
    "4 FLOW4027",
  ],
  "one that is set here": [body("$.own = 1;\nrespond($, [$.own, $.user, $.known]);")],
  "one that is changed here": [
    body("$.own += 1;\n$.other ??= 2;\n$.third++;\nrespond($, [$.own, $.other, $.third, $.user, $.known]);"),
  ],
  "one that is set after it is read": [body("respond($, [$.own, $.user, $.known]);\n$.own = 1;")],
  "one of a flow that is called": [
    `import { flow, handler, respond } from "flowc/handler";\n\nconst check = flow("shared/check.xml");\n\nexport default handler(async ($) => {\n  await check($);\n  respond($, [$.checked, $.user, $.known]);\n});\n`,
  ],
  "another name of $": [
    `${head}\nexport default handler(async (variables) => {\n  respond(variables, [variables.user, variables.known, variables.unset]);\n});\n`,
    "4 FLOW4027",
  ],
  "a function by its name": [
    `${head}\nexport default handler(answer);\n\nasync function answer($: never) {\n  respond($, [($ as { user?: 1 }).user, 1]);\n}\n`,
  ],
  "a handler by its name": [
    `${head}\nconst get = handler(($) => respond($, [$.user, $.known]));\n\nexport default get;\n`,
  ],
  "a handler with a type": [
    `${head}\nexport default handler(($) => respond($, [$.user, $.known])) satisfies object;\n`,
  ],
  "imports with other names": [
    `import { handler as make, respond as say } from "flowc/handler";\n\nexport default make(($) => say($, [$.user, $.known]));\n`,
  ],
  "all imports by one name": [
    `import * as flowc from "flowc/handler";\n\nexport default flowc.handler(($) => flowc.respond($, [$.user, $.known, $.unset]));\n`,
    "3 FLOW4027",
  ],
  "a name that is not there, by the name of all": [
    `import * as flowc from "flowc/handler";\n\nexport default flowc.handler(($) => flowc.answer($, [$.user, $.known]));\n`,
    "3 FLOW4206",
  ],
  "imports by default, of all, and for their effect": [
    `${head}import "./lib/more.js";\nimport one, * as all from "./lib/more.js";\nimport type { X } from "./lib/more.js";\n\nexport default handler(($) => respond($, [$.user, $.known, one, all.more as X]));\n`,
  ],
  "an export of another module": [
    `${head}\nexport { more } from "./lib/mor.js";\nexport default handler(($) => respond($, [$.user, $.known]));\n`,
    "3 FLOW4203",
  ],
  "an import while it runs": [
    body('const { more } = await import("./lib/mor.js");\nrespond($, [more, $.user, $.known]);'),
    "4 FLOW4203",
  ],
  "an import of data": [
    `${head}import data from "./lib/data.json" with { type: "json" };\n\nexport default handler(($) => respond($, [data, $.user, $.known]));\n`,
  ],
  "modules that import each other": [
    `${head}import { other } from "./lib/other.js";\n\nexport const own = 1;\nexport default handler(($) => respond($, [other, $.user, $.known]));\n`,
  ],
  "a client's text in a URL": [
    `import { handler, respond, upstream } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n  await upstream($, "a", { url: "https://a.test/" + request.params.id });\n  respond($, [$.user, $.known]);\n});\n`,
    "4 FLOW4051",
  ],
  "a client's text in a URL, or nothing": [
    `import { handler, respond, upstream } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n  await upstream($, "a", { url: \`https://a.test/\${request.params.id ?? ""}\` });\n  respond($, [$.user, $.known]);\n});\n`,
    "4 FLOW4051",
  ],
  "what a client has sent, as a text in a URL": [
    `import { handler, respond, string, upstream } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n  await upstream($, "a", { url: "https://a.test/" + string(request.params.id) });\n  respond($, [$.user, $.known]);\n});\n`,
    "4 FLOW4051",
  ],
  "a client's text that is encoded": [
    `import { handler, respond, upstream } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n  await upstream($, "a", { url: \`https://a.test/\${encodeURIComponent(String(request.params.id))}\` });\n  respond($, [$.user, $.known]);\n});\n`,
  ],
  "options that are put together": [
    `import { handler, respond, upstream, upstreams } from "flowc/handler";\n\nexport default handler(async ($, request) => {\n  const options = { timeout: 2 };\n  const a = { url: "https://a.test/", ...options };\n  await upstream($, "a" + request.params.id, { url: "https://a.test/", ["meth" + "od"]: "GET", options, headers: { ...options } });\n  await upstreams($, { a, b: { url: \`https://\${"b"}.test/\`, query: [1].map(String), body: [...[1]] } });\n  respond($, [$.user, $.known]);\n});\n`,
  ],
  "an option that there is not, in one of several": [
    `import { handler, respond, upstreams } from "flowc/handler";\n\nexport default handler(async ($) => {\n  await upstreams($, { a: { url: "https://a.test/", options: { timeot: 2 } } });\n  respond($, [$.user, $.known]);\n});\n`,
    "4 FLOW4017",
  ],
  "a request without a URL": [
    `import { handler, respond, upstream } from "flowc/handler";\n\nexport default handler(async ($) => {\n  await upstream($, "a", { method: "GET" });\n  respond($, [$.user, $.known]);\n});\n`,
    "4 FLOW4018",
  ],
  "members with names of options, which are none": [
    body(
      "const cached = { cache: 1, uploads: 2, timeot: 3, url: 'x' };\nrespond($, [cached, $.user, $.known]);",
    ),
  ],
  "a member of xpath that there is not": [
    `import { handler, respond, xpath } from "flowc/handler";\n\nexport default handler(($) => respond($, [xpath.equals($.user, $.known)]));\n`,
    "3 FLOW4206",
  ],
  "one that is taken out of it": [
    `import { handler, respond, xpath as x } from "flowc/handler";\n\nconst { equal, lesss: less } = x;\nexport default handler(($) => respond($, [equal($.user, 1), less($.known, 1)]));\n`,
    "3 FLOW4206",
  ],
  "another xpath, and what is called so": [
    body("const other = { xpath: { equals: 1 } };\nrespond($, [other.xpath.equals, $.user, $.known]);"),
  ],
  "a variable that xpath reads": [
    `import { handler, respond, xpath } from "flowc/handler";\n\nexport default handler(($) => respond($, [xpath.variable($, "user"), xpath.variable($, "unset"), $.known]));\n`,
    "3 FLOW4027",
  ],
  "an answer by a Response alone": [
    `import { handler } from "flowc/handler";\n\nexport default handler(($) => Response.json([$.user, $.known]));\n`,
  ],
};

const more: Files = {
  "lib/data.json": "[1]",
  "lib/other.ts": 'import { own } from "../a.js";\n\nexport const other = (): unknown => own;\n',
};

describe("of a handler, the build makes out", () => {
  test.each(Object.entries(rows))("%s", async (_, [handler, ...expected]) => {
    const { diagnostics } = await compileFiles(files(handler, more));
    const found = diagnostics
      .filter(({ span }) => span?.source.path === "a.ts")
      .map(({ code, span }) => `${span?.source.place(span.start).line} ${code}`);
    expect(found, diagnostics.map(describeDiagnostic).join("\n")).toEqual(expected);
  });

  test("one for several operations, for a path and for all paths", async () => {
    const handler = `${head}\nexport default handler(($, request) => respond($, [request.method, request.query.n]));\n`;
    const description = {
      swagger: "2.0",
      "x-flow-handler": "a.ts",
      paths: {
        "/path": { "x-flow-handler": "a.ts", parameters: [{ name: "n", in: "query", type: "integer" }] },
        "/both": {
          get: { parameters: [{ name: "n", in: "query", type: "integer" }] },
          post: { "x-flow": "b.xml" },
        },
      },
    };
    const made = await app({
      "swagger.yaml": JSON.stringify(description),
      "a.ts": handler,
      "b.xml": '<flow><sub-flow src="a.ts"/></flow>',
    });
    const ask = async (method: string, path: string) =>
      (await send(made, { method, path, query: "n=5" })).text;
    expect(await ask("PUT", "/path")).toBe('["PUT",5]');
    expect(await ask("GET", "/both")).toBe('["GET",5]');
    expect(await ask("POST", "/both")).toBe('["POST","5"]');
  });
});
