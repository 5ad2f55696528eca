import { heldBytes } from "../../base/held-bytes.js";
import { countFault, LastingFault } from "../../observe/logs/faults.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { observeWith } from "../../observe/telemetry/telemetry.js";
import { state, subscribe } from "../../request/context.js";
import { namedUpstreams } from "../../upstream/named-upstreams.js";
import { knownCertificates } from "./certificates.js";
import { ownCounts } from "./own-counts.js";
import { type ApiNames, buildInfo } from "./process-events.js";
import type { OpenTelemetry, RunningTelemetry } from "./telemetry-module.js";
import { upstreamHealth } from "./upstream-probes.js";

/** Observes the requests of this process, if the settings ask for it. */
export function observe(
  { module, settings }: OpenTelemetry,
  api: ApiNames | undefined,
): RunningTelemetry | undefined {
  const host = {
    ...{ heldBytes, build: buildInfo(api), health: upstreamHealth, lost, ...ownCounts },
    certificates: knownCertificates,
    named: () => namedUpstreams().map(({ origin }) => new URL(origin)),
  };
  const running = module.startTelemetry(settings, host);
  if (running === undefined) return undefined;
  const { telemetry } = running;
  observeWith(telemetry);
  subscribe(({ [state]: current }) => telemetry.began(current));
  return running;
}

const lostSpans = new LastingFault("telemetry", (reason, more) => notSent(`${more} more spans`, reason));
const lostMetrics = new LastingFault("telemetry", (reason, more) =>
  notSent(`metrics ${more} more times`, reason),
);

function lost(signal: "spans" | "metrics", count: number, reason: string): void {
  countFault(signal, count);
  const [fault, what] = signal === "spans" ? [lostSpans, `${count} spans`] : [lostMetrics, "metrics"];
  fault.happened(reason, () => logProcessAlert("telemetry", notSent(what, reason)), count);
}

function notSent(what: string, reason: string): string {
  return `OpenTelemetry could not send ${what}: ${reason}.`;
}
