import { heldBytes } from "../../base/held-bytes.js";
import { countFault, faultCounts, LastingFault } from "../../observe/logs/faults.js";
import { leftOutCounts } from "../../observe/logs/left-out.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { propagateOnly } from "../../observe/telemetry/propagation.js";
import { observeWith } from "../../observe/telemetry/telemetry.js";
import { state, subscribe } from "../../request/context.js";
import { namedUpstreams } from "../../upstream/named-upstreams.js";
import { knownCertificates } from "./certificates.js";
import { type ApiNames, buildInfo } from "./process-events.js";
import { refuse } from "./process-settings.js";
import { loadTelemetry } from "./telemetry-file.js";
import type {
  OwnCounts,
  RunningTelemetry,
  TelemetryModule,
  TelemetrySettings,
  WrongSetting,
} from "./telemetry-module.js";
import { upstreamHealth } from "./upstream-probes.js";

/** The variables that ask for OpenTelemetry. The admin port does, too. */
const asking = [
  "OTEL_TRACES_EXPORTER",
  "OTEL_METRICS_EXPORTER",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

export const ownCounts: OwnCounts = { faults: faultCounts, leftOut: leftOutCounts };

export interface OpenTelemetry {
  readonly module: TelemetryModule;
  readonly settings: TelemetrySettings;
}

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
  if (open === undefined) return undefined;
  const host = {
    ...{ heldBytes, build: buildInfo(api), health: upstreamHealth, lost, ...ownCounts },
    certificates: knownCertificates,
    named: () => namedUpstreams().map(({ origin }) => new URL(origin)),
  };
  const running = open.module.startTelemetry(open.settings, host);
  if (running === undefined) return undefined;
  const { telemetry } = running;
  observeWith(telemetry);
  subscribe(({ [state]: current }) => telemetry.began(current));
  return running;
}

function isWrongSetting(error: unknown): error is WrongSetting {
  return error instanceof Error && "setting" in error;
}

const lostSpans = new LastingFault("telemetry", (reason, more) => notSent(`${more} more spans`, reason));
const lostMetrics = new LastingFault("telemetry", (reason, more) =>
  notSent(`metrics ${more} more times`, reason),
);

function lost(signal: "spans" | "metrics", count: number, reason: string): void {
  countFault(signal, count);
  const [fault, what] = signal === "spans" ? [lostSpans, `${count} spans`] : [lostMetrics, "metrics"];
  fault.happened(reason, () => logAlert(notSent(what, reason)), count);
}

function notSent(what: string, reason: string): string {
  return `OpenTelemetry could not send ${what}: ${reason}.`;
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
