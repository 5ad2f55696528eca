import { readDirectory } from "../../../compiler/source/index.js";
import type { RecordedExchange } from "../../../runtime/observe/trace/index.js";
import type { Overlaid } from "../../shared/directory.js";
import type { Output } from "../../shared/surroundings.js";
import { ofAnother, openApp, tellUnset } from "./open-app.js";
import { eachExchange } from "./wide-exchanges.js";
import type { Ran } from "./worker.js";

/** The options of an app that is compiled to be run in a thread. */
export interface AppOptions extends Overlaid {
  readonly cache: boolean;
}

/**
 * Runs the app on all requests of a recording. Resolves to true if each line could be read, and to nothing if the flows
 * have errors, which are reported.
 * @throws Error if there is nothing to replay
 */
export async function replay(
  directory: string,
  recording: string,
  { cache, overlay }: AppOptions,
  output: Output,
  take: (exchange: RecordedExchange, ran: Ran) => void | Promise<void>,
): Promise<boolean | undefined> {
  const app = await openApp(directory, readDirectory(directory, undefined, overlay), cache, output);
  if (app === undefined) return undefined;
  tellUnset(app, output);
  let [isRead, replayed, routed] = [true, 0, 0];
  try {
    await eachExchange(recording, {
      broken: (number, problem) => {
        output.stderr(`${recording}:${number}: ${problem}\n`);
        isRead = false;
      },
      run: async (wide) => {
        const ran = await app.thread.run(wide);
        const sent = ran.sent.map(({ recorded }) => recorded);
        const { isExact = false, from = wide.upstream.length } = wide.loose ?? {};
        const taken = sent.flatMap((index = -1) => (index >= from ? index - from : []));
        return { ran, taken, ...(isExact && sent.includes(undefined) && { isOpen: true as const }) };
      },
      done: async ({ ran }, exchange) => {
        replayed++;
        if (ran.honoPath !== "") routed++;
        await take(exchange, ran);
      },
    });
  } finally {
    await app.thread.stop();
  }
  if (replayed > 0 && routed === 0) output.stderr(ofAnother);
  if (replayed === 0 && isRead) throw new Error(`${recording} has no exchange that can be read.`);
  return isRead;
}
