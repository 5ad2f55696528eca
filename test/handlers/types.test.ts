/** The types that handlers get: JSON of unknown form is `any`, and that of the description has its own. */
import { beforeAll, expect, test } from "vitest";
import { checkTypes } from "../../compiler/output/type-check.js";
import { compileFiles, describeDiagnostic, type Files } from "../support/compile.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";

beforeAll(freshBuild);

/** The findings in a handler: their lines and messages. */
async function findings(handler: string, more: Files = {}): Promise<readonly string[]> {
  const { modules } = await compileFiles({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      "x-flow-init": "init.xml",
      paths: { "/orders/{id}": { post: { "x-flow-handler": "a.ts" } } },
    }),
    "init.xml":
      '<flow><template out="$orders">[ { "price": 1 } ]</template><eval out="$prices">$orders/value/price</eval></flow>',
    "a.ts": handler,
    ...more,
  });
  return checkTypes(modules, repository).map((found) =>
    describeDiagnostic(found).replace(/^a\.ts:(\d+):.*\((TS\d+)\)$/, "$1 $2"),
  );
}

test("JSON of unknown form is read without a word about its types", async () => {
  expect(
    await findings(`import { content, handler, list, respond, upstream, xpath } from "flowc/handler";

export default handler(async ($, request) => {
  const order = await upstream($, "order", { url: "https://orders.test/" });
  const prices: readonly number[] = list(order.json?.items).map((item) => item.price);
  const lines = list(request.json?.lines).map((line, index) => ({ name: line.name, index }));
  const known: unknown = JSON.parse("[1]");
  respond($, {
    ...{ prices, lines, total: order.json.total, made: content($)?.json.a.b, sent: request.body?.a, json: request.json.b },
    ...{ first: $.orders.price, all: $.prices.length, error: $.error?.message, status: $.upstream.order?.status },
    equal: xpath.equal(known, 5) && xpath.less(request.json, known),
    text: xpath.concat(known, request.json).toUpperCase(),
    number: xpath.sum(known, (item) => item.price).toFixed(2),
    names: xpath.loop(known, (item, position) => item.name + position).join(),
    pairs: xpath.pairs(known, "a").a,
  });
});
`),
  ).toEqual([]);
});

test("what is known is held to its type", async () => {
  const typed = `export interface operations {
  add: {
    parameters: { query?: never; header?: never; path: { id: number }; cookie?: never };
    requestBody: { content: { "application/json": { name: string; tags?: string[] } } };
  };
  either: {
    parameters: { query?: never; header?: never; path: { id: number }; cookie?: never };
    requestBody?: { content: { "application/json; charset=utf-8": { name: string }; "text/csv": string } };
  };
  form: {
    parameters: { query?: never; header?: never; path: { id: number }; cookie?: never };
    requestBody: { content: { "application/x-www-form-urlencoded": { name: string } } };
  };
}
`;
  expect(
    await findings(
      `import { type HandlerRequest, handler, list, respond, xpath } from "flowc/handler";
import type { operations } from "./api.js";

type Json<O extends keyof operations> = HandlerRequest<operations[O]>["json"];

export default handler<operations["add"]>(($, request) => {
  const name: number = request.json.name;
  const tags: readonly string[] = list(request.json.tags);
  const counts: readonly number[] = list(request.json.tags);
  const either: Json<"either"> = request.json;
  const form: Json<"form"> = undefined;
  const text: number = xpath.string(name);
  const loop: string = xpath.loop([1], (item) => item + 1);
  respond($, [tags, counts, either.name, form, text, loop, xpath.contains("a")]);
});
`,
      { "api.d.ts": typed },
    ),
  ).toEqual(["7 TS2322", "9 TS2322", "12 TS2322", "13 TS2322", "14 TS2554"]);
});
