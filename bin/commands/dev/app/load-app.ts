import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { TracingOptions } from "../../../../compiler/session/index.js";
import type { Application } from "../../../../runtime/server/index.js";
import type { AppBuild } from "../build/app-build.js";

/** The exports of a bundle. */
interface AppModule {
  readonly app: Application;
  startTracing(options: TracingOptions): void;
}

/** The only thing of a console that apps write with. */
interface AppConsole {
  error(...values: readonly unknown[]): void;
}

/**
 * Loads a bundle as Node loads a module in CommonJS, but keeps it nowhere, so that an app that nobody uses any more can
 * be collected.
 * @param path where the code says that it is
 * @param console what the app writes its log with
 */
export function loadApp(code: string, path: string, console: AppConsole): AppModule {
  const module: { exports: unknown } = { exports: {} };
  const load = compileFunction(code, ["module", "exports", "require", "console"], { filename: path });
  load(module, module.exports, createRequire(path), console);
  return module.exports as AppModule;
}

/** Where the apps of a session seem to be, and where the files are that they load. */
export class AppFolder {
  #path: string | undefined;

  /** Writes what an app loads, and returns its own path. */
  place({ number, beside }: Pick<AppBuild, "number" | "beside">): string {
    this.#path ??= mkdtempSync(join(tmpdir(), "flowc-dev-"));
    for (const { path, text } of beside) writeFileSync(join(this.#path, path), text);
    return join(this.#path, `app-${number}.cjs`);
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true });
  }
}

/** Stands for the app of the last good build. A request stays with the app that it began with. */
export class CurrentApp implements Application {
  #app: Application | undefined;

  /** New requests go to this app from now on. */
  swap(app: Application): void {
    this.#app = app;
  }

  readonly fetch: Application["fetch"] = (request, bindings) => this.#current.fetch(request, bindings);

  readonly getPath: Application["getPath"] = (request) => this.#current.getPath(request);

  readonly router: Application["router"] = {
    match: (method, path) => this.#current.router.match(method, path),
  };

  get #current(): Application {
    if (this.#app === undefined) throw new Error("There is no app yet."); // the gate lets no request pass
    return this.#app;
  }
}
