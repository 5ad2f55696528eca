import type { Reporter } from "../../diagnostics/reporter.js";
import type { YamlEntry } from "../yaml/yaml.js";

/**
 * The response header fields of an operation that is to go: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), by
 * `deprecated`, `x-deprecated-since` and `x-sunset`. Without one of the two dates, there are none.
 */
export function sunsetFields(
  operation: readonly YamlEntry[],
  reporter: Reporter,
): Readonly<Record<string, string>> | undefined {
  const find = (name: string) => operation.find(({ key }) => key === name);
  const time = (entry: YamlEntry | undefined): number | undefined => {
    if (entry === undefined) return undefined;
    const text = entry.file.text(entry.value)?.trim() ?? "";
    const found = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(found)) return found;
    const expected = "a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z";
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    return undefined;
  };
  const since = time(find("x-deprecated-since"));
  const sunset = time(find("x-sunset"));
  if (since === undefined && sunset === undefined) return undefined;
  if (since !== undefined && sunset !== undefined && sunset < since)
    reporter.report(find("x-sunset")?.valueSpan, "sunsetBefore");
  const isDeprecated = since !== undefined || find("deprecated")?.boolean === true;
  return {
    // A date that nobody knows is long past.
    ...(isDeprecated && { deprecation: `@${Math.floor((since ?? 0) / 1000)}` }),
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
  };
}
