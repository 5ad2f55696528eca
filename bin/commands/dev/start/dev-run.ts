import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { basename } from "node:path";
import { visible } from "../../../../compiler/diagnostics/index.js";
import type { MockedUpstreams } from "../../../../compiler/generate/index.js";
import { keepVariables } from "../../../../runtime/base/index.js";
import { Masks, shownUrl, traceBounds, writeLogWith } from "../../../../runtime/observe/index.js";
import { messageOf } from "../../../shared/values.js";
import type { RequestToSend, WorkbenchFinding, WorkbenchState } from "../api.js";
import { createAppServer } from "../app/app-server.js";
import { Arrivals, sentField } from "../app/arrivals.js";
import { Builds } from "../app/builds.js";
import { Gate } from "../app/gate.js";
import { AppFolder, CurrentApp, loadApp } from "../app/load-app.js";
import { type AppAddress, checkedRequest, sendRequest } from "../app/send-request.js";
import type { AppBuild, CompilerData } from "../build/app-build.js";
import { CompilerThread } from "../build/compiler-thread.js";
import { RequestStore } from "../requests/store.js";
import { EventStream } from "../server/event-stream.js";
import type { AppEnvironment, Variables } from "../settings/environment.js";
import { passOn } from "../try/pass-on.js";
import { ApiError, type Ask, type Workbench } from "../workbench.js";
import type { Terminal } from "./terminal.js";

/** Milliseconds between two batches of changes that pages are told. */
const batch = 250;

/** The settings that say which values that let somebody in are kept. */
interface Secrets {
  /** Further names. */
  readonly names: readonly string[];
  readonly mayShow: boolean;
  readonly shows: boolean;
}

/** One run of `flowc dev`. */
export class DevRun implements Workbench {
  readonly directory: string;
  readonly events = new EventStream();
  /** Where the app listens; set once it does. */
  address: AppAddress = { host: "", port: 0, isSecure: false };
  readonly #name: string;
  protected readonly compiler: CompilerThread;
  readonly #current = new CurrentApp();
  readonly #arrivals: Arrivals;
  readonly #timer = setInterval(() => this.#tell(), batch).unref();
  readonly #builds = new Builds();
  readonly #folder = new AppFolder();
  #hasEnded = false;
  #showsSecrets: boolean;
  readonly #secretNames: ReadonlySet<string>;
  readonly #console = { error: (...values: readonly unknown[]) => this.terminal.logged(values) };

  constructor(
    data: CompilerData,
    private readonly secrets: Secrets,
    private readonly environment: Pick<AppEnvironment, "variables">,
    private readonly terminal: Terminal,
    readonly requests = new RequestStore(),
  ) {
    this.#showsSecrets = secrets.shows;
    // Passes on lines about requests that the server refuses, before the app sees them.
    writeLogWith((line) => terminal.logged([line]));
    this.directory = data.directory;
    this.#name = basename(data.directory);
    this.compiler = new CompilerThread(data);
    this.#secretNames = new Set(secrets.names.map((name) => name.toLowerCase()));
    this.#arrivals = new Arrivals(
      this.requests,
      () => this.#builds.serving?.number ?? 0,
      (target) => shownUrl(target, this.masks(), traceBounds.characters),
      (answered) => terminal.request(answered),
    );
  }

  get app(): string {
    const { host, port, isSecure } = this.address;
    return `${isSecure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  get variables(): Variables {
    return this.environment.variables;
  }

  appServer(host: string): Server {
    keepVariables(this.variables); // what serves the app here has its limits from them
    return createAppServer(this.#current, host, new Gate(this.#builds), this.#arrivals);
  }

  /** Builds the app, and lets it answer if it is good. */
  async rebuild(): Promise<void> {
    try {
      const build = await this.compiler.build();
      if (build === undefined) return;
      this.#take(build);
    } catch (error) {
      if (this.#hasEnded) return;
      this.#builds.failed();
      this.terminal.complain(`flowc: ${messageOf(error)}`);
    }
    this.events.emit("state", this.state());
    this.events.emit("findings", { findings: this.findings() });
  }

  /** Loads the app again, which reads its settings when it is loaded. */
  restart(reason: string): void {
    const { serving } = this.#builds;
    if (serving === undefined) return;
    this.load(serving);
    this.terminal.say(`${reason}: the app has started again`);
  }

  #take(build: AppBuild): void {
    if (build.report !== "") this.terminal.report(build.report);
    const isGood = build.code !== "";
    if (isGood) this.load(build);
    if (isGood && build.mocked !== undefined && !this.#builds.hasApp)
      for (const line of mockLines(build.mocked)) this.terminal.say(line);
    this.#builds.take(build);
    this.tellOf(build);
  }

  protected tellOf(build: AppBuild): void {
    const time = `${(build.took / 1000).toFixed(2)} s`;
    const endpoints = `${build.endpoints} endpoint${build.endpoints === 1 ? "" : "s"}`;
    const answering = this.#builds.hasApp ? "the last good build still answers" : "nothing answers yet";
    this.terminal.say(
      build.code !== "" ? `built ${endpoints} in ${time}` : `the flows have errors: ${answering}`,
    );
  }

  /** Lets a build answer. */
  protected load(build: AppBuild): void {
    const { app, startTracing } = loadApp(build.code, this.#folder.place(build), this.#console);
    const { began, ended } = this.#arrivals;
    startTracing({
      began,
      ended,
      secretNames: this.secrets.names,
      showsSecrets: () => this.#showsSecrets,
      sourceMap: () => build.map,
      build: build.number,
      environment: this.variables,
      ...(build.mocked && { mocks: build.mocked.mocks }),
    });
    this.#current.swap(app);
  }

  state(): WorkbenchState {
    return {
      directory: this.#name,
      app: this.app,
      build: this.#builds.state,
      showsSecrets: this.#showsSecrets,
      maySecrets: this.secrets.mayShow,
      isReplay: false,
      passedOver: "",
    };
  }

  findings(): readonly WorkbenchFinding[] {
    return this.#builds.findings;
  }

  written(): ReadonlySet<string> {
    return new Set(this.#builds.serving?.written);
  }

  readonly ask: Ask = (question, argument) => this.compiler.ask(question, argument);

  showSecrets(shows: boolean): void {
    if (shows && !this.secrets.mayShow) throw new ApiError(403, "Other machines could see them here.");
    this.#showsSecrets = shows;
    this.events.emit("state", this.state());
  }

  masks(): Masks {
    return new Masks(this.#secretNames, this.#showsSecrets);
  }

  firstEvents(): readonly (readonly [string, unknown])[] {
    return [
      ["state", this.state()],
      ["findings", { findings: this.findings() }],
      ["requests", { requests: this.requests.list() }],
    ];
  }

  async send(request: RequestToSend): Promise<number> {
    const token = randomUUID();
    const begun = this.#arrivals.expect(token);
    try {
      const status = sendRequest(checkedRequest(request), this.address, [sentField, token]);
      const key = await Promise.race([begun, status.then(() => undefined)]);
      // Some are refused before they begin, such as one whose header fields are too long.
      if (key === undefined) throw new ApiError(409, `The server refused the request with ${await status}.`);
      await status;
      return key;
    } finally {
      this.#arrivals.forget(token);
    }
  }

  /** Lets a request of the page pass to the app. */
  readonly passOn = (incoming: IncomingMessage, outgoing: ServerResponse, target: string): void => {
    const token = randomUUID();
    const key = this.#arrivals.expect(token);
    outgoing.once("close", () => this.#arrivals.forget(token));
    passOn(incoming, outgoing, target, {
      address: this.address,
      origin: this.app,
      mark: [sentField, token],
      key,
    });
  };

  async stop(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    this.terminal.flush();
    this.#folder.remove();
    await this.compiler.stop();
  }

  #tell(): void {
    if (!this.requests.hasChanges) return;
    const { requests, gone } = this.requests.take();
    if (requests.length > 0) this.events.emit("requests", { requests });
    if (gone.length > 0) this.events.emit("gone", { keys: gone });
  }
}

/** Places beyond this number are only counted. */
const maxPlaces = 20;

/** Which upstream systems are mocked, and which requests go out all the same. */
function mockLines({ mocks, others }: MockedUpstreams): readonly string[] {
  const names = mocks.map(({ name }) => visible(name)).join(", ");
  const places = others.slice(0, maxPlaces).map(visible).join(", ");
  const more = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : "";
  return [
    `mocked     ${names || "nothing: no request names a description of its upstream system"}`,
    ...(others.length === 0 ? [] : [`not mocked ${places}${more}`]),
  ];
}
