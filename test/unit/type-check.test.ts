/** The types of generated modules, as `flowc check --types` checks them. */
import { beforeAll, expect, test } from "vitest";
import { compile } from "../../compiler/index.js";
import { checkTypes } from "../../compiler/output/type-check.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { compileFiles, describeDiagnostic } from "../support/compile.js";
import { fixture, repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

beforeAll(freshBuild);

test.each(["hello", "library", "petstore"])("hold in fixtures/%s", async (name) => {
  const { modules } = await compile(readDirectory(fixture(name), undefined));
  expect(checkTypes(modules, repository).map(describeDiagnostic)).toEqual([]);
});

test("that do not hold are found at the flow's place", async () => {
  const { modules } = await compile(readDirectory(fixture("hello"), undefined));
  const broken = modules.map((module) =>
    module.path === "endpoints/get-hello.ts"
      ? { ...module, text: module.text.replace("respond($,", "respond(1,") }
      : module,
  );
  const [found, ...others] = checkTypes(broken, repository).map(describeDiagnostic);
  expect(others).toEqual([]);
  expect(found).toMatch(
    /^hello\.xml:\d+:3 error FLOW5004 endpoints\/get-hello\.ts:\d+ does not pass the type checker: Argument of type 'number' .* \(TS2345\)$/,
  );
});

test("of handlers are found at their places, with the variables that flows set and the types of the description", async () => {
  const { modules } = await compileFiles({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      "x-flow-init": "init.xml",
      paths: { "/orders/{id}": { get: { "x-flow-handler": "handlers/get.ts" } } },
    }),
    "init.xml": '<flow><eval out="$user">"ada"</eval></flow>',
    "handlers/api.d.ts": `export interface operations {
  getOrder: {
    parameters: { query?: { limit?: number }; header?: never; path: { id: number }; cookie?: never };
    requestBody?: { content: { "application/json": { name: string } } };
    responses: { 200: { content: { "application/json": { id: number } } } };
  };
}
`,
    "handlers/get.ts": `import { handler, respond } from "flowc/handler";
import names from "../lib/names.json" with { type: "json" };
import type { operations } from "./api.js";

export default handler<operations["getOrder"]>(async ($, request) => {
  const id: string = request.params.id;
  const limit: number | undefined = request.query.limit;
  const name: string | undefined = request.body?.nam;
  respond($, { id, limit, name, user: $.user, other: $.usr, env: $.env.PATH, names: names.total });
});
`,
    "lib/names.json": '{ "total": "sum" }',
  });
  expect(checkTypes(modules, repository).map(describeDiagnostic)).toEqual([
    "handlers/get.ts:6:9 error FLOW4211 Type 'number' is not assignable to type 'string'. (TS2322)",
    "handlers/get.ts:8:50 error FLOW4211 Property 'nam' does not exist on type '{ name: string; }'. Did you mean 'name'? (TS2551)",
    "handlers/get.ts:9:56 error FLOW4211 Property 'usr' does not exist on type 'HandlerContext'. Did you mean 'user'? (TS2551)",
  ]);
});

test("of variables in handlers are those that flows prove, and any where a handler may set them", async () => {
  const { modules } = await compileFiles({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      "x-flow-init": "init.xml",
      paths: { "/a": { get: { "x-flow-handler": "a.ts" } }, "/b": { get: { "x-flow-handler": "b.ts" } } },
    }),
    "init.xml": `<flow>
  <eval out="$text">"ada"</eval>
  <eval out="$number">1 + 1</eval>
  <eval out="$flag">true()</eval>
  <eval out="$path">$request/get/a</eval>
  <eval out="$own">"a"</eval>
  <eval out="$called">"a"</eval>
  <eval out="$unread">"a"</eval>
</flow>`,
    "sub.xml": '<flow><eval out="$called">1</eval></flow>',
    "a.ts": `import { flow, handler, respond } from "flowc/handler";

const sub = flow("sub.xml");

export default handler(async ($) => {
  await sub($);
  const all: [string, number, boolean] = [$.text ?? "", $.number ?? 0, $.flag ?? false];
  respond($, [all, $.path, $.own, $.called]);
});
`,
    "b.ts": `import { handler, respond } from "flowc/handler";

export default handler(($) => {
  $.own = 5;
  respond($, [$.text?.length, $.own]);
});
`,
  });
  const text = modules.find(({ path }) => path === "variables.ts")?.text ?? "";
  const free = "any"; // no file of ours has it for a type
  expect(text.slice(text.indexOf("declare module"))).toBe(`declare module "flowc/handler" {
  interface Variables {
    called?: ${free};
    flag?: boolean;
    number?: number;
    own?: ${free};
    path?: ${free};
    text?: string;
    unread?: ${free};
  }
}
`);
  expect(checkTypes(modules, repository).map(describeDiagnostic)).toEqual([]);
});
