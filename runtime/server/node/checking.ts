import { faultsAtStart } from "../../base/start-checks.js";
import { loadCheck } from "./check-file.js";
import type { CheckModule } from "./check-module.js";
import { quit } from "./process-settings.js";

/** Returns true if the process was started with options: it does what they say, such as `--check`, and does not serve. */
export function isChecking(): boolean {
  const args = process.argv.slice(2);
  if (!args[0]?.startsWith("-")) return false;
  let module: CheckModule;
  try {
    module = loadCheck();
  } catch {
    return quit("check", "Options cannot be read: is check.cjs beside server.js?", 2);
  }
  module.run(args, faultsAtStart);
  return true;
}
