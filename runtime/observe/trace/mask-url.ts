import { decodePercent } from "../../base/percent-decode.js";
import { decoded, logQuery, logUrl, type UrlMasking } from "../logs/log-url.js";
import { type Inner, type Masks, percentEncoded } from "./masks.js";

/** A text whose URLs, or parts of URLs, have masks. */
export function maskedUrls(text: string, masks: Masks, inner: Inner): string {
  return text.replace(urls, (url) => maskedUrl(url, masks, inner));
}

/** Absolute URLs, and paths, queries and fragments. */
const urls = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\/|[?#;][\w.~%[\]-]{1,200}=)[^\s"'<>\\]+/gi;

/** A URL, or a path with a query, with masks in place of passwords and of the values of secret parameters. */
export function maskedUrl(url: string, masks: Masks, inner: Inner): string {
  return logUrl(url, masking(masks, inner));
}

/** A query or a form: pairs of names and values. */
export function maskedPairs(text: string, masks: Masks, inner: Inner): string {
  return logQuery(text, masking(masks, inner));
}

/** Remembers what it hides, and looks into the other values: they may be JSON, URLs or forms. */
function masking(masks: Masks, inner: Inner): UrlMasking {
  return {
    concerns: () => true,
    isSecret: (name) => masks.isSecretParameter(name),
    hidden(value) {
      if (value === "") return "";
      masks.remember(value);
      return masks.hidden(decoded(value));
    },
    user(text) {
      const password = text.slice(text.indexOf(":") + 1);
      masks.remember(password);
      masks.remember(decodePercent(password));
      return `${masks.hidden(text)}@`;
    },
    pair(pair) {
      const equals = pair.indexOf("=");
      const value = decoded(pair.slice(equals + 1));
      const shown = inner(value);
      return shown === value ? pair : `${pair.slice(0, equals)}=${percentEncoded(shown)}`;
    },
  };
}
