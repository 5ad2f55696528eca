import { loadBeside } from "./load-beside.js";
import type { TelemetryModule } from "./telemetry-module.js";

/**
 * Loads OpenTelemetry, which is larger than the app.
 * @throws Error if the file is not there
 */
export function loadTelemetry(): TelemetryModule {
  return (loadBeside("./telemetry.cjs") as { readonly telemetryModule: TelemetryModule }).telemetryModule;
}
