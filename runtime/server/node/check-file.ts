import type { CheckModule } from "./check-module.js";
import { loadBeside } from "./load-beside.js";

/**
 * Loads what looks at the surroundings of the app.
 * @throws Error if the file is not there
 */
export function loadCheck(): CheckModule {
  return (loadBeside("./check.cjs") as { readonly checkModule: CheckModule }).checkModule;
}
