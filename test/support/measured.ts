import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { served } from "./served.js";
import type { RunningProcess } from "./servers.js";

export interface MeasuredProcess extends RunningProcess {
  /** Sends JSON, and measures what the answer costs, whatever else the machine does. */
  measure(path: string, json: unknown): Promise<Measured>;
}

export interface Measured {
  readonly status: number;
  /** Milliseconds of the processor. */
  readonly time: number;
  /** The work that the app has counted. */
  readonly steps: number;
}

/** Starts `server.js`, with a port beside it that tells how much time of the processor it has used, and how many steps. */
export async function serveMeasured(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const module = join(directory, "probe.mjs");
  writeFileSync(
    module,
    `import { createServer } from "node:http";
    const probe = createServer((_, response) => {
      const { user, system } = process.cpuUsage();
      response.end(JSON.stringify({ time: (user + system) / 1000, steps: globalThis.stepsTaken() }));
    });
    probe.listen(0, "127.0.0.1", () => console.error("probe: http://127.0.0.1:" + probe.address().port));\n`,
  );
  tellSteps(join(directory, "server.js"));
  const command = [process.execPath, "--import", module, join(directory, "server.js")] as const;
  const server = await served(directory, env, () => command);
  const probe = /probe: (http:[^\s"]+)/.exec(server.log())?.[1] ?? "";
  const used = async () => (await (await fetch(probe)).json()) as Omit<Measured, "status">;
  return {
    ...server,
    measure: async (path, json) => {
      const before = await used();
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(json),
      });
      await response.arrayBuffer();
      const { time, steps } = await used();
      return { status: response.status, time: time - before.time, steps: steps - before.steps };
    },
  };
}

/** Lets the program tell how many steps all stretches have taken: what each began with, without what was left of it. */
function tellSteps(path: string): void {
  const code = readFileSync(path, "utf8");
  const begins =
    /(function [\w$]+\([\w$]+\)\{)(([\w$]+)\?\?=[\w$]+\([\w$]+,"MAX_STEPS"\),[\w$]+\(\),([\w$]+)=\3\})/;
  const taken = "($3===void 0?0:$3-$4)";
  const told = code.replace(
    begins,
    `var stepsBefore=0;globalThis.stepsTaken=()=>stepsBefore+${taken};$1stepsBefore+=${taken};$2`,
  );
  if (told === code) throw new Error("The counter of steps is not where it was in server.js.");
  writeFileSync(path, told);
}
