import { statSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./measure.js";
import { startServer } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, sources } from "./project.js";
import type { Row } from "./table.js";

const targetKilobytes = 150;
const targetRatio = 1.3;

/** The size of `server.js`, and how long it takes to the first response beside a bare Hono app. */
export async function start(quick: boolean): Promise<Row[]> {
  const out = freshDirectory("start");
  await flowc(join(sources, "flows"), out);
  const bundle = join(out, "server.js");
  const bare = await bundleByHand("bare.ts", join(out, "by-hand/bare.cjs"));
  const size = statSync(bundle).size / 1000;
  const bareSize = statSync(bare).size / 1000;
  const side = (script: string) => async (): Promise<number> => {
    const server = await startServer(script, "/api/hello");
    await server.stop();
    return server.firstResponse;
  };
  const { generated, reference, ratio } = await compare(quick ? 8 : 30, side(bundle), side(bare));
  return [
    {
      name: "server.js",
      generated: `${size.toFixed(1)} KB`,
      reference: `${bareSize.toFixed(1)} KB`,
      result: `${size.toFixed(1)} KB`,
      target: `< ${targetKilobytes} KB`,
      ok: size < targetKilobytes,
    },
    {
      name: "first response",
      generated: `${generated.toFixed(0)} ms`,
      reference: `${reference.toFixed(0)} ms`,
      result: ratio.toFixed(2),
      target: `<= ${targetRatio}`,
      ok: ratio <= targetRatio,
    },
  ];
}
