import { decodePercent } from "../text/percent-decode.js";
import { hasSecretWord, isSecretParameter } from "./secret-name.js";

/**
 * A URL, or a path with a query, as the log may have it: without user and password, and with `***` in place of the
 * values of parameters whose names say that they are secret. Parameters are those of the query, of segments of the path
 * (`;name=value`), and of the fragment, where a redirect may have a token (RFC 6749 §4.2.2).
 */
export const logUrl = (url: string): string => {
  const hash = url.indexOf("#");
  if (hash >= 0) return `${logUrl(url.slice(0, hash))}#${logFragment(url.slice(hash + 1))}`;
  const question = url.indexOf("?");
  const before = question < 0 ? url : url.slice(0, question);
  const base = before.includes("@") ? before.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1") : before;
  const path = base.includes(";") ? base.replace(/;[^;/]*/g, logPathParameter) : base;
  return question < 0 ? path : `${path}?${logQuery(url.slice(question + 1))}`;
};

/** A query, as `logUrl` has it. */
export const logQuery = (query: string): string =>
  query.includes("%") || hasSecretWord(query) ? query.split("&").map(logPair).join("&") : query;

/** Parameters, or a path with a query. */
const logFragment = (fragment: string): string => {
  const question = fragment.indexOf("?");
  if (question < 0) return logQuery(fragment);
  return `${logQuery(fragment.slice(0, question))}?${logQuery(fragment.slice(question + 1))}`;
};

/** Where some would take `;` for the end of the pair, too, nothing behind a secret name is shown. */
const logPair = (pair: string): string => {
  const parts = pair.split(";");
  const secret = parts.findIndex(isSecretPart);
  if (secret < 0) return pair;
  const name = nameOf(parts[secret] ?? "");
  return [...parts.slice(0, secret), `${name}=***`].join(";");
};

const logPathParameter = (parameter: string): string =>
  isSecretPart(parameter.slice(1)) ? `${nameOf(parameter)}=***` : parameter;

const isSecretPart = (part: string): boolean =>
  part.includes("=") && isSecretParameter(decoded(nameOf(part)));

const nameOf = (part: string): string => part.slice(0, part.indexOf("="));

/** As servers read a name: `%74oken` is `token`. */
const decoded = (name: string): string => decodePercent(name).replaceAll("+", " ");
