import { realPath } from "../../../shared/real-path.js";
import { type ExitCode, exitCodes, type Surroundings } from "../../../shared/surroundings.js";
import { messageOf } from "../../../shared/values.js";
import { watch } from "../../../shared/watch.js";
import { withTls } from "../app/app-server.js";
import { openBrowser } from "../open/browser.js";
import { createPageServer } from "../server/page-server.js";
import { Token } from "../server/token.js";
import { type Identity, ownIdentity, readIdentity } from "../settings/certificate.js";
import { AppEnvironment } from "../settings/environment.js";
import { closeServers, listen, listenNear } from "./listen.js";
import { routes } from "./routes.js";
import { Session } from "./session.js";
import { Terminal } from "./terminal.js";

export interface DevOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly open: boolean;
  readonly https: boolean;
  readonly httpsKey: string | undefined;
  readonly httpsCert: string | undefined;
  readonly upstream: ReadonlyMap<string, string>;
  readonly secret: readonly string[];
  readonly showSecrets: boolean;
  readonly quiet: boolean;
  readonly mock: boolean;
  readonly cache: boolean;
}

/** Serves an app and its workbench until the process is asked to end. Throws for wrong settings. */
export async function runDev(
  directory: string,
  options: DevOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const environment = new AppEnvironment([process.cwd(), realPath(directory)], options.upstream);
  const host = options.host || process.env.HOST || "127.0.0.1";
  const settings = {
    port: options.port ?? portOf(process.env.PORT),
    host,
    isLoopback: isLoopback(host),
    identity: await identityOf(options),
  };
  if (options.showSecrets && !settings.isLoopback)
    throw new Error(`Secrets are shown to this machine alone, but ${host} lets others in.`);
  const terminal = new Terminal(surroundings, options.quiet);
  const session = new Session(
    {
      directory: realPath(directory),
      shownDirectory: directory,
      colour: surroundings.colour,
      cache: options.cache,
      mock: options.mock,
    },
    { names: options.secret, mayShow: settings.isLoopback, shows: options.showSecrets },
    environment,
    terminal,
  );
  try {
    const { page, close } = await serve(session, settings, terminal);
    if (options.open) openBrowser(page).catch(() => terminal.complain(`No program here opens ${page}`));
    environment.watch(() => {
      if (environment.load()) session.restart("The environment has changed");
    });
    // As a server that answers others, it does not end with one mistake of an app.
    const survived = (error: unknown): void =>
      terminal.complain(`The app failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
    for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, survived);
    const first = session.rebuild();
    const silent = {
      ...surroundings,
      stderr: (text: string) => text.startsWith("flowc:") && surroundings.stderr(text),
    };
    await watch(directory, () => first.then(() => session.rebuild()), silent);
    await close();
    return exitCodes.fine;
  } catch (error) {
    terminal.complain(`flowc: ${messageOf(error)}`);
    return exitCodes.failed;
  } finally {
    environment.stop();
    await session.stop();
  }
}

interface ServerSettings {
  readonly port: number;
  readonly host: string;
  readonly isLoopback: boolean;
  readonly identity: Identity | undefined;
}

/** Starts both servers, and tells where they are. */
async function serve(
  session: Session,
  { port, host, isLoopback, identity }: ServerSettings,
  terminal: Terminal,
): Promise<{ readonly page: string; close(): Promise<void> }> {
  const isSecure = identity !== undefined;
  const token = isLoopback ? undefined : new Token();
  const app = session.appServer(host);
  const appListener = identity === undefined ? app : withTls(app, identity);
  const appPort = await listen(appListener, host, port);
  let pagePort = 0;
  const page = createPageServer(
    {
      workbench: session,
      routes,
      events: session.events,
      first: () => session.firstEvents(),
      passOn: session.passOn,
      guard: () => ({ port: pagePort, isLoopback, isSecure, token }),
      failed: (error) =>
        terminal.complain(`flowc: ${error instanceof Error ? error.stack : messageOf(error)}`),
    },
    identity,
  );
  pagePort = await listenNear(page, host, appPort + 1);
  session.address = { host, port: appPort, isSecure };
  const pageUrl = `${new URL(`${isSecure ? "https" : "http"}://${named(host)}:${pagePort}`).origin}/${token?.query ?? ""}`;
  terminal.say(`app        ${session.app}`);
  terminal.say(`workbench  ${token === undefined ? pageUrl.slice(0, -1) : pageUrl}`);
  const close = (): Promise<void> => {
    session.events.close();
    return closeServers([appListener, page], [app, page]);
  };
  return { page: pageUrl, close };
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** An address as URLs write it. */
const named = (host: string): string => (host.includes(":") ? `[${host}]` : host);

async function identityOf({ https, httpsKey, httpsCert }: DevOptions): Promise<Identity | undefined> {
  if ((httpsKey === undefined) !== (httpsCert === undefined))
    throw new Error("--https-key and --https-cert belong together.");
  if (httpsKey !== undefined && httpsCert !== undefined) return readIdentity(httpsKey, httpsCert);
  return https ? ownIdentity() : undefined;
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === "") return 8080;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`PORT must be an integer from 0 to 65535, not ${JSON.stringify(text)}`);
  return Number(text);
}
