import { decodePercent } from "../text/percent-decode.js";
import { type Inner, type Masks, mask, percentEncoded } from "./masks.js";

/** A text whose URLs have masks. */
export function maskedUrls(text: string, masks: Masks, inner: Inner): string {
  return text.includes("://")
    ? text.replace(/\bhttps?:\/\/[^\s"'<>\\]+/gi, (url) => maskedUrl(url, masks, inner))
    : text;
}

/** A URL, or a path with a query, with masks in place of passwords and of the values of secret parameters. */
export function maskedUrl(url: string, masks: Masks, inner: Inner): string {
  const [before = "", fragment] = splitAt(url, "#");
  const [path = "", query] = splitAt(before, "?");
  const shown = withoutPassword(path, masks).replace(
    /;[^;/]*/g,
    (pair) => `;${maskedPair(pair.slice(1), masks, inner)}`,
  );
  return [
    shown,
    query === undefined ? "" : `?${maskedPairs(query, masks, inner)}`,
    fragment === undefined
      ? ""
      : `#${fragment
          .split("?")
          .map((part) => maskedPairs(part, masks, inner))
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
export function maskedPairs(text: string, masks: Masks, inner: Inner): string {
  return text
    .split("&")
    .map((pair) => maskedPair(pair, masks, inner))
    .join("&");
}

/** Some servers take `;` for the end of a pair, too. So nothing of the pair is shown behind a secret name. */
function maskedPair(pair: string, masks: Masks, inner: Inner): string {
  if (!pair.includes("=")) return pair;
  const parts = pair.split(";");
  const secret = parts.findIndex((part) => isSecretPart(part, masks));
  if (secret < 0) return maskedValue(pair, inner);
  const rest = parts.slice(secret).join(";");
  const equals = rest.indexOf("=");
  const value = rest.slice(equals + 1);
  masks.remember(decodePercent(value.replaceAll("+", " ")));
  masks.hidden(value);
  return [...parts.slice(0, secret), `${rest.slice(0, equals)}=${mask}`].join(";");
}

/** A value may be JSON, a URL or another form, and have secrets in it. */
function maskedValue(pair: string, inner: Inner): string {
  const equals = pair.indexOf("=");
  const value = decodePercent(pair.slice(equals + 1).replaceAll("+", " "));
  const shown = inner(value);
  return shown === value ? pair : `${pair.slice(0, equals)}=${percentEncoded(shown)}`;
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
