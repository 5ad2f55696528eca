import { visible } from "../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { bodyMembers, textIn } from "../../recording/body.js";
import { readRecording } from "../../recording/reader.js";
import { asDocument, type TextOrJson } from "../../shared/json-format.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { traceText } from "../../shared/trace-text.js";
import { escapedLine, visibleLines } from "../../shared/visible-lines.js";
import { openApp } from "../compare/run.js";
import type { Ran } from "../compare/worker.js";

/** Replays, and prints. Throws if there is nothing to replay. */
export async function runReplay(
  directory: string,
  recording: string,
  { format, cache }: { readonly format: TextOrJson; readonly cache: boolean },
  output: Output,
): Promise<ExitCode> {
  const app = await openApp(directory, readDirectory(directory, undefined), cache, output);
  if (app === undefined) return exitCodes.failed;
  let hasFailed = false;
  const answers: unknown[] = [];
  let replayed = 0;
  try {
    for await (const { number, line } of readRecording(recording)) {
      if (typeof line === "string") {
        output.stderr(`${recording}:${number}: ${line}\n`);
        hasFailed = true;
      } else if (line.kind === "exchange") {
        const ran = await app.thread.run(line);
        replayed++;
        hasFailed ||= isError(ran);
        const { method, target } = line.request;
        if (format === "json") answers.push(documented(line.id, method, target, ran));
        else output.stdout(shown(`${method} ${target}`, line.response?.status, ran));
      }
    }
  } finally {
    await app.thread.stop();
  }
  if (replayed === 0 && !hasFailed) throw new Error(`${recording} has no exchange that can be read.`);
  if (format === "json") output.stdout(asDocument({ answers }));
  return hasFailed ? exitCodes.failed : exitCodes.fine;
}

const isError = ({ status, failure }: Ran): boolean => failure !== undefined || status >= 500;

function shown(request: string, recorded: number | undefined, { status, body, trace, failure }: Ran): string {
  const before = recorded === undefined ? "no answer" : `${recorded}`;
  const head = `${escapedLine(request)}: ${failure === undefined ? status : escapedLine(failure)}, was ${before}`;
  const text = textIn(body) ?? `${body.length} bytes`;
  const lines = trace === undefined ? [] : traceText(trace).map(escapedLine);
  return `${[head, ...(text === "" ? [] : [visibleLines(text).trimEnd()]), ...lines.map((each) => `  ${each}`)].join("\n")}\n\n`;
}

function documented(
  id: string,
  method: string,
  target: string,
  { status, fields, body, trace, failure }: Ran,
) {
  return {
    ...{ id, method, target, status, fields, trace: trace ?? null },
    ...bodyMembers(body),
    ...(failure !== undefined && { failure: visible(failure) }),
  };
}
