import { decodePercent } from "../../base/percent-decode.js";
import { hasSecretWord, hasValueOfAnother, isSecretParameter, namesAnother } from "./secret-name.js";

/** How secrets in a URL are hidden. */
export interface UrlMasking {
  /** Returns true if a query may have something to hide, or to look into. */
  concerns(query: string): boolean;
  isSecret(parameter: string): boolean;
  hidden(value: string): string;
  /** In place of user and password, with the `@`. */
  user(text: string): string;
  /** A pair without a secret name. */
  pair(pair: string): string;
}

const forLogs: UrlMasking = {
  concerns: (query) => query.includes("%") || hasSecretWord(query),
  isSecret: isSecretParameter,
  hidden: () => "***",
  user: () => "",
  pair: (pair) => pair,
};

/** Returns false if `logUrl` leaves a path with a query as it is, as it does most. */
export function mayHide(target: string): boolean {
  return hides.test(target) || hasSecretWord(target);
}

/** What is in front of a host, parameters, and percent-encoding. */
const hides = /[#;%@]/;

/**
 * A URL, or a path with a query, as it may stand in the log: without user and password, and with `***` for the value of
 * each parameter whose name says that it is secret. There are parameters in the query, in segments of the path
 * (`;name=value`), and in the fragment, where a redirect may have a token (RFC 6749 §4.2.2).
 */
export function logUrl(url: string, masking = forLogs): string {
  const hash = url.indexOf("#");
  if (hash >= 0) {
    // A fragment holds parameters, or a path with a query.
    const fragment = url.slice(hash + 1).split("?");
    return `${logUrl(url.slice(0, hash), masking)}#${fragment.map((part) => logQuery(part, masking)).join("?")}`;
  }
  const question = url.indexOf("?");
  const before = question < 0 ? url : url.slice(0, question);
  const base = before.includes("@")
    ? before.replace(
        /^([a-z][a-z0-9+.-]*:\/\/)([^/]*)@/i,
        (_, scheme, user) => `${scheme}${masking.user(user)}`,
      )
    : before;
  const path = base.includes(";")
    ? base.replace(/;[^;/]*/g, (parameter) => `;${maskedPair(parameter.slice(1), masking)}`)
    : base;
  return question < 0 ? path : `${path}?${logQuery(url.slice(question + 1), masking)}`;
}

/** A query or a form, with `***` for secret values as in `logUrl`. */
export function logQuery(query: string, masking = forLogs): string {
  if (!masking.concerns(query)) return query;
  const isNamed = query.split(/[&;]/).some((pair) => {
    const name = nameOf(pair);
    return namesAnother(decoded(name)) && masking.isSecret(decoded(pair.slice(name.length + 1)));
  });
  return query
    .split("&")
    .map((pair) => maskedPair(pair, masking, isNamed))
    .join("&");
}

/**
 * Some servers take `;` for the end of a pair, too. So nothing of the pair is shown behind a secret name.
 * @param isNamed true if another pair has the name of a secret: `name=password&value=…`
 */
function maskedPair(pair: string, masking: UrlMasking, isNamed = false): string {
  if (!pair.includes("=")) return pair;
  const parts = pair.split(";");
  const secret = parts.findIndex((part) => {
    const name = part.includes("=") ? decoded(nameOf(part)) : "";
    return name !== "" && (masking.isSecret(name) || (isNamed && hasValueOfAnother(name)));
  });
  if (secret < 0) return masking.pair(pair);
  const rest = parts.slice(secret).join(";");
  const name = nameOf(rest);
  return [...parts.slice(0, secret), `${name}=${masking.hidden(rest.slice(name.length + 1))}`].join(";");
}

function nameOf(part: string): string {
  return part.slice(0, part.indexOf("="));
}

/** A name or a value as servers read it: `%74oken` is `token`. */
export function decoded(text: string): string {
  return decodePercent(text).replaceAll("+", " ");
}
