import { cpSync } from "node:fs";
import { join } from "node:path";
import { plainCases, stylesheetCase, upstreamCases } from "./cases.js";
import { contest } from "./contestants.js";
import { above, targets } from "./guard/targets.js";
import { ratios } from "./measure.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { commandLine, flowc, sources } from "./project.js";
import { type Contestant, race } from "./race.js";

/** Requests that go through a flow: `flowc eject` makes no handler of a flow that passes requests on. */
const cases = [
  ...plainCases.filter(({ name, method }) => name !== "404" && method !== "HEAD"),
  ...upstreamCases.filter(({ name }) => !name.startsWith("proxied")),
  stylesheetCase,
];

/** The app of `flows/` beside the same after `flowc eject --all`. */
export function handlers(isQuick: boolean): Promise<readonly Table[]> {
  return contest("handlers", async ([app], directory) => {
    if (app === undefined) return [];
    const [flows, ejected] = [join(directory, "flows"), join(directory, "ejected")];
    cpSync(join(sources, "flows"), flows, { recursive: true });
    await commandLine(["eject", flows, "--all", "--yes"]);
    await flowc(flows, ejected);
    const run = join(ejected, "server.js");
    const contestants: readonly Contestant[] = [
      app,
      { ...app, name: "handlers", run, proof: "all but places" },
    ];
    // Short rounds, and many: another program takes its time in each.
    const { results } = await race(directory, contestants, cases, isQuick ? [2, 3] : [4, 4]);
    const rows = results.map(({ case: { name }, sides: [flow, handler] }): Row => {
      const found = ratios(handler?.cpu ?? [], flow?.cpu ?? []);
      return {
        isLost: false,
        above: above(`${name}, of the flow`, found.median, targets.handlers),
        cells: [name, ratioCell(found)],
      };
    });
    return [{ title: "Processor time of handlers", headings: ["", "of the flow"], rows }];
  });
}
