/** A debugger for apps that run: it does over the Chrome DevTools Protocol what those of editors do. */
import { once } from "node:events";
import { join, resolve } from "node:path";
import WebSocket from "ws";
import { MapReader, type ScriptPlace, type UiPlace } from "./map-reader.js";
import { type RunningProcess, serve } from "./servers.js";

export interface Frame extends UiPlace {
  readonly id: string;
  readonly name: string;
  /** The line of the script, from 0. */
  readonly row: number;
  /** The objects that have the variables of the function and of the blocks in it. */
  readonly scopes: readonly string[];
}

export interface Pause {
  readonly at: UiPlace;
  readonly frames: readonly Frame[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface RawLocation extends ScriptPlace {
  readonly scriptId: string;
}

interface RawPause {
  readonly callFrames: readonly {
    readonly callFrameId: string;
    readonly functionName: string;
    readonly location: RawLocation;
    readonly scopeChain: readonly { readonly type: string; readonly object: { readonly objectId: string } }[];
  }[];
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
  readonly sourceMapURL: string;
}

/** A value as the protocol has it. */
interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly description?: string;
  readonly objectId?: string;
}

/**
 * Starts `node --inspect <out>/server.js`, and a debugger that is attached to it.
 * @param command another runtime, with its arguments before the file
 */
export async function debug(
  out: string,
  env: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [process.execPath, "--inspect=127.0.0.1:0"],
): Promise<Debugger> {
  const app = await serve(out, env, [...command, join(out, "server.js")]);
  const url = /ws:\/\/127\.0\.0\.1:\S+/.exec(app.log())?.[0];
  if (url === undefined) throw new Error(`There is no address of an inspector in ${app.log()}`);
  const socket = new WebSocket(url);
  await once(socket, "open");
  const made = new Debugger(app, socket);
  await made.enable();
  return made;
}

export class Debugger {
  #last = 0;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #pauses: RawPause[] = [];
  #onPause: (() => void) | undefined;
  #script: Script | undefined;
  #map: MapReader | undefined;

  constructor(
    readonly app: RunningProcess,
    private readonly socket: WebSocket,
  ) {
    socket.on("message", (data) => this.#take(JSON.parse(String(data)) as Message));
  }

  async enable(): Promise<void> {
    await this.send("Runtime.enable");
    await this.send("Debugger.enable");
    // Otherwise, the calls that led to a promise are not shown.
    await this.send("Debugger.setAsyncCallStackDepth", { maxDepth: 32 });
    const { scriptId, url, sourceMapURL } = this.#served();
    this.#map = new MapReader(url, sourceMapURL);
    await this.send("Debugger.setBlackboxedRanges", { scriptId, positions: this.#map.ignored() });
  }

  send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#last;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((settle, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        if (error === undefined) settle(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  /** Sets a breakpoint, and returns where it really is; `undefined` if it could not be set. */
  async breakAt(file: string, line: number, condition = ""): Promise<UiPlace | undefined> {
    const place = this.map.generated(resolve(file), line);
    if (place === undefined) return undefined;
    const { locations } = (await this.send("Debugger.setBreakpointByUrl", {
      url: this.#served().url,
      ...place,
      condition,
    })) as { readonly locations: readonly RawLocation[] };
    const [location] = locations;
    return location && this.map.original(location);
  }

  /** Waits until the app has stopped. */
  async paused(): Promise<Pause> {
    if (this.#pauses.length === 0)
      await new Promise<void>((settle) => {
        this.#onPause = settle;
      });
    const { callFrames } = this.#pauses.shift() as RawPause;
    const { scriptId } = this.#served();
    const frames = callFrames.map(({ callFrameId, functionName, location, scopeChain }) => ({
      id: callFrameId,
      name: functionName,
      row: location.lineNumber,
      scopes: scopeChain
        .filter(({ type }) => type === "local" || type === "block")
        .map(({ object }) => object.objectId),
      ...(location.scriptId === scriptId
        ? this.map.original(location)
        : { file: "", line: location.lineNumber + 1, column: 1 }),
    }));
    const [top] = frames;
    if (top === undefined) throw new Error("The app has stopped nowhere.");
    return { at: { file: top.file, line: top.line, column: top.column }, frames };
  }

  async step(way: "Over" | "Into" | "Out"): Promise<Pause> {
    await this.send(`Debugger.step${way}`);
    return this.paused();
  }

  async resume(): Promise<void> {
    await this.send("Debugger.resume");
  }

  /** The value of an expression in a frame: as JSON, or else as text. */
  async evaluate({ id }: Frame, expression: string): Promise<unknown> {
    const { result, exceptionDetails } = (await this.send("Debugger.evaluateOnCallFrame", {
      callFrameId: id,
      expression,
      returnByValue: true,
    })) as { readonly result: RemoteValue; readonly exceptionDetails?: object };
    if (exceptionDetails !== undefined) throw new Error(result.description);
    return result.value ?? result.description;
  }

  /** The variables of a frame that a debugger shows, by the names that it shows. */
  async variables({ scopes, row }: Frame): Promise<ReadonlyMap<string, RemoteValue>> {
    const shown = this.map.renamed(row);
    const found = new Map<string, RemoteValue>();
    for (const objectId of scopes)
      for (const [name, value] of await this.properties(objectId)) found.set(shown.get(name) ?? name, value);
    return found;
  }

  async properties(objectId: string): Promise<ReadonlyMap<string, RemoteValue>> {
    const { result } = (await this.send("Runtime.getProperties", { objectId, ownProperties: true })) as {
      readonly result: readonly { readonly name: string; readonly value?: RemoteValue }[];
    };
    return new Map(
      result.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
    );
  }

  async stop(): Promise<void> {
    this.socket.terminate();
    await this.app.stop();
  }

  get map(): MapReader {
    if (this.#map === undefined) throw new Error("No source map has been read.");
    return this.#map;
  }

  #served(): Script {
    if (this.#script === undefined) throw new Error("server.js has not been loaded.");
    return this.#script;
  }

  #take({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) this.#answers.get(id)?.(answer);
    else if (method === "Debugger.scriptParsed") {
      const script = params as Script;
      if (script.url.endsWith("/server.js")) this.#script = script;
    } else if (method === "Debugger.paused") {
      this.#pauses.push(params as RawPause);
      this.#onPause?.();
    }
  }
}
