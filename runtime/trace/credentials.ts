import { decodeBase64 } from "../text/base64.js";
import { decodePercent } from "../text/percent-decode.js";
import { type Masks, mask } from "./masks.js";

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
  if (!masks.isSecret(name)) return masks.beginning(shownUrls(value, masks), limit);
  rememberParts(name, value, masks);
  return masks.hidden(value);
}

/** A URL, or a path with a query, with masks in place of passwords and of the values of secret parameters. */
export function shownUrl(url: string, masks: Masks, limit: number): string {
  return masks.beginning(withoutSecrets(url, masks), limit);
}

/** A text whose URLs have masks. */
export function shownUrls(text: string, masks: Masks): string {
  return text.includes("://")
    ? text.replace(/\bhttps?:\/\/[^\s"'<>\\]+/gi, (url) => withoutSecrets(url, masks))
    : text;
}

function withoutSecrets(url: string, masks: Masks): string {
  const [before = "", fragment] = splitAt(url, "#");
  const [path = "", query] = splitAt(before, "?");
  const shown = withoutPassword(path, masks).replace(
    /;[^;/]*/g,
    (pair) => `;${shownPair(pair.slice(1), masks)}`,
  );
  return [
    shown,
    query === undefined ? "" : `?${shownPairs(query, masks)}`,
    fragment === undefined
      ? ""
      : `#${fragment
          .split("?")
          .map((part) => shownPairs(part, masks))
          .join("?")}`,
  ].join("");
}

function withoutPassword(url: string, masks: Masks): string {
  if (!url.includes("@")) return url;
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/]*)@/i, (_, scheme: string, user: string) => {
    const password = user.slice(user.indexOf(":") + 1);
    masks.remember(password);
    masks.remember(decodePercent(password));
    return `${scheme}${masks.hidden(user)}@`;
  });
}

/** A query or a form: pairs of names and values. */
export function shownPairs(text: string, masks: Masks): string {
  return text
    .split("&")
    .map((pair) => shownPair(pair, masks))
    .join("&");
}

/** Some servers take `;` for the end of a pair, too. So nothing of the pair is shown behind a secret name. */
function shownPair(pair: string, masks: Masks): string {
  if (!pair.includes("=")) return pair;
  const parts = pair.split(";");
  const secret = parts.findIndex((part) => isSecretPart(part, masks));
  if (secret < 0) return pair;
  const rest = parts.slice(secret).join(";");
  const equals = rest.indexOf("=");
  const value = rest.slice(equals + 1);
  masks.remember(decodePercent(value.replaceAll("+", " ")));
  masks.hidden(value);
  return [...parts.slice(0, secret), `${rest.slice(0, equals)}=${mask}`].join(";");
}

function isSecretPart(part: string, masks: Masks): boolean {
  const equals = part.indexOf("=");
  if (equals <= 0 || equals === part.length - 1) return false;
  return masks.isSecretParameter(decodePercent(part.slice(0, equals)).replaceAll("+", " "));
}

function splitAt(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
