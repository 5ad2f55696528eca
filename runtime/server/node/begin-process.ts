import { tellFaults } from "../../observe/logs/faults.js";
import { logProcessAlert, writeLogWith } from "../../observe/logs/log.js";
import { tellUncaught } from "./faults.js";
import { nameInstance } from "./instance.js";
import { type ApiNames, ProcessEvents } from "./process-events.js";
import { ignoreUnusedSignals } from "./signals.js";
import { StreamLog } from "./stream-log.js";

/** How a process that serves begins: from now on, all that it writes to standard error is events. */
export function beginProcess(api: ApiNames | undefined) {
  ignoreUnusedSignals();
  const log = new StreamLog(process.stderr);
  writeLogWith(log.write);
  const events = new ProcessEvents(api);
  process.on("exit", tellFaults);
  process.on("exit", log.flush); // even after an uncaught error
  nameInstance();
  process.on("uncaughtException", tellUncaught);
  process.on("unhandledRejection", tellUncaught);
  logWarnings();
  return { log, events };
}

/** The warnings of the platform, unless it has been told to keep them to itself. */
function logWarnings(): void {
  if (process.listenerCount("warning") === 0) return;
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => logProcessAlert("process", `${name}: ${message}`));
}
