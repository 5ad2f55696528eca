/** The load generator: wrk, which takes far less processor time than the servers. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Case } from "./cases.js";
import { isInstalled, pinned } from "./machine.js";
import { scratch } from "./project.js";

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
}

export function requireWrk(): void {
  if (isInstalled("wrk")) return;
  console.error("The load generator wrk is missing. On Debian and Ubuntu: apt-get install wrk");
  process.exit(2);
}

const run = promisify(execFile);

/**
 * Keeps connections busy with one request each, until some were answered.
 * @throws if a response has another status than the case says, or if connections break
 */
export async function loadWithWrk(each: Case, port: number, seconds: number): Promise<LoadResult> {
  const script = join(scratch, `request-${port}.lua`);
  writeFileSync(script, lua(each, port));
  const options = ["-t1", `-c${each.isLarge ? 2 : 32}`, `-d${seconds}s`, "--timeout=20s", "-s", script];
  const [command = "", ...args] = [
    ...pinned("load"),
    "wrk",
    ...options,
    `http://127.0.0.1:${port}${each.path}`,
  ];
  const { stdout } = await run(command, args);
  const line = stdout.split("\n").find((text) => text.startsWith("result:"));
  const [requests = 0, microseconds = 0, refused = 0, broken = 0] =
    line?.split(" ").slice(1).map(Number) ?? [];
  // On a machine that does other things, 32 first answers may take longer than a short round.
  if (requests === 0 && broken === 0 && seconds < 30) return loadWithWrk(each, port, seconds * 4);
  // wrk counts each status above 399 as an error.
  const isExpected = refused === (each.status > 399 ? requests : 0) && broken === 0 && requests > 0;
  if (!isExpected) throw new Error(`${each.name}: not all requests were answered as expected:\n${stdout}`);
  return { requests, seconds: microseconds / 1e6 };
}

const lua = ({ method, body }: Case, port: number): string => {
  const path = join(scratch, `request-body-${port}`);
  if (body !== undefined) writeFileSync(path, body);
  return `wrk.method = "${method}"
wrk.headers["User-Agent"] = "flowc-bench"
wrk.headers["Accept"] = "*/*"
${
  body === undefined
    ? ""
    : `wrk.headers["Content-Type"] = "application/json"
wrk.body = io.open(${JSON.stringify(path)}):read("*a")`
}
function done(summary)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format("result: %d %d %d %d", summary.requests, summary.duration, errors.status, broken))
end
`;
};
