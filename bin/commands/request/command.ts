import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { InvalidArgumentError } from "commander";
import { renderText } from "../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { checkDirectory, directoryArgument } from "../../shared/directory.js";
import { type ExitCode, exitCodes, type Register, type Surroundings } from "../../shared/surroundings.js";
import { workerModule } from "../../shared/worker-module.js";
import type { Answer, RequestJob } from "./worker.js";

interface RequestOptions {
  readonly header: readonly (readonly [string, string])[];
  readonly data: string | undefined;
}

/** `flowc request`: what an app answers, without a server. */
export const registerRequest: Register = (program, surroundings, exit) => {
  program
    .command("request")
    .description("build the app of <dir> in memory, send it a request, and print the answer")
    .argument(...directoryArgument)
    .argument("<method>", "the method, such as GET")
    .argument("<target>", "the path and the query, such as '/api/users?limit=5'")
    .option("-H, --header <field>", "a header field, as in 'Accept: text/html'", field, [])
    .option("-d, --data <text>", "the body")
    .action(async (directory: string, method: string, target: string, options: RequestOptions) => {
      exit(await runRequest(directory, method, target, options, surroundings));
    });
};

async function runRequest(
  directory: string,
  method: string,
  target: string,
  { header, data }: RequestOptions,
  { stdout, stderr, colour }: Surroundings,
): Promise<ExitCode> {
  checkDirectory(directory);
  if (!target.startsWith("/")) throw new Error("The target begins with a slash: /api/users?limit=5");
  const { buildTests } = await import("../../../compiler/index.js");
  const { code, map, diagnostics } = await buildTests(readDirectory(directory, undefined), []);
  if (code === "") {
    stderr(renderText(diagnostics, { directory, colour }));
    return exitCodes.failed;
  }
  const folder = mkdtempSync(join(tmpdir(), "flowc-request-"));
  try {
    const bundle = join(folder, "app.cjs");
    writeFileSync(bundle, code);
    writeFileSync(join(folder, "server.js.map"), map);
    const answer = await ask({ bundle, method: method.toUpperCase(), target, fields: header, body: data });
    const fields = answer.fields.map(([name, value]) => `${name}: ${value}\n`).join("");
    stdout(`${answer.status} ${answer.statusText}`.trimEnd());
    stdout(`\n${fields}\n${answer.body}${answer.body.endsWith("\n") ? "" : "\n"}`);
    return exitCodes.fine;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks the app in a thread of its own, which is ended afterwards, whatever the app has left behind. */
async function ask(job: RequestJob): Promise<Answer> {
  const worker = new Worker(workerModule("request"), { workerData: job });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The app ended without an answer.")));
    });
  } finally {
    await worker.terminate();
  }
}

function field(text: string, before: readonly (readonly [string, string])[]) {
  const colon = text.indexOf(":");
  if (colon < 1) throw new InvalidArgumentError("It has the form 'Name: value'.");
  return [...before, [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const];
}
