/**
 * A URL, or a path with a query, as the log may have it: without user and password, and with `***` in place of the
 * values of parameters whose names say that they are secret.
 */
export const logUrl = (url: string): string => {
  const question = url.indexOf("?");
  const before = question < 0 ? url : url.slice(0, question);
  const base = before.includes("@") ? before.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1") : before;
  return question < 0 ? base : `${base}?${logQuery(url.slice(question + 1))}`;
};

/** A query, as `logUrl` has it. */
export const logQuery = (query: string): string => {
  if (!secretName.test(query)) return query;
  return query
    .split("&")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals >= 0 && isSecretName(pair.slice(0, equals)) ? `${pair.slice(0, equals)}=***` : pair;
    })
    .join("&");
};

export const isSecretName = (name: string): boolean => secretName.test(`${name}=`);

/** In a name, or the last word of it. */
const secretName =
  /token|secret|passw|passphrase|api[-_.]?key|signature|credential|authorization|jwt|(?:^|[&_.-])(?:key|sig|pwd|pass|auth|session|sid)=/i;
