/** What traces and coverage show of handlers: steps, variables, upstream requests, and the lines that ran. */
import { expect, test } from "vitest";
import type { Files } from "../support/compile.js";
import { eventsOf, trace, tracedApp } from "../trace/support.js";

const files: Files = {
  "swagger.yaml": `swagger: "2.0"
paths:
  /order: { get: { x-flow-handler: handlers/order.ts } }
  /named: { get: { x-flow-handler: handlers/named.ts } }
`,
  "handlers/order.ts": `import { fail, flow, handler, respond } from "flowc/handler";
import { half } from "../lib/half.js";

const check = flow("shared/check.xml");

export default handler(async ($, request) => {
  await check($);
  const { amount } = request.query;
  if (amount === undefined) {
    return fail($, { status: 400 });
  }
  $.order = { amount: half($, Number(amount)) };
  respond($, $.order);
});
`,
  "lib/half.ts": `import type { HandlerContext } from "flowc/handler";

export function half($: HandlerContext, amount: number): number {
  if (amount < 0) {
    $.debt = true;
  }
  return amount / 2;
}
`,
  "handlers/named.ts": `import { handler, type HandlerContext, respond } from "flowc/handler";

export default handler(answer);

async function answer(variables: HandlerContext) {
  const names = ["a", "b"].map((name) => {
    return name.toUpperCase();
  });
  for (const name of names) {
    switch (name) {
      case "A":
        variables.first = name;
        break;
      default:
        break;
    }
  }
  respond(variables, names);
}
`,
  "shared/check.xml": '<flow><eval out="$checked">true()</eval></flow>',
};

test("a trace has the handler, the flows that it calls, and the variables that it sets", async () => {
  const app = await tracedApp(files);
  const { text, trace: made } = await trace(app, "/order?amount=6");
  expect(text).toBe('{"amount":3}');
  expect(made).toMatchObject({ route: "/order", flow: "handlers/order.ts", response: { status: 200 } });
  const shown = made.events.flatMap((event) => {
    const { kind, place } = event as { readonly kind: string; readonly place?: string };
    return place === undefined ? [] : [`${kind} ${place}`];
  });
  expect(shown).toContain("action handlers/order.ts:6:16");
  expect(shown).toContain("action shared/check.xml:1:7");
  expect(eventsOf(made, "variable").map(({ name, value }) => [name, value.text])).toEqual([
    ["checked", "true"],
    ["order", '{"amount":3}'],
  ]);
});

test.each([
  {
    name: "of a handler and what it imports",
    target: "/order?amount=6",
    ran: { "handlers/order.ts": [7, 8, 9, 12, 13], "lib/half.ts": [4, 7] },
    not: { "handlers/order.ts": [10], "lib/half.ts": [5] },
  },
  {
    name: "of a function with another name for its first parameter",
    target: "/named",
    ran: { "handlers/named.ts": [6, 7, 9, 10, 12, 13, 15, 18] },
    not: {},
  },
])("a trace has the lines $name that ran", async ({ target, ran, not }) => {
  const app = await tracedApp(files);
  const { trace: made } = await trace(app, target);
  const linesOf = (path: string): readonly number[] => {
    const counted = made.ran.find(({ file }) => file === path)?.lines ?? {};
    return Object.entries(counted).flatMap(([line, count]) => (count > 0 ? Number(line) : []));
  };
  for (const [path, expected] of Object.entries(ran))
    expect(linesOf(path)).toEqual(expect.arrayContaining(expected));
  for (const [path, expected] of Object.entries(not))
    for (const line of expected as readonly number[]) expect(linesOf(path)).not.toContain(line);
});

test("the workbench has the text of a handler, its lines, and the copy in gen/", async () => {
  const { build } = await tracedApp(files);
  const view = build.flow("handlers/order.ts");
  expect(view?.text).toBe(files["handlers/order.ts"]);
  expect(view?.codeLines).toEqual(expect.arrayContaining([7, 8, 9, 10, 12, 13]));
  expect(view?.actions).toMatchObject([
    { name: "handler", place: "handlers/order.ts:6:16", line: 6, endLine: 14 },
  ]);
  expect(view?.modules.map(({ path }) => path).sort()).toEqual([
    "endpoints/get-order.ts",
    "source/handlers/order.ts",
  ]);
  expect(build.flow("lib/half.ts")?.codeLines).toEqual(expect.arrayContaining([4, 5, 7]));
});
