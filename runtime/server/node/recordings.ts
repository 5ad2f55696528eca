import { processVariables } from "../../base/environment-variables.js";
import { setting } from "../../base/settings.js";
import { countFault, LastingFault } from "../../observe/logs/faults.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { state, subscribe } from "../../request/context.js";
import { refuse } from "./process-settings.js";
import { loadRecording } from "./recording-file.js";
import type { RecordingModule, Recordings } from "./recording-module.js";

/**
 * The requests that the settings want to be kept, if they do. A wrong setting ends the process with exit code 2. If the
 * file is missing, the app serves without it.
 */
export function openRecordings(): Recordings | undefined {
  const wanted = setting(undefined, "RECORD");
  if (wanted === undefined) return undefined;
  let module: RecordingModule;
  try {
    module = loadRecording();
  } catch {
    logAlert("Requests cannot be kept: is recording.cjs beside server.js?");
    return undefined;
  }
  const path = setting(undefined, "RECORD_DIRECTORY");
  const needed = "a directory that can be written, since FLOW_RECORD is set";
  if (path === undefined) return refuse("FLOW_RECORD_DIRECTORY", needed, undefined);
  try {
    const host = { wanted, variables: processVariables, failed };
    return module.openRecordings(path, setting(undefined, "RECORD_MAX_BYTES"), host);
  } catch (error) {
    return refuse("FLOW_RECORD_DIRECTORY", `${needed} (${(error as NodeJS.ErrnoException).code})`, path);
  }
}

/** Keeps the inputs of requests of this process that fail, or are slow. */
export function keepRequests(recordings: Recordings | undefined): void {
  if (recordings !== undefined) subscribe(({ [state]: current }) => recordings.listen(current));
}

const fault = new LastingFault("record");

function failed(code: string): void {
  countFault("recording");
  fault.happened(`A request could not be kept in FLOW_RECORD_DIRECTORY: ${code}.`, logAlert);
}

function logAlert(message: string): void {
  logProcessAlert("record", message);
}
