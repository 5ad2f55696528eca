import type { Trace } from "../../../../runtime/observe/trace/index.js";
import { type AppOptions, replay } from "../../../recording/app/replay.js";
import { isRecording, type ReadTraces, readTraces } from "../../../recording/reader.js";
import type { Output } from "../../../shared/surroundings.js";

/** As many requests of a recording are run. */
const maxTraces = 1_000;

/**
 * The traces of a file or, if it is a recording, those of running the app on its requests.
 * @throws Error if there are none
 */
export async function tracesOf(
  directory: string,
  file: string,
  options: AppOptions,
  output: Output,
): Promise<ReadTraces> {
  if (!isRecording(file)) return readTraces(file);
  const traces: Trace[] = [];
  let passedOver = 0;
  await replay(directory, file, options, output, (_, { trace }) => {
    if (trace !== undefined && traces.length < maxTraces) traces.push(trace);
    else passedOver++;
  });
  const problems = passedOver === 0 ? [] : [`requests that no flow has seen, or beyond ${maxTraces}`];
  return { traces, passedOver, problems };
}
