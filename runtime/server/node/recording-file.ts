import { ownUrl } from "./own-url.js";
import type { RecordingModule } from "./recording-module.js";

/**
 * Loads what keeps requests, which is a file beside `server.js`: most processes do without.
 * @throws Error if the file is not there
 */
export function loadRecording(): RecordingModule {
  const { createRequire } = process.getBuiltinModule("node:module");
  const file: unknown = createRequire(ownUrl())("./recording.cjs");
  return (file as { readonly recordingModule: RecordingModule }).recordingModule;
}
