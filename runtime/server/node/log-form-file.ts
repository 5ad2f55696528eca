import { loadBeside } from "./load-beside.js";
import type { LogFormModule } from "./log-form-module.js";

/**
 * Loads what gives events another form.
 * @throws Error if the file is not there
 */
export function loadLogForm(): LogFormModule {
  return (loadBeside("./log-form.cjs") as { readonly logFormModule: LogFormModule }).logFormModule;
}
