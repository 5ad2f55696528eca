import type { Case } from "./cases.js";
import { compareServers } from "./http.js";
import { bundleByHand, flowc, freshDirectory, write } from "./project.js";
import type { Row } from "./table.js";

const target = 0.9;

const files: Readonly<Record<string, number>> = { "a file of 10 KB": 10_000, "a file of 1 MB": 1_000_000 };

/** Requests per second of files, beside `serveStatic` of `@hono/node-server`, which reads them from the disk. */
export async function serve(quick: boolean): Promise<Row[]> {
  const flows = freshDirectory("serve-flows");
  const cases = Object.entries(files).map(
    ([name, size]): Case => ({ name, method: "GET", path: `/${size}.json`, status: 200 }),
  );
  write(flows, {
    "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: "/api", paths: {} }),
    "conf/flow.xml": `<flow><serve dir="../htdocs" fallback-doc="/10000.json"/></flow>`,
    ...Object.fromEntries(Object.values(files).map((size) => [`htdocs/${size}.json`, list(size)])),
  });
  const out = freshDirectory("serve");
  await flowc(flows, out);
  const byHand = await bundleByHand("serve.ts", `${out}/by-hand/server.cjs`);
  return compareServers(cases, quick, target, {
    generated: [`${out}/server.js`, "/10000.json", {}],
    reference: [byHand, "/10000.json", { FILES: `${flows}/htdocs` }],
  });
}

const list = (size: number): string => JSON.stringify(["x".repeat(size - 4)]);
