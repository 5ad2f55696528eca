import { realPath } from "../../../shared/real-path.js";
import { type ExitCode, exitCodes, type Surroundings } from "../../../shared/surroundings.js";
import { messageOf } from "../../../shared/values.js";
import { watch } from "../../../shared/watch.js";
import { problem, send } from "../server/answers.js";
import { createPageServer } from "../server/page-server.js";
import { listenNear } from "../start/listen.js";
import { routes } from "../start/routes.js";
import { Terminal } from "../start/terminal.js";
import { readTraces } from "./read-traces.js";
import { Replay } from "./replay.js";

/** A file may say more of an app than its log: only this machine sees the page. */
const host = "127.0.0.1";

export interface ReplayOptions {
  /** The file with traces. */
  readonly trace: string | undefined;
  /** Where to look for a free port. */
  readonly port: number | undefined;
  readonly cache: boolean;
}

/**
 * Shows the traces of a file with the source of the app, until the process is asked to end.
 * @throws Error if the file has no traces
 */
export async function runReplay(
  directory: string,
  file: string,
  { port = 8081, cache }: ReplayOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const read = await readTraces(file);
  const { traces, passedOver, problems } = read;
  const terminal = new Terminal(surroundings, true);
  const { colour } = surroundings;
  const replay = new Replay(
    { directory: realPath(directory), shownDirectory: directory, colour, cache, mock: false },
    read,
  );
  const failed = (problem: string) => terminal.complain(`flowc: ${problem}`);
  const rebuild = () => replay.rebuild(failed).then((build) => build && terminal.report(build.report));
  const first = rebuild();
  try {
    let pagePort = 0;
    const server = createPageServer(
      {
        workbench: replay,
        routes,
        events: replay.events,
        first: () => replay.firstEvents(),
        guard: () => ({ port: pagePort, isLoopback: true, isSecure: false, token: undefined }),
        passOn: (_, outgoing) =>
          send(problem(404, "No app is served: the requests come from a file."), outgoing),
        failed: (error) => failed(error instanceof Error ? (error.stack ?? error.message) : messageOf(error)),
      },
      undefined,
    );
    pagePort = await listenNear(server, host, port);
    terminal.say(`${traces.length} request${traces.length === 1 ? "" : "s"} from ${file}; no app is served`);
    for (const problem of problems) terminal.complain(`flowc: passed over ${problem}`);
    if (passedOver > problems.length) terminal.complain(`flowc: and ${passedOver - problems.length} more`);
    terminal.say(`workbench  http://${host}:${pagePort}`);
    await watch(directory, () => first.then(rebuild), { ...surroundings, stderr: () => {} });
    replay.events.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    return exitCodes.fine;
  } finally {
    await replay.stop();
  }
}
