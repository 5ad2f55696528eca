import { messageOf } from "../../../shared/message.js";
import { realPath } from "../../../shared/real-path.js";
import { type ExitCode, exitCodes, type Surroundings } from "../../../shared/surroundings.js";
import { watch } from "../../../shared/watch.js";
import { createPageServer } from "../server/page-server.js";
import { listen, listenNear } from "./listen.js";
import { routes } from "./routes.js";
import { Session } from "./session.js";
import { Terminal } from "./terminal.js";

export interface DevOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly quiet: boolean;
  readonly cache: boolean;
}

/** Serves an app and its workbench until the process is asked to end. Throws for wrong settings. */
export async function runDev(
  directory: string,
  options: DevOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const port = options.port ?? portOf(process.env.PORT);
  const host = options.host || process.env.HOST || "127.0.0.1";
  const terminal = new Terminal(surroundings, options.quiet);
  const session = new Session(
    {
      directory: realPath(directory),
      shownDirectory: directory,
      colour: surroundings.colour,
      cache: options.cache,
    },
    terminal,
  );
  try {
    const appServer = session.appServer(host);
    const appPort = await listen(appServer, host, port);
    let pagePort = 0;
    const pageServer = createPageServer({
      workbench: session,
      routes,
      events: session.events,
      first: () => session.firstEvents(),
      guard: () => ({ port: pagePort, isLoopback: isLoopback(host), isSecure: false }),
      failed: (error) =>
        terminal.complain(`flowc: ${error instanceof Error ? error.stack : messageOf(error)}`),
    });
    pagePort = await listenNear(pageServer, host, appPort + 1);
    session.address = { host, port: appPort, isSecure: false };
    terminal.say(`app        ${session.app}`);
    terminal.say(`workbench  http://${named(host)}:${pagePort}`);
    const first = session.rebuild();
    await watch(directory, () => first.then(() => session.rebuild()), { ...surroundings, stderr: () => {} });
    await session.close(appServer, pageServer);
    return exitCodes.fine;
  } catch (error) {
    terminal.complain(`flowc: ${messageOf(error)}`);
    return exitCodes.failed;
  } finally {
    await session.stop();
  }
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** An address as URLs write it. */
const named = (host: string): string => (host.includes(":") ? `[${host}]` : host);

function portOf(text: string | undefined): number {
  if (text === undefined || text === "") return 8080;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`PORT must be an integer from 0 to 65535, not ${JSON.stringify(text)}`);
  return Number(text);
}
