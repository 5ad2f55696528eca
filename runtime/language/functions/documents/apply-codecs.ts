import { counted } from "../../../base/counted.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";
import { base64Decode, base64Encode } from "../encodings/base64.js";
import { base64UrlDecode, base64UrlEncode } from "../encodings/base64url.js";
import { urlDecode } from "../encodings/url-decode.js";
import { urlEncode } from "../encodings/url-encode.js";
import { deflate, inflate } from "./deflate.js";

type Codec = (text: string, $: Context) => string;

const codecs: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ["base64-encode", base64Encode],
  ["base64-decode", (text) => base64Decode(text)],
  ["base64url-encode", base64UrlEncode],
  ["base64url-decode", base64UrlDecode],
  ["url-encode", urlEncode],
  ["url-decode", urlDecode],
  ["deflate", deflate],
  ["inflate", (text, $) => inflate($, text)],
]);

/**
 * `apply-codecs()` with names that are known at run time only: one codec after the other. An unknown name makes the
 * result empty, and is logged.
 */
export const applyCodecs = counted(
  { units: 1024, call: 100 },
  ($: Context, text: string, ...names: string[]): string => {
    let result = text;
    for (const name of names) {
      const codec = codecs.get(name);
      if (codec === undefined) {
        alert($, "apply-codecs", `There is no codec ${JSON.stringify(name.slice(0, 100))}.`);
        return "";
      }
      result = codec(result, $);
    }
    return result;
  },
);
