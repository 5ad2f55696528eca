import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import type { Overlaid } from "../../../shared/directory.js";
import { realPath } from "../../../shared/real-path.js";
import { type ExitCode, exitCodes, type Surroundings } from "../../../shared/surroundings.js";
import { messageOf } from "../../../shared/values.js";
import { watch } from "../../../shared/watch.js";
import { withTls } from "../app/app-server.js";
import type { CompilerData } from "../build/app-build.js";
import { mapRoutes } from "../map/routes.js";
import { openRoute } from "../open/routes.js";
import { openBrowser } from "../open/start-program.js";
import { harRoutes } from "../requests/har-routes.js";
import { requestRoutes } from "../requests/routes.js";
import { createPageServer } from "../server/page-server.js";
import { sessionRoutes } from "../server/routes.js";
import { Token } from "../server/token.js";
import { type Identity, readIdentity } from "../settings/certificates.js";
import { AppEnvironment } from "../settings/environment.js";
import { ownIdentity } from "../settings/own-certificate.js";
import { tryRoutes } from "../try/routes.js";
import type { ApiRoute } from "../workbench.js";
import { DevRun } from "./dev-run.js";
import { Terminal } from "./terminal.js";

export interface DevOptions extends Overlaid {
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
  const devRun = new DevRun(
    compilerData(directory, options, surroundings),
    { names: options.secret, mayShow: settings.isLoopback, shows: options.showSecrets },
    environment,
    terminal,
  );
  try {
    const { page, close } = await serve(devRun, settings, terminal);
    if (options.open) openBrowser(page).catch(() => terminal.complain(`No program here opens ${page}`));
    environment.watch(() => {
      if (environment.load()) devRun.restart("The environment has changed");
    });
    // As a server that answers others, it does not end with one mistake of an app.
    const survived = (error: unknown): void => terminal.complain(`The app failed: ${stackOf(error)}`);
    for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, survived);
    const first = devRun.rebuild();
    const silent = {
      ...surroundings,
      stderr: (text: string) => text.startsWith("flowc:") && surroundings.stderr(text),
    };
    await watch([directory, ...options.overlay], () => first.then(() => devRun.rebuild()), silent);
    await close();
    return exitCodes.fine;
  } catch (error) {
    terminal.complain(`flowc: ${messageOf(error)}`);
    return exitCodes.failed;
  } finally {
    environment.stop();
    await devRun.stop();
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
  devRun: DevRun,
  settings: ServerSettings,
  terminal: Terminal,
): Promise<{ readonly page: string; close(): Promise<void> }> {
  const { port, host, identity } = settings;
  const app = devRun.appServer(host);
  const appListener = identity === undefined ? app : withTls(app, identity);
  const appPort = await listen(appListener, host, port);
  devRun.address = { host, port: appPort, isSecure: identity !== undefined };
  terminal.say(`app        ${devRun.app}`);
  const page = await servePage(devRun, { ...settings, port: appPort + 1 }, terminal);
  const close = (): Promise<void> => {
    devRun.events.close();
    return closeServers([appListener, page.server], [app, page.server]);
  };
  return { page: page.url, close };
}

/** Starts the server of the page on the port, or on one that is free, and tells where it is. */
async function servePage(
  devRun: DevRun,
  { port, host, isLoopback, identity }: ServerSettings,
  terminal: Terminal,
): Promise<{ readonly server: HttpServer; readonly url: string }> {
  const isSecure = identity !== undefined;
  const token = isLoopback ? undefined : new Token();
  let pagePort = 0;
  const server = createPageServer(
    {
      workbench: devRun,
      routes,
      events: devRun.events,
      first: () => devRun.firstEvents(),
      passOn: (...passed) => devRun.passOn(...passed),
      guard: () => ({ port: pagePort, isLoopback, isSecure, token }),
      failed: (error) => terminal.complain(`flowc: ${stackOf(error)}`),
    },
    identity,
  );
  pagePort = await listenNear(server, host, port);
  const { origin } = new URL(`${isSecure ? "https" : "http"}://${named(host)}:${pagePort}`);
  terminal.say(`workbench  ${token === undefined ? origin : `${origin}/${token.query}`}`);
  return { server, url: `${origin}/${token?.query ?? ""}` };
}

const stackOf = (error: unknown): string =>
  (error instanceof Error ? error.stack : undefined) ?? messageOf(error);

/**
 * Shows the traces of a file with the source of the app, until the process is asked to end. A file may say more of an app
 * than its log: only this machine sees the page.
 * @throws Error if the file has no traces
 */
export async function runReplay(
  directory: string,
  file: string,
  options: Pick<DevOptions, "port" | "cache" | "overlay">,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { tracesOf } = await import("../replay/read-recording.js");
  const { port = 8081 } = options;
  const { RunOfTraces } = await import("./run-of-traces.js");
  const read = await tracesOf(directory, file, options, surroundings);
  const { traces, passedOver, problems } = read;
  const terminal = new Terminal(surroundings, true);
  const replay = new RunOfTraces(
    compilerData(directory, { ...options, mock: false }, surroundings),
    read,
    terminal,
  );
  const first = replay.rebuild();
  try {
    const settings = { port, host: "127.0.0.1", isLoopback: true, identity: undefined };
    terminal.say(`${traces.length} request${traces.length === 1 ? "" : "s"} from ${file}; no app is served`);
    for (const problem of problems) terminal.complain(`flowc: passed over ${problem}`);
    if (passedOver > problems.length) terminal.complain(`flowc: and ${passedOver - problems.length} more`);
    const { server } = await servePage(replay, settings, terminal);
    await watch([directory, ...options.overlay], () => first.then(() => replay.rebuild()), {
      ...surroundings,
      stderr: () => {},
    });
    replay.events.close();
    await closeServers([server], [server]);
    return exitCodes.fine;
  } finally {
    await replay.stop();
  }
}

const compilerData = (
  directory: string,
  { cache, mock, overlay }: Pick<DevOptions, "cache" | "mock" | "overlay">,
  { colour }: Surroundings,
): CompilerData => ({
  ...{ directory: realPath(directory), shownDirectory: directory, overlay, colour, cache, mock },
});

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

/** All that the page asks for, but for the stream of events. A part of the page has its routes in a folder of its own. */
const routes: readonly ApiRoute[] = [
  ...sessionRoutes,
  ...requestRoutes,
  ...harRoutes,
  ...mapRoutes,
  ...tryRoutes,
  openRoute,
];

/** Milliseconds that running requests have when the process is asked to end. */
const grace = 2000;

/** Resolves to the port on which a server listens. Rejects if the address cannot be used. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(new Error(reason(error, host, port)));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Listens on a port, or on any that is free if another program has it. */
function listenNear(server: Server, host: string, port: number): Promise<number> {
  return listen(server, host, port > 65_535 ? 0 : port).catch(() => listen(server, host, 0));
}

function reason({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Another program listens on port ${port} of ${host}. Choose another one with --port or PORT.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}.`;
  return `Cannot listen on ${host}:${port}: ${message}`;
}

/**
 * Ends in order: what runs may finish, but nothing begins.
 * @param listeners the servers that have the addresses
 * @param servers those that have the connections
 */
async function closeServers(listeners: readonly Server[], servers: readonly HttpServer[]): Promise<void> {
  const closed = listeners.map((server) => new Promise((resolve) => server.close(resolve)));
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, grace);
  await Promise.all(closed);
  clearInterval(sweep);
  clearTimeout(timer);
}
