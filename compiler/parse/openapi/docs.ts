import type { Reporter } from "../../diagnostics/reporter.js";
import { lineText } from "../../source/source-text.js";
import type { PathItem, PublishedDocs } from "../../syntax/openapi.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { matchKey, parsePathPattern, placesIn } from "./path-pattern.js";

const members = ["description", "page"] as const;

/**
 * Reads `x-flow-docs`: the paths, relative to the base path, at which the app serves its description and a page about it.
 * @param items the paths that the app has already
 */
export function readDocs(
  entry: YamlEntry | undefined,
  items: readonly PathItem[],
  base: string,
  reporter: Reporter,
): PublishedDocs | undefined {
  if (entry === undefined) return undefined;
  const entries = entry.entries;
  const known = entries?.filter(({ key }) => (members as readonly string[]).includes(key)) ?? [];
  if (entries === undefined || known.length === 0 || known.length < entries.length) {
    const expected = "a mapping with description, page, or both: the paths that they are served at";
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    return undefined;
  }
  const taken = new Map(items.map((item) => [matchKey(item), item] as const));
  const paths = known.map((each) => [each.key, readPath(each, taken, reporter)] as const);
  const [description, page] = members.map((name) => paths.find(([key]) => key === name)?.[1]);
  if (description !== undefined && description === page) {
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected: "a mapping of two paths" });
    return undefined;
  }
  for (const { string = "", valueSpan } of known)
    if (base !== "" && string.startsWith(`${base}/`)) reporter.report(valueSpan, "basePathTwice", { base });
  return { description, page };
}

/** A path without parameters that no flow answers. */
function readPath(
  entry: YamlEntry,
  taken: ReadonlyMap<string, PathItem>,
  reporter: Reporter,
): string | undefined {
  const text = entry.string;
  const span = entry.valueSpan;
  if (text === undefined || !/^(?:\/[\w.~-]+)+$/.test(text)) {
    const expected = "a path such as /openapi.json: letters, digits, dots, hyphens and slashes";
    reporter.report(span, "apiType", { key: entry.key, expected });
    return undefined;
  }
  const parsed = parsePathPattern(text, placesIn(span, undefined), reporter);
  const other = parsed && taken.get(matchKey(parsed));
  if (other === undefined) return text;
  reporter.report(span, "pathDuplicate", { other: other.pattern, line: lineText(other.span, span.source) });
  return undefined;
}
