import { type Context, type Settings, state } from "../../request/context.js";

/** The `set-config` action: overrides settings for the rest of the request. */
export function setConfig($: Context, settings: Settings): void {
  $[state].settings = { ...$[state].settings, ...settings };
}
