import { environmentVariable, processVariables } from "../base/environment-variables.js";
import { setting } from "../base/settings.js";
import { Tree } from "../data/json/lazy-tree.js";
import type { Found, JsonObject } from "../data/model/values.js";

/** How many names are remembered. */
const mostUnset = 10;

const none: readonly string[] = [];

/**
 * `$env`: the string bindings that the platform hands to the app (workerd), then the variables of the process. They are
 * looked up when asked for, and never copied.
 */
export class Environment extends Tree {
  readonly #bindings: unknown;
  /** The names that were asked for in vain. */
  unset: readonly string[] = none;

  constructor(bindings: unknown) {
    super();
    this.#bindings = bindings;
  }

  member(name: string): Found {
    const value = environmentVariable(this.#bindings, name);
    if (!value && this.unset.length < mostUnset && !this.unset.includes(name))
      this.unset = [...this.unset, name];
    return value;
  }

  toJson(): JsonObject {
    const json: Record<string, string> = Object.create(null);
    for (const source of [processVariables(), this.#bindings]) {
      if (typeof source !== "object" || source === null) continue;
      for (const [name, value] of Object.entries(source)) if (typeof value === "string") json[name] = value;
    }
    return json;
  }
}

/** `$server`; it has a `role` only if the operator set one. */
export function serverInformation(bindings: unknown): JsonObject {
  const role = setting(bindings, "SERVER_ROLE");
  return role === undefined ? { name: "flowc" } : { name: "flowc", role };
}
