import { loadBeside } from "./load-beside.js";
import type { RecordingModule } from "./recording-module.js";

/**
 * Loads what keeps requests.
 * @throws Error if the file is not there
 */
export function loadRecording(): RecordingModule {
  return (loadBeside("./recording.cjs") as { readonly recordingModule: RecordingModule }).recordingModule;
}
