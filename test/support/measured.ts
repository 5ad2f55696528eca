import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningProcess, serve } from "./servers.js";

export interface MeasuredProcess extends RunningProcess {
  /** Sends JSON, and counts the milliseconds of the processor that the answer takes, whatever else the machine does. */
  measure(path: string, json: unknown): Promise<{ readonly status: number; readonly time: number }>;
}

/** Starts `server.js`, with a port beside it that tells how much time of the processor it has used. */
export async function serveMeasured(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<MeasuredProcess> {
  const module = join(directory, "probe.mjs");
  writeFileSync(
    module,
    `import { createServer } from "node:http";
    const probe = createServer((_, response) => { const { user, system } = process.cpuUsage(); response.end(String((user + system) / 1000)); });
    probe.listen(0, "127.0.0.1", () => console.error("probe: http://127.0.0.1:" + probe.address().port));\n`,
  );
  const command = [process.execPath, "--import", module, join(directory, "server.js")] as const;
  const server = await serve(directory, env, command);
  const probe = /probe: (http:[^\s"]+)/.exec(server.log())?.[1] ?? "";
  const used = async (): Promise<number> => Number(await (await fetch(probe)).text());
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
      return { status: response.status, time: Math.round((await used()) - before) };
    },
  };
}
