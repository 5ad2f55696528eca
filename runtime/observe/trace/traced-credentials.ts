import { decodeBase64 } from "../../base/base64.js";
import { decodePercent } from "../../base/percent-decode.js";
import { innerText, shownText } from "./mask-text.js";
import { maskedUrl } from "./mask-url.js";
import type { Masks } from "./masks.js";

/** Remembers the secrets in the value of a header field that is one: flows read them by themselves, too. */
function rememberParts(name: string, value: string, masks: Masks): void {
  const field = name.toLowerCase();
  if (field === "cookie") for (const pair of value.split(/; */)) rememberPair(pair, masks);
  else if (field === "set-cookie") rememberPair(value.split(";", 1)[0] ?? "", masks);
  else {
    const [, scheme = "", rest = ""] = /^([\w-]+) +(\S.*)$/s.exec(value) ?? [];
    masks.remember(rest);
    if (scheme.toLowerCase() === "basic") rememberBasic(rest, masks);
  }
}

function rememberPair(pair: string, masks: Masks): void {
  const value = pair.slice(pair.indexOf("=") + 1).trim();
  masks.remember(value);
  masks.remember(value.replace(/^"|"$/g, ""));
  masks.remember(decodePercent(value));
}

/** User and password (RFC 7617), of which the user alone is no secret. */
function rememberBasic(encoded: string, masks: Masks): void {
  const bytes = decodeBase64(encoded.trim(), false);
  const pair = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  masks.remember(pair);
  masks.remember(pair.slice(pair.indexOf(":") + 1));
}

/** The value of a header field as it is kept. */
export function shownField(name: string, value: string, masks: Masks, limit: number): string {
  if (!masks.isSecret(name)) return shownText(value, masks, limit);
  rememberParts(name, value, masks);
  return masks.hidden(value);
}

/** A URL, or a path with a query, with masks in place of passwords and of the values of secret parameters. */
export function shownUrl(url: string, masks: Masks, limit: number): string {
  return masks.beginning(maskedUrl(url, masks, innerText(masks)), limit);
}
