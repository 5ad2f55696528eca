import type { JsonObject } from "./values.js";

/**
 * A `Cookie` field (RFC 6265 §4.2.1) as name and value, quotes stripped, nothing decoded. Of several cookies with one
 * name the first counts: user agents send the one with the more specific path first (§5.4).
 */
export const parseCookies = (field: string): JsonObject => {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of field.split(";")) {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? "" : pair.slice(0, equals).trim();
    if (name === "" || Object.hasOwn(cookies, name)) continue;
    const value = pair.slice(equals + 1).trim();
    const quoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    cookies[name] = quoted ? value.slice(1, -1) : value;
  }
  return cookies;
};
