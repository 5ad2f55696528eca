import type { JsonObject } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type { UrlEncoding } from "./percent-encode.js";
import { stringOption } from "./read-options.js";

/**
 * The encoding that `encoding` names, with the option `query-encoding-raw-chars`.
 * @throws RequestFailure
 */
export function urlEncoding($: Context, name: string | undefined, options: JsonObject): UrlEncoding {
  const raw = stringOption(options, "query-encoding-raw-chars") ?? "";
  if (!name || /^utf-?8$/i.test(name)) return { charset: undefined, raw };
  const charset = $[state].facilities.charsets?.(name);
  if (charset === undefined) throw new RequestFailure("The request cannot be written in this encoding.");
  return { charset, raw };
}
