import { plainCases, upstreamCases } from "./cases.js";
import { contest, mainOnes } from "./contestants.js";
import { countBytes, startServer } from "./guard/work.js";
import type { Row, Table } from "./page.js";
import { program } from "./project.js";

/** Counts the bytes that each request allocates, beside the same by hand. */
export function garbage(): Promise<readonly Table[]> {
  const cases = [...plainCases, ...upstreamCases];
  return contest("garbage", async (all) => {
    const sides: ReadonlyMap<string, number>[] = [];
    for (const { run, env } of mainOnes(all)) {
      const worker = await startServer(program("guard/probe"), run, env);
      sides.push(await countBytes(worker, cases));
      worker.process.kill("SIGKILL");
    }
    const rows = cases.map(({ name }): Row => {
      const [ours = Number.NaN, raw = Number.NaN, hono = Number.NaN] = sides.map((side) => side.get(name));
      const [ofRaw, ofHono] = [ours / raw, ours / hono];
      const cells = [name, `${(ours / 1000).toFixed(1)} KB`, ofRaw.toFixed(2), ofHono.toFixed(2)];
      return { isLost: ofHono > 1, cells };
    });
    return [
      { title: "Bytes allocated for a request", headings: ["", "flowc", "of node:http", "of Hono"], rows },
    ];
  });
}
