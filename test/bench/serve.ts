import type { Case } from "./cases.js";
import { bundleByHand, flowc, freshDirectory, write } from "./project.js";
import { race } from "./race.js";
import type { Table } from "./table.js";

const target = 0.9;

const files: Readonly<Record<string, number>> = { "a file of 10 KB": 10_000, "a file of 1 MB": 1_000_000 };

/** Requests per second of files, beside `serveStatic` of `@hono/node-server`, which reads them from the disk. */
export async function* serve(quick: boolean): AsyncIterable<Table> {
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
  yield await race({
    title: "serve: requests per second of files",
    directory: out,
    probe: "/10000.json",
    cases,
    generated: { script: `${out}/server.js`, env: {} },
    opponents: [{ name: "serveStatic", script: byHand, env: { FILES: `${flows}/htdocs` }, target }],
    quick,
    freeFields: ["accept-ranges", "etag", "last-modified"],
  });
}

const list = (size: number): string => JSON.stringify(["x".repeat(size - 4)]);
