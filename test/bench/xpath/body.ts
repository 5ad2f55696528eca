import { join } from "node:path";
import type { InProcess, InProcessResult } from "../in-process.js";
import { startHelper } from "../processes.js";
import { bundleApp, bundleByHand, flowc, freshDirectory, write } from "../project.js";
import type { Row } from "../table.js";
import { makeValue, sizes } from "./documents.js";

const target = 1.05;

/** A large JSON body of which one member is read: beside a handler that parses it and does no more. */
export async function largeBody(quick: boolean): Promise<Row> {
  const flows = freshDirectory("body-flows");
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /name: { post: { x-flow: name.xml } }\n`,
    "name.xml": "<flow><template>{{ $body/json/customer/name }}</template></flow>",
  });
  const out = freshDirectory("body");
  await flowc(flows, out);
  const message: InProcess = {
    generated: await bundleApp(out, join(out, "bundled/app.cjs")),
    reference: await bundleByHand("body.ts", join(out, "by-hand/app.cjs")),
    method: "POST",
    path: "/api/name",
    body: JSON.stringify(makeValue("json", sizes["5 MB"])),
    status: 200,
    rounds: quick ? 12 : 40,
    requests: 2,
  };
  const helper = startHelper("in-process");
  try {
    const { generated, reference, ratio } = await helper.ask<InProcessResult>(message);
    return {
      name: "one member of a body of 5 MB",
      generated: `${(generated / 1000).toFixed(1)} ms`,
      reference: `${(reference / 1000).toFixed(1)} ms`,
      result: ratio.toFixed(3),
      target: `<= ${target}`,
      ok: ratio <= target,
    };
  } finally {
    await helper.stop();
  }
}
