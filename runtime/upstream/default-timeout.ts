import { setting } from "../base/settings.js";

/** The time in milliseconds that an upstream request may take that says nothing of its own, as one for keys. */
export function defaultTimeout(bindings: unknown): number {
  return Math.min(setting(bindings, "DEFAULT_TIMEOUT"), setting(bindings, "MAX_TIMEOUT")) * 1000;
}
