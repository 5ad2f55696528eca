import { decodePercent } from "../text/percent-decode.js";
import { hasSecretWord, isSecretParameter } from "./secret-name.js";

/**
 * A URL, or a path with a query, as it may stand in the log: without user and password, and with `***` for the value of
 * each parameter whose name says that it is secret. There are parameters in the query, in segments of the path
 * (`;name=value`), and in the fragment, where a redirect may have a token (RFC 6749 §4.2.2).
 */
export function logUrl(url: string): string {
  const hash = url.indexOf("#");
  if (hash >= 0) return `${logUrl(url.slice(0, hash))}#${logFragment(url.slice(hash + 1))}`;
  const question = url.indexOf("?");
  const before = question < 0 ? url : url.slice(0, question);
  const base = before.includes("@") ? before.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1") : before;
  const path = base.includes(";") ? base.replace(/;[^;/]*/g, logPathParameter) : base;
  return question < 0 ? path : `${path}?${logQuery(url.slice(question + 1))}`;
}

/** A query, with `***` for secret values as in `logUrl`. */
export function logQuery(query: string): string {
  return query.includes("%") || hasSecretWord(query) ? query.split("&").map(logPair).join("&") : query;
}

/** A fragment holds parameters, or a path with a query. */
function logFragment(fragment: string): string {
  const question = fragment.indexOf("?");
  if (question < 0) return logQuery(fragment);
  return `${logQuery(fragment.slice(0, question))}?${logQuery(fragment.slice(question + 1))}`;
}

/** Some servers take `;` for the end of a pair, too. So nothing of the pair is shown behind a secret name. */
function logPair(pair: string): string {
  const parts = pair.split(";");
  const secret = parts.findIndex(isSecretPart);
  if (secret < 0) return pair;
  const name = nameOf(parts[secret] ?? "");
  return [...parts.slice(0, secret), `${name}=***`].join(";");
}

function logPathParameter(parameter: string): string {
  return isSecretPart(parameter.slice(1)) ? `${nameOf(parameter)}=***` : parameter;
}

function isSecretPart(part: string): boolean {
  return part.includes("=") && isSecretParameter(decoded(nameOf(part)));
}

function nameOf(part: string): string {
  return part.slice(0, part.indexOf("="));
}

/** A name as servers read it: `%74oken` is `token`. */
function decoded(name: string): string {
  return decodePercent(name).replaceAll("+", " ");
}
