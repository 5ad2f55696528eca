import type { Context } from "../request/context.js";
import { alert } from "../request/flow-errors.js";
import type { Mode } from "./contract.js";

interface Settings {
  readonly request?: string;
  readonly response?: string;
}

const settings = new WeakMap<Context, Settings>();

/** `<validation>` in `conf/config.xml`. Later settings override earlier ones; an empty text sets nothing. */
export function configureValidation($: Context, { request = "", response = "" }: Settings): void {
  const before = settings.get($);
  settings.set($, {
    request: request || before?.request || "",
    response: response || before?.response || "",
  });
}

/**
 * Returns the extent of the checks of a request or a response. If the text is no mode, everything is checked:
 * better too much than nothing.
 */
export function configuredMode($: Context, message: keyof Settings): Mode {
  const text = settings.get($)?.[message]?.trim() || "false";
  if (text === "true" || text === "false") return text === "true";
  if (text === "report-only") return text;
  alert($, "validation", `The setting ${message} of validation must be true, false or report-only.`);
  return true;
}
