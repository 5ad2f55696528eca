import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Cors } from "../../syntax/openapi.js";
import type { YamlEntry, YamlFile, YamlValue } from "../yaml/yaml.js";

const members = ["allowed-origins", "allow-credentials"];

/**
 * Reads `x-flow-cors`: the origins whose pages may use the API. Returns `undefined` after reporting that it
 * names none.
 */
export function readCors(file: YamlFile, entry: YamlEntry | undefined, reporter: Reporter): Cors | undefined {
  if (entry === undefined) return undefined;
  const entries = file.entries(entry.value) ?? [];
  for (const { key, keySpan } of entries) {
    if (!members.includes(key))
      reporter.report(keySpan, "corsMember", { key, nearest: nearest(key, members) });
  }
  const allowed = entries.find(({ key }) => key === "allowed-origins");
  const origins = allowed === undefined ? [] : readOrigins(file, allowed, reporter);
  if (allowed === undefined) reporter.report(file.valueSpan(entry), "corsOrigins", { key: entry.key });
  const credentials = entries.find(({ key }) => key === "allow-credentials");
  const withCredentials = credentials !== undefined && file.boolean(credentials.value) === true;
  if (credentials !== undefined && file.boolean(credentials.value) === undefined)
    reporter.report(file.valueSpan(credentials), "apiType", {
      key: credentials.key,
      expected: "true or false",
    });
  if (credentials !== undefined && withCredentials && origins.includes("*"))
    reporter.report(file.valueSpan(credentials), "corsCredentials");
  return origins.length === 0 ? undefined : { origins, credentials: withCredentials };
}

function readOrigins(file: YamlFile, entry: YamlEntry, reporter: Reporter): readonly string[] {
  const values = file.items(entry.value) ?? [entry.value];
  return values.flatMap((value) => readOrigin(file, entry, value, reporter) ?? []);
}

function readOrigin(
  file: YamlFile,
  entry: YamlEntry,
  value: YamlValue,
  reporter: Reporter,
): string | undefined {
  const text = file.string(value)?.trim();
  if (text !== undefined && (text === "*" || isOrigin(text))) return text;
  const span = value === null ? file.valueSpan(entry) : file.span(value);
  reporter.report(span, "corsOrigin", { origin: text });
  return undefined;
}

/**
 * Whether an origin is written as browsers send it (RFC 6454 §6.2): in lower case, without a path, and
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
