import { decodeBase64 } from "../../base/base64.js";
import { decodePercent } from "../../base/percent-decode.js";
import { innerText, shownText } from "./mask-text.js";
import { maskedUrl } from "./mask-url.js";
import type { Masks } from "./masks.js";

/** Schemes of credentials (RFC 9110 §11.4), which are no secrets: a flow may take the field apart. */
const scheme =
  /^(?:apikey|aws4-hmac-sha256|basic|bearer|digest|dpop|gnap|hoba|jwt|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-(?:1|256)|signature|token|vapid) +(?=\S)/i;

/** The value of a header field as it is kept. Of cookies and credentials, names and schemes stay. */
export function shownField(name: string, value: string, masks: Masks, limit = Infinity): string {
  if (!masks.isSecret(name)) return shownText(value, masks, limit);
  const field = name.toLowerCase();
  if (field === "cookie")
    return value
      .split(/; */)
      .map((pair) => shownPair(pair, masks))
      .join("; ");
  if (field === "set-cookie") {
    const [pair = "", ...attributes] = value.split(";");
    return [shownPair(pair, masks), ...attributes.map((each) => masks.masked(each))].join(";");
  }
  const [start = ""] = /authorization$/.test(field) ? (scheme.exec(value) ?? []) : [];
  const rest = value.slice(start.length);
  if (/^basic/i.test(start)) rememberBasic(rest, masks);
  return start + masks.hidden(rest);
}

function shownPair(pair: string, masks: Masks): string {
  const equals = pair.indexOf("=") + 1;
  const value = pair.slice(equals).trim();
  masks.remember(value.replace(/^"|"$/g, ""));
  masks.remember(decodePercent(value));
  return pair.slice(0, equals) + masks.hidden(value);
}

/** User and password (RFC 7617), of which the user alone is no secret. */
function rememberBasic(encoded: string, masks: Masks): void {
  const bytes = decodeBase64(encoded.trim(), false);
  const pair = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  masks.remember(pair);
  masks.remember(pair.slice(pair.indexOf(":") + 1));
}

/** A URL, or a path with a query, with masks in place of passwords and of the values of secret parameters. */
export function shownUrl(url: string, masks: Masks, limit = Infinity): string {
  return masks.beginning(maskedUrl(url, masks, innerText(masks)), limit);
}
