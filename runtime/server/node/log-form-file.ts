import type { LogFormModule } from "./log-form-module.js";
import { ownUrl } from "./own-url.js";

/**
 * Loads what gives events another form, which is a file beside `server.js`: most processes do without.
 * @throws Error if the file is not there
 */
export function loadLogForm(): LogFormModule {
  const { createRequire } = process.getBuiltinModule("node:module");
  const file: unknown = createRequire(ownUrl())("./log-form.cjs");
  return (file as { readonly logFormModule: LogFormModule }).logFormModule;
}
