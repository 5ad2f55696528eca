import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { visible } from "../../../compiler/diagnostics/render.js";
import { Session } from "../../../compiler/session/session.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { bodyMembers } from "../../recording/body.js";
import { openCache } from "../../shared/cache.js";
import { inNewDirectory, type Overlaid } from "../../shared/directory.js";
import { rendered } from "../../shared/findings.js";
import { asDocument, type TextOrJson } from "../../shared/json-format.js";
import { eventsOf } from "../../shared/logged-events.js";
import { Progress } from "../../shared/progress.js";
import { realPath } from "../../shared/real-path.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { traceText } from "../../shared/trace-text.js";
import { escapedLine } from "../../shared/visible-lines.js";
import { WorkerLog } from "../../shared/worker-log.js";
import { workerModule } from "../../shared/worker-module.js";
import type { Answer, RequestJob } from "./worker.js";

export interface RequestOptions extends Overlaid {
  readonly header: readonly (readonly [string, string])[];
  readonly data: string | undefined;
  readonly cache: boolean;
  /** True if the trace is printed as JSON, in place of the answer. */
  readonly trace: boolean;
  readonly format: TextOrJson;
  /** True if upstream requests go out. */
  readonly network: boolean;
}

/** Builds an app in memory, sends it a request, and prints the answer. Throws if there can be no such request. */
export async function runRequest(
  directory: string,
  method: string,
  target: string,
  options: RequestOptions,
  output: Output,
): Promise<ExitCode> {
  const { header, data, cache, format, network } = options;
  checkRequest(method, target, header, data);
  const progress = new Progress(output);
  progress.show("compiling");
  const build = await new Session({ store: cache ? openCache(realPath(directory)) : undefined })
    .traced(readDirectory(directory, undefined, options.overlay))
    .finally(() => progress.clear());
  if (build.code === "") {
    output.stderr(await rendered(build.diagnostics, format, directory, output.colour));
    return exitCodes.failed;
  }
  await inNewDirectory("request", async (folder) => {
    const bundle = join(folder, "app.cjs");
    writeFileSync(bundle, build.code);
    // The name that the code itself gives.
    const map = join(folder, "server.js.map");
    writeFileSync(map, build.map);
    const job = { bundle, map, method, target, fields: header, body: data, isOffline: !network };
    await answer(job, options, output);
  });
  return exitCodes.fine;
}

/** Names of header fields, and methods (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

function checkRequest(
  method: string,
  target: string,
  fields: RequestOptions["header"],
  body: string | undefined,
): void {
  if (!token.test(method)) throw new Error(`${visible(method)} is no method.`);
  if (!target.startsWith("/"))
    throw new Error("The target has to begin with a slash, as in /api/users?limit=5.");
  for (const [name, value] of fields) {
    if (!token.test(name)) throw new Error(`${visible(name)} is no name of a header field.`);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new Error(`The value of ${name} has characters that no header field has.`);
  }
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw new Error(`A ${method} request has no body.`);
}

/** Prints what the app answers on standard output, and what it has run and logged on standard error. */
async function answer(
  job: RequestJob,
  { trace: asTrace, format }: RequestOptions,
  { stdout, stderr }: Output,
): Promise<void> {
  const { answer, log } = await ask(job);
  const { status, statusText, fields, body, trace } = answer;
  const events = eventsOf(log).map(({ text }) => text);
  if (format === "json") {
    stdout(asDocument({ ...documented(answer), events, ...(asTrace && { trace: trace ?? null }) }));
    return;
  }
  if (asTrace) {
    stdout(`${JSON.stringify(trace ?? null, null, 2)}\n`);
    return;
  }
  const head = [`${status} ${statusText}`.trimEnd(), ...fields.map(([name, value]) => `${name}: ${value}`)];
  const text = new TextDecoder().decode(body);
  stdout(`${head.join("\n")}\n\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}`);
  const lines = events.map(escapedLine);
  if (lines.length > 0) stderr(["logged meanwhile:", ...lines].join("\n  ").concat("\n"));
  if (trace !== undefined) stderr(`${traceText(trace).join("\n")}\n`);
}

/** docs/commands/request.schema.json says what is in it. */
const documented = ({ status, statusText, fields, body }: Answer) => ({
  ...{ status, statusText, headers: fields.map(([name, value]) => ({ name, value })) },
  ...bodyMembers(body),
});

/** Asks the app in a thread of its own, which is ended afterwards, whatever the app has left behind. */
async function ask(job: RequestJob): Promise<{ readonly answer: Answer; readonly log: string }> {
  const worker = new Worker(workerModule("commands/request"), {
    workerData: job,
    stdout: true,
    stderr: true,
  });
  const log = new WorkerLog(worker);
  let answer: Answer;
  try {
    answer = await new Promise<Answer>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", (error) => reject(new Error(`The app failed: ${error.message}`)));
      worker.once("exit", () => reject(new Error("The app ended without an answer.")));
    });
  } finally {
    await worker.terminate();
  }
  return { answer, log: await log.whole() };
}
