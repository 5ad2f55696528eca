import { ownUrl } from "./own-url.js";
import type { TelemetryModule } from "./telemetry-module.js";

/**
 * Loads OpenTelemetry, which is a file beside `server.js`: it is larger than the app, and most processes do without.
 * @throws Error if the file is not there
 */
export function loadTelemetry(): TelemetryModule {
  const { createRequire } = process.getBuiltinModule("node:module");
  const file: unknown = createRequire(ownUrl())("./telemetry.cjs");
  return (file as { readonly telemetryModule: TelemetryModule }).telemetryModule;
}
