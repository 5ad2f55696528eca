import { join } from "node:path";
import { plainCases } from "./cases.js";
import type { InProcess, InProcessResult } from "./in-process.js";
import { startHelper } from "./processes.js";
import { bundleApp, bundleByHand, flowc, freshDirectory, sources, write } from "./project.js";
import { patterns } from "./routes.js";
import type { Row } from "./table.js";

/** How many times the time of the app written by hand `app.fetch` may take. */
const target = 1;

/** `app.fetch` without a server: beside Hono. */
export async function inProcess(quick: boolean): Promise<Row[]> {
  const out = freshDirectory("fetch");
  await flowc(join(sources, "flows"), out);
  const generated = await bundleApp(out, join(out, "bundled/app.cjs"));
  const reference = await bundleByHand("app.ts", join(out, "by-hand/app.cjs"));
  return measure(generated, reference, plainCases, quick);
}

/** An API with 1,000 endpoints: the first and the last, beside Hono with the same routes. */
export async function routing(quick: boolean): Promise<Row[]> {
  const flows = freshDirectory("routing-flows");
  const paths = patterns.map((pattern) => `  ${pattern}: { get: { x-flow: ok.xml } }\n`).join("");
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths}`,
    "ok.xml": `<flow><template>{ "ok": true }</template></flow>`,
  });
  const out = freshDirectory("routing");
  await flowc(flows, out);
  const generated = await bundleApp(out, join(out, "bundled/app.cjs"));
  const reference = await bundleByHand("routes.ts", join(out, "by-hand/app.cjs"));
  const routes = [patterns[0], patterns[1], patterns.at(-2), patterns.at(-1)].map((pattern = "") => ({
    name: `${patterns.length} endpoints: ${pattern}`,
    method: "GET",
    path: `/api${pattern.replace("{id}", "4711")}`,
    status: 200,
  }));
  return measure(generated, reference, routes, quick);
}

async function measure(
  generated: string,
  reference: string,
  requests: readonly (Pick<InProcess, "method" | "path" | "body" | "status"> & { readonly name: string })[],
  quick: boolean,
): Promise<Row[]> {
  const rows: Row[] = [];
  const helper = startHelper("in-process", { UPSTREAM: "http://upstream.test" });
  try {
    for (const { name, ...request } of requests) {
      const message: InProcess = {
        ...request,
        generated,
        reference,
        rounds: quick ? 60 : 300,
        requests: 250,
      };
      const result = await helper.ask<InProcessResult>(message);
      rows.push({
        name,
        generated: `${result.generated.toFixed(1)} µs`,
        reference: `${result.reference.toFixed(1)} µs`,
        result: result.ratio.toFixed(2),
        target: `<= ${target}`,
        ok: result.ratio <= target,
        values: result.spreads,
      });
    }
    return rows;
  } finally {
    await helper.stop();
  }
}
