import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { version } from "../../base/version.js";
import type { JsonObject } from "../../data/model/values.js";
import { eventOrigin, logEvent, timestamp } from "../../observe/logs/log.js";
import { isUnbundled, ownUrl } from "./own-url.js";

/** The name of the file that the bundler writes; what only runs without it is left out there. */
declare const flowcBundle: string | undefined;

/** The title and version that the API description gives the API. */
export interface ApiNames {
  readonly title: string;
  readonly version: string;
  /** The app has certificates of its own. */
  readonly hasCertificates?: boolean;
}

/** The parts that a process is made of: the API, its version, flowc's version, and the build. */
export type BuildInfo = Readonly<Record<"title" | "version" | "flowc" | "build", string | undefined>>;

/** To be asked at the start, since a new version of `server.js` may soon be in its place. */
export function buildInfo(api: ApiNames | undefined): BuildInfo {
  return { title: api?.title, version: api?.version, flowc: version, build: ownHash() };
}

/** SHA-256 of `server.js`, as `flowc.json` has it; `undefined` where there is none. */
function ownHash(): string | undefined {
  try {
    const own = ownUrl();
    if (typeof flowcBundle === "undefined" && isUnbundled(own)) return undefined;
    return createHash("sha256").update(readFileSync(own)).digest("hex");
  } catch {
    return undefined; // a process may run on without its file
  }
}

/** Logs when the process begins to serve, when it has been asked to end, and when it ends. */
export class ProcessEvents {
  #build: BuildInfo | undefined;

  constructor(private readonly api: ApiNames | undefined) {
    process.once("exit", (exitCode) => this.#log("engine_end", { exitCode }));
  }

  started(url: string): void {
    this.#build ??= buildInfo(this.api);
    this.#log("engine_start", {
      message: `listening on ${url}`,
      url,
      node: process.version,
      pid: process.pid,
    });
  }

  draining(): void {
    this.#log("engine_drain", {});
  }

  /** A process that has never served tells nothing. */
  #log(type: string, members: JsonObject): void {
    if (this.#build === undefined) return;
    const build = JSON.parse(JSON.stringify(this.#build)) as JsonObject;
    const uptime = Math.round(process.uptime() * 1000) / 1000;
    logProcess(type, { ...build, ...members, uptime });
  }
}

/** Tells where the admin port is, which opens before the app serves. */
export function adminPortOpened(url: string): void {
  logProcess("engine_admin", { message: `admin port: ${url}`, url });
}

/** Tells which settings and files have new values, and which settings would need a new process for theirs. */
export function tellReload(changed: readonly string[], restart: readonly string[]): void {
  const needing = restart.length === 0 ? "" : `; a restart is needed for ${restart.join(", ")}`;
  const message = `reloaded: ${changed.join(", ") || "nothing has changed"}${needing}`;
  logProcess("engine_reload", { message, changed, restart });
}

function logProcess(type: string, members: JsonObject): void {
  logEvent({ timestamp: timestamp(Date.now()), type, requestID: "", ...members, ...eventOrigin().members });
}
