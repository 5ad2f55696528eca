/** A session gives after each change of a handler, and of what it leads to, what a new one would give. */
import { describe, expect, test, vi } from "vitest";
import { type Build, Session } from "../../compiler/session/session.js";
import type { Store } from "../../compiler/source/store.js";
import { type Files, inputOf } from "../support/compile.js";

const app: Files = {
  "swagger.yaml": `swagger: "2.0"
paths:
  /a: { get: { x-flow-handler: handlers/a.ts } }
  /b: { get: { x-flow: b.xml } }
  /c: { get: { x-flow: c.xml } }
`,
  "handlers/a.ts": `import { flow, handler, respond } from "flowc/handler";
import names from "../lib/names.json" with { type: "json" };
import { sum } from "../lib/sum.js";

const check = flow("shared/check.xml");

export default handler(async ($, request) => {
  await check($);
  $.total = sum([1, 2]);
  respond($, { total: $.total, by: names.by, seen: $.seen });
});
`,
  "lib/sum.ts":
    "export const sum = (prices: readonly number[]): number => prices.reduce((all, one) => all + one, 0);\n",
  "lib/names.json": '{ "by": "us" }',
  "shared/check.xml": '<flow><eval out="$seen">$request/get/seen</eval></flow>',
  "b.xml": '<flow><sub-flow src="handlers/a.ts"/><template>{ "total": {{ $total }} }</template></flow>',
  "c.xml": '<flow><template>{ "total": {{ $total }}, "seen": {{ $seen }} }</template></flow>',
};

const changes: readonly (readonly [name: string, path: string, from: string | RegExp, to: string])[] = [
  ["a word", "handlers/a.ts", "total:", "sum:"],
  ["a line", "handlers/a.ts", "  await", "\n\n  await"],
  ["a variable that others read", "handlers/a.ts", "$.total =", "$.totl ="],
  ["a variable that it reads", "handlers/a.ts", "$.seen", "$.sen"],
  ["a mistake", "handlers/a.ts", "respond($, {", "respond($ {"],
  ["an import that leads nowhere", "handlers/a.ts", "sum.js", "sums.js"],
  ["a flow that there is not", "handlers/a.ts", "check.xml", "chek.xml"],
  ["another flow", "handlers/a.ts", "shared/check.xml", "c.xml"],
  [
    "a request",
    "handlers/a.ts",
    "await check($);",
    'await check($); await upstream($, "x", { url: $.env.UP! });',
  ],
  [
    "a request that is imported",
    "handlers/a.ts",
    /flow, handler, respond([\s\S]*)await check\(\$\);/,
    'flow, handler, respond, upstream$1await upstream($, "x", { url: $.env.UP!, options: { "use-http-cache": true } });',
  ],
  ["the body", "handlers/a.ts", "names.by", "request.body"],
  ["an imported module", "lib/sum.ts", "0)", "1)"],
  ["a mistake in an imported module", "lib/sum.ts", "=>", "=> =>"],
  ["an import of an imported module", "lib/sum.ts", /^/, 'import "./more.js";\n'],
  ["data", "lib/names.json", "us", "them"],
  ["what a called flow sets", "shared/check.xml", "$seen", "$sen"],
  ["that a called flow ends the request", "shared/check.xml", "</flow>", '<error if="$seen"/></flow>'],
  ["a flow that calls it", "b.xml", "total", "sum"],
  [
    "the parameters of an operation",
    "swagger.yaml",
    "{ x-flow-handler",
    "{ parameters: [{ name: n, in: query, type: integer }], x-flow-handler",
  ],
  ["a flow in its place", "swagger.yaml", "x-flow-handler: handlers/a.ts", "x-flow: c.xml"],
];

const plain = ({ files, diagnostics, endpoints, inputs }: Build) => ({
  files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  diagnostics: diagnostics.map(({ code, message, span }) => [code, message, span?.source.path, span?.start]),
  endpoints,
  inputs: [...inputs].sort(),
});

function sharedStore(): Store {
  const texts = new Map<string, string>();
  return { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
}

describe("a session notices", () => {
  test.each(changes)("%s", async (_, path, from, to) => {
    const changed = { ...app, [path]: String(app[path]).replace(from, to) };
    expect(changed).not.toEqual(app);
    const expected = [app, changed].map(async (files) => plain(await new Session().build(inputOf(files))));
    const store = sharedStore();
    const staying = new Session({ stays: true });
    for (const [index, files] of [app, changed, app].entries()) {
      for (const session of [staying, new Session({ store })])
        expect(plain(await session.build(inputOf(files)))).toEqual(await expected[index % 2]);
      const found = await staying.check(inputOf(files));
      expect(found.diagnostics.map(({ code }) => code)).toEqual(
        (await expected[index % 2])?.diagnostics.map(([code]) => code),
      );
    }
  });
});

test("flows beside a handler are not read again for a change of another one, nor for one of the handler", async () => {
  const files: Files = {
    ...app,
    "swagger.yaml":
      'swagger: "2.0"\npaths: { /a: { get: { x-flow-handler: handlers/a.ts } }, /d: { get: { x-flow: d.xml } }, /e: { get: { x-flow: e.xml } } }',
    "d.xml": '<flow><template>{ "d": 1 }</template></flow>',
    "e.xml": '<flow><template>{ "e": 1 }</template></flow>',
  };
  for (const [path, from, to] of [
    ["d.xml", "1", "2"],
    ["handlers/a.ts", "total:", "sum:"],
  ] as const) {
    const session = new Session({ stays: true });
    await session.build(inputOf(files));
    const compiled = vi.spyOn(session, "compile");
    await session.build(inputOf({ ...files, [path]: String(files[path]).replace(from, to) }));
    const last = await compiled.mock.results.at(-1)?.value;
    const taken = [...(last?.program?.flows.values() ?? [])].filter(({ kind }) => kind === "summary");
    expect(taken.map(({ source }) => source.path)).toContain("e.xml");
  }
});
