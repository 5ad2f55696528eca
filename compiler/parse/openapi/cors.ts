import { unknownMember } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Cors } from "../../syntax/openapi.js";
import type { YamlEntry } from "../yaml/yaml.js";

const members = ["allowed-origins", "allow-credentials"];

/**
 * Reads `x-flow-cors`: the origins whose pages may use the API. Returns `undefined` after reporting that it
 * names none.
 */
export function readCors(entry: YamlEntry | undefined, reporter: Reporter): Cors | undefined {
  if (entry === undefined) return undefined;
  for (const { key, keySpan } of entry.entries ?? [])
    if (!members.includes(key)) reporter.report(keySpan, "corsMember", unknownMember(key, members));
  const allowed = entry.find("allowed-origins");
  const listed = allowed && (allowed.items ?? [allowed]);
  const origins = listed?.flatMap((origin) => readOrigin(origin, reporter) ?? []) ?? [];
  if (allowed === undefined) reporter.report(entry.valueSpan, "corsOrigins", { key: entry.key });
  const credentials = entry.find("allow-credentials");
  const withCredentials = credentials?.boolean === true;
  if (credentials !== undefined && credentials.boolean === undefined)
    reporter.report(credentials.valueSpan, "apiType", { key: credentials.key, expected: "true or false" });
  if (credentials !== undefined && withCredentials && origins.includes("*"))
    reporter.report(credentials.valueSpan, "corsCredentials");
  return origins.length === 0 ? undefined : { origins, credentials: withCredentials };
}

function readOrigin(entry: YamlEntry, reporter: Reporter): string | undefined {
  const text = entry.string?.trim();
  if (text !== undefined && (text === "*" || isOrigin(text))) return text;
  reporter.report(entry.span, "corsOrigin", { origin: text });
  return undefined;
}

/**
 * True of an origin that is written as browsers send it (RFC 6454 §6.2): in lower case, without a path, and
 * without the port that the scheme implies.
 */
export function isOrigin(text: string): boolean {
  try {
    const { origin } = new URL(text);
    return origin === text && !text.includes("*");
  } catch {
    return false;
  }
}
