import { setting } from "../../base/settings.js";
import { formLogWith, logProcessAlert } from "../../observe/logs/log.js";
import { loadLogForm } from "./log-form-file.js";

/** From now on, events have the form that the settings want. If the file is missing, they stay as they are. */
export function formLog(): void {
  const names = setting(undefined, "LOG_NAMES");
  const omitted = setting(undefined, "LOG_OMIT");
  if (names === undefined && omitted === undefined) return;
  try {
    formLogWith(loadLogForm().formOf(names, omitted));
  } catch {
    logProcessAlert("log", "Events keep their form: is log-form.cjs beside server.js?", "error");
  }
}
