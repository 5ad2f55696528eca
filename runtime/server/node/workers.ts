import type { Cluster, Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import { setting } from "../../base/settings.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import type { AdminSettings } from "./process-settings.js";
import { followPrimary } from "./reload-workers.js";
import { onSignals } from "./signals.js";

/** Milliseconds by which the primary is ahead of a worker that drains. */
const precedence = 1_000;

/** How many processes serve. */
export function workerCount(): number {
  const count = setting(undefined, "WORKERS");
  return count === "auto" ? availableParallelism() : count;
}

/** Node's cluster, if several processes serve. It is loaded only then. */
export function clusterFor(count: number): Cluster | undefined {
  if (count === 1) return undefined;
  const { bun, deno } = process.versions;
  if (bun === undefined && deno === undefined)
    return process.getBuiltinModule("node:cluster") as unknown as Cluster;
  logWorkerAlert("FLOW_WORKERS needs Node.js; one process serves.");
  return undefined;
}

/** Milliseconds between two signs of life of a worker. */
export const signInterval = 1_000;

/** In a worker: tells the primary again and again that it does not hang. */
export function tellSigns(worker: Worker): void {
  const tell = (): void => {
    if (worker.isConnected()) worker.send({ alive: true });
  };
  setInterval(tell, signInterval).unref();
}

/**
 * In a worker: ends once, when the primary wants it to or is gone, or at a signal. What ends a whole group of processes
 * reaches the workers as well; only the primary knows which signal is the second one.
 * After a signal it serves on, since the primary, which may have got it too, comes first.
 */
export function obeyPrimary(
  worker: Worker,
  admin: Pick<AdminSettings, "drainDelay">,
  server: { drain(): void },
  end: () => void,
): void {
  worker.on("message", ({ isDraining }: { readonly isDraining?: boolean }) => isDraining && server.drain());
  let isEnding = false;
  const endOnce = () => {
    if (!isEnding) end();
    isEnding = true;
  };
  onSignals(
    () => void setTimeout(endOnce, admin.drainDelay + precedence),
    () => {},
    () => {}, // the primary reloads
  );
  followPrimary(worker);
  worker.on("error", () => {}); // Node cannot tell the primary something, since it has just closed the channel
  worker.on("disconnect", () => {
    worker.exitedAfterDisconnect = true; // otherwise Node would end the process now
    endOnce();
  });
}

export function logWorkerAlert(message: string): void {
  logProcessAlert("worker", message);
}
