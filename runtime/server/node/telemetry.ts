import { logProcessAlert } from "../../observe/logs/log.js";
import { propagateOnly } from "../../observe/telemetry/propagation.js";
import { onDemand } from "./on-demand.js";
import type { ApiNames } from "./process-events.js";
import { refuse } from "./process-settings.js";
import { loadTelemetry } from "./telemetry-file.js";
import type { OpenTelemetry, RunningTelemetry, TelemetryModule, WrongSetting } from "./telemetry-module.js";

/** The variables that ask for OpenTelemetry. The admin port does, too. */
const asking = [
  "OTEL_TRACES_EXPORTER",
  "OTEL_METRICS_EXPORTER",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/**
 * OpenTelemetry and its settings, if anything asks for it. A wrong setting ends the process with exit code 2. If the
 * file is missing, the app serves without it.
 */
export function openTelemetry(hasAdminPort: boolean, load = loadTelemetry): OpenTelemetry | undefined {
  readPropagators(process.env.OTEL_PROPAGATORS);
  const isAsked = asking.some((name) => process.env[name]);
  if (!hasAdminPort && !isAsked) return undefined;
  let module: TelemetryModule;
  try {
    module = load();
  } catch {
    if (isAsked) logAlert("OpenTelemetry cannot be loaded: is telemetry.cjs beside server.js?");
    return undefined;
  }
  try {
    return { module, settings: module.readSettings(process.env, hasAdminPort) };
  } catch (error) {
    if (!isWrongSetting(error)) throw error;
    const { setting, wanted, shown } = error;
    return refuse(setting, wanted, shown);
  }
}

/** Observes the requests of this process, if the settings ask for it. */
export function observeProcess(
  open: OpenTelemetry | undefined,
  api?: ApiNames,
): RunningTelemetry | undefined {
  return open && onDemand("OpenTelemetry cannot be started")?.observe(open, api);
}

function isWrongSetting(error: unknown): error is WrongSetting {
  return error instanceof Error && "setting" in error;
}

function logAlert(message: string): void {
  logProcessAlert("telemetry", message);
}

/** `OTEL_PROPAGATORS` holds without an exporter, too. */
function readPropagators(text: string | undefined): void {
  if (!text) return;
  const names = text.trim() === "none" ? [] : text.split(",").map((name) => name.trim());
  if (!names.every((name) => name === "tracecontext" || name === "baggage"))
    refuse("OTEL_PROPAGATORS", "tracecontext, baggage, both or none", text);
  propagateOnly(names);
}
