import { processVariables } from "../../base/environment-variables.js";
import { misspeltSettings, wrongSettings } from "../../base/settings.js";
import { logProcessAlert } from "../../observe/logs/log.js";

let areChecked = false;

/** Says that the settings have been checked at the start of a process, which would have ended. */
export function settingsAreChecked(): void {
  areChecked = true;
}

/** Returns true if all settings are right. Those that are wrong or look misspelt are logged. */
export function checkSettings(bindings: unknown): boolean {
  if (areChecked) return true;
  const wrong = wrongSettings(bindings);
  const names = new Set([processVariables(), bindings].flatMap((source) => Object.keys(source ?? {})));
  for (const message of [...wrong, ...misspeltSettings(names)]) logProcessAlert("settings", message);
  return wrong.length === 0;
}
