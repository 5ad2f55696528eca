import { type Context, state } from "../context.js";
import type { JsonObject } from "../values.js";
import type { UrlEncoding } from "./percent-encode.js";
import { stringMember } from "./request-config.js";
import { RequestFailure } from "./request-failure.js";

/** `encoding` by its name, and the option `query-encoding-raw-chars`. @throws RequestFailure */
export const urlEncoding = ($: Context, name: string | undefined, options: JsonObject): UrlEncoding => {
  const raw = stringMember(options, "query-encoding-raw-chars") ?? "";
  if (!name || /^utf-?8$/i.test(name)) return { charset: undefined, raw };
  const charset = $[state].facilities.charsets?.(name);
  if (charset === undefined) throw new RequestFailure("The request cannot be written in this encoding.");
  return { charset, raw };
};
