import { visible } from "../../../compiler/diagnostics/index.js";
import type { RecordedExchange } from "../../../runtime/observe/trace/index.js";
import { type AppOptions, replay } from "../../recording/app/replay.js";
import type { Ran } from "../../recording/app/worker.js";
import { bodyMembers, messagesOf, textIn } from "../../recording/body.js";
import { Printed } from "../../recording/printed.js";
import { asDocument, type TextOrJson } from "../../shared/json-format.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { traceText } from "../../shared/trace-text.js";
import { escapedLine, visibleLines } from "../../shared/visible-lines.js";

export interface ReplayOptions extends AppOptions {
  readonly format: TextOrJson;
  readonly saveTest: boolean;
}

/** Replays, and prints. Throws if there is nothing to replay. */
export async function runReplay(
  directory: string,
  recording: string,
  options: ReplayOptions,
  output: Output,
): Promise<ExitCode> {
  const { format, saveTest, overlay } = options;
  const answers: unknown[] = [];
  let hasFailed = false;
  const saver = saveTest
    ? new (await import("../../recording/save-test/test-saver.js")).TestSaver(
        directory,
        overlay,
        Number.POSITIVE_INFINITY,
        output,
      )
    : undefined;
  const isRead = await replay(directory, recording, options, output, async (exchange, ran) => {
    hasFailed ||= isError(ran);
    const { method } = exchange.request;
    const printed = printedRun(exchange, ran);
    if (format === "json") answers.push(documented(exchange.id, method, printed));
    else output.stdout(shown(exchange, printed));
    if (ran.trace !== undefined) await saver?.save(ran.trace, `${method} ${ran.honoPath}`);
  });
  if (format === "json" && isRead !== undefined) output.stdout(asDocument({ answers }));
  return hasFailed || isRead !== true ? exitCodes.failed : exitCodes.fine;
}

const isError = ({ status, failure }: Ran): boolean => failure !== undefined || status >= 500;

/** The parts of a run that are printed, without secrets. */
interface PrintedRun extends Pick<Ran, "status" | "fields" | "body" | "trace" | "failure"> {
  readonly target: string;
}

function printedRun(exchange: RecordedExchange, ran: Ran): PrintedRun {
  const { status, trace, failure } = ran;
  const printed = new Printed([...messagesOf(exchange), ...ran.sent, ran]);
  return {
    ...printed.message(ran),
    ...{ status, trace, target: printed.url(exchange.request.target) },
    ...(failure !== undefined && { failure: printed.text(failure) }),
  };
}

function shown({ cause, count, request, response, upstream }: RecordedExchange, ran: PrintedRun): string {
  const { status, body, trace, failure, target } = ran;
  const before = response === undefined ? "no answer" : `${response.status}`;
  const head = `${escapedLine(`${request.method} ${target}`)}: ${failure === undefined ? status : escapedLine(failure)}, was ${before}`;
  const isCut = [request, ...upstream.flatMap((each) => each.response ?? [])].some(
    (each) => each.body?.isCut,
  );
  const text = textIn(body) ?? `${body.length} bytes`;
  const lines = trace === undefined ? [] : traceText(trace).map(escapedLine);
  return `${[
    head,
    ...(cause === undefined ? [] : [escapedLine(`  kept as ${cause}, number ${count}`)]),
    ...(isCut ? ["  A body was not kept, or only its beginning: the answer may be another one."] : []),
    ...(text === "" ? [] : [visibleLines(text).trimEnd()]),
    ...lines.map((each) => `  ${each}`),
  ].join("\n")}\n\n`;
}

function documented(
  id: string,
  method: string,
  { status, fields, body, trace, failure, target }: PrintedRun,
) {
  return {
    ...{ id, method, target, status, fields, trace: trace ?? null },
    ...bodyMembers(body),
    ...(failure !== undefined && { failure: visible(failure) }),
  };
}
