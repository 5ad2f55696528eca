import type { Reporter } from "../../diagnostics/reporter.js";
import { oddMediaType } from "../http/known-media-types.js";
import type { YamlEntry, YamlFile } from "../yaml/yaml.js";

/** Reports the media types under `consumes` and `produces` that nobody knows. */
export function checkListedMediaTypes(
  file: YamlFile,
  entries: readonly YamlEntry[],
  reporter: Reporter,
): void {
  for (const { key, value } of entries) {
    if (key !== "consumes" && key !== "produces") continue;
    for (const item of file.items(value) ?? []) {
      const odd = oddMediaType(file.string(item) ?? "");
      if (odd !== undefined && item !== null)
        reporter.report(file.span(item), "declaredMediaType", { name: odd.name, nearest: odd.meant });
    }
  }
}

/** Reports the keys under `content` that are media types which nobody knows: of the body, or of a response. */
export function checkContent(file: YamlFile, message: YamlEntry | undefined, reporter: Reporter): void {
  const content = message && file.entries(message.value)?.find(({ key }) => key === "content");
  for (const { key, keySpan } of (content && file.entries(content.value)) ?? []) {
    const odd = oddMediaType(key);
    if (odd !== undefined)
      reporter.report(keySpan, "declaredMediaType", { name: odd.name, nearest: odd.meant });
  }
}
