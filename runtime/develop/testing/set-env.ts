import { processVariables } from "../../base/environment-variables.js";
import { isObject, type JsonValue } from "../../data/model/values.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { testOf } from "./test-run.js";

/**
 * The `set-env` action: sets variables of the environment, which is the test's own. Numbers and booleans become text,
 * and null removes a variable.
 */
export function setEnv($: Context, config: JsonValue): void {
  testOf($);
  if (!isObject(config)) {
    alert($, "set-env", "The body of set-env is no JSON object.");
    return;
  }
  const environment = processVariables() as Record<string, string | undefined>;
  for (const [name, value] of Object.entries(config)) {
    if (value === null) Reflect.deleteProperty(environment, name);
    else if (typeof value === "object")
      alert($, "set-env", `The variable ${name} cannot be an ${Array.isArray(value) ? "array" : "object"}.`);
    else environment[name] = String(value);
  }
}
