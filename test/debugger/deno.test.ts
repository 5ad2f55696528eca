/** Breakpoints in flow files, over the inspector of Deno. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { debug } from "../support/debugger.js";
import { needing } from "../support/needs.js";
import { installed } from "../support/other-servers.js";
import { built } from "../support/served.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
  "orders.xml": `<flow>
  <eval out="$limit">number($request/get/limit)</eval>
  <eval out="$next">$limit + 1</eval>
  <template>{ "next": {{ $next }} }</template>
</flow>`,
};

const deno = installed("deno");

test.each(["module", "commonjs"])("deno run --inspect, as %s", needing(deno), async (type) => {
  const out = await built(files);
  writeFileSync(join(out, "package.json"), JSON.stringify({ type }));
  const inspect = "--inspect=127.0.0.1:0";
  const session = await debug(out, {}, [deno.command, "run", "-A", inspect]);
  const flow = join(out, "../flows/orders.xml");
  const at = (line: number) => ({ file: flow, line, column: 3 });
  expect(await session.breakAt(flow, 2)).toEqual(at(2));
  const answer = fetch(`${session.app.url}/api/orders?limit=3`);
  expect((await session.paused()).at).toEqual(at(2));
  expect((await session.step("Over")).at).toEqual(at(3));
  const { frames } = await session.step("Over");
  expect(frames[0] && (await session.evaluate(frames[0], "$.next"))).toBe(4);
  await session.resume();
  expect(await (await answer).json()).toEqual({ next: 4 });
  await session.stop();
});
