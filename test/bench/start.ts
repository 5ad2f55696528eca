import { statSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.js";
import { startServer } from "./processes.js";
import { bundleByHand, fixtures, flowc, freshDirectory, write } from "./project.js";
import { featureSizes } from "./sizes.js";
import { comparison, type Row, type Table } from "./table.js";

/** Kilobytes of `server.js`. */
const targetSizes = { hello: 60, petstore: 120 };
const targetCacheSize = 60;
const targetRatio = 1.1;

/** The size of `server.js`, and how long it takes to the first response beside a bare Hono app. */
export async function* start(quick: boolean): AsyncIterable<Table> {
  yield comparison("start: size and first response", await startRows(quick), "milliseconds");
  yield await featureSizes();
}

async function startRows(quick: boolean): Promise<Row[]> {
  const out = freshDirectory("start");
  const bare = await bundleByHand("bare.ts", join(out, "by-hand/bare.cjs"));
  const rows: Row[] = [];
  for (const [name, target] of Object.entries(targetSizes)) {
    await flowc(join(fixtures, name), join(out, name));
    rows.push(sizeRow(`server.js of ${name}`, kilobytes(join(out, name, "server.js")), target));
  }
  const hello = join(out, "hello/server.js");
  rows.push(sizeRow("more for a cache", (await cacheSize()) - kilobytes(hello), targetCacheSize));
  const side = (script: string) => async (): Promise<number> => {
    const server = await startServer(script, "/api/hello");
    await server.stop();
    return server.firstResponse;
  };
  const { generated, reference, ratio, spreads } = await compare(quick ? 12 : 40, side(hello), side(bare));
  rows.push({
    name: "first response",
    generated: `${generated.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms`,
    result: ratio.toFixed(2),
    target: `<= ${targetRatio}`,
    ok: ratio <= targetRatio,
    values: spreads,
  });
  return rows;
}

/** Of an app that is hello, and a request whose responses are kept. */
async function cacheSize(): Promise<number> {
  const flows = freshDirectory("start-cache-flows");
  const request = `{ "url": "http://127.0.0.1:9/", "options": { "use-http-cache": true } }`;
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\npaths:\n  /hello: { get: { x-flow: hello.xml } }\n`,
    "hello.xml": `<flow><request>${request}</request><template>"Hello"</template></flow>`,
  });
  const out = freshDirectory("start-cache");
  await flowc(flows, out);
  return kilobytes(join(out, "server.js"));
}

const kilobytes = (file: string): number => statSync(file).size / 1000;

function sizeRow(name: string, size: number, target: number): Row {
  const shown = `${size.toFixed(1)} KB`;
  return {
    name,
    generated: shown,
    reference: "",
    result: shown,
    target: `<= ${target} KB`,
    ok: size <= target,
  };
}
