import { environmentVariable } from "../../base/environment-variables.js";
import { type Context, state } from "../../request/context.js";
import { JwtKeyError } from "./jwt-error.js";

/** A text of the API description, or of a file that it names; or a variable of the environment that holds the text. */
export type Setting = string | { readonly env: string };

/** @throws JwtKeyError if the environment does not have the variable */
export function textOf($: Context, setting: Setting): string {
  if (typeof setting === "string") return setting;
  const text = environmentVariable($[state].bindings, setting.env)?.trim();
  if (!text) throw new JwtKeyError(`The environment variable ${setting.env} is not set.`);
  return text;
}
