/**
 * The interface of the file `recording.cjs` for the server that loads it. `recording/` makes it; this room has the types,
 * so that nothing else needs its code.
 * @module
 */
import type { RecordSettings } from "../../base/settings.js";
import type { Listener } from "../../observe/telemetry/request-events.js";
import type { State } from "../../request/context.js";

export interface RecordingModule {
  /** @throws Error if it is no directory that can be written */
  openRecordings(path: string, maxBytes: number, host: RecordingHost): Recordings;
}

/** The process whose requests are kept. */
export interface RecordingHost {
  readonly wanted: RecordSettings;
  /** The environment, which has secrets. */
  variables(): unknown;
  /** A request could not be kept. */
  failed(code: string): void;
}

export interface Recordings {
  /** As JSON: file, cause, count, time and size. */
  list(): Promise<string>;
  /** Resolves when all requests that have ended are kept. */
  written(): Promise<void>;
  /** Holds on to the inputs of a request until it has ended. */
  listen(request: State): Listener;
}
