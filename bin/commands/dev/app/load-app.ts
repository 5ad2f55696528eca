import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { TracingOptions } from "../../../../compiler/index.js";
import type { Application } from "../../../../runtime/server/node/request-listener.js";

/** What a bundle exports. */
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
