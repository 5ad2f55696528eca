import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { Setting } from "../../syntax/security.js";
import type { YamlEntry } from "../yaml/yaml.js";

/**
 * Reads a text that is in the API description itself, in the file that `file` names, or in the environment
 * variable that `env` names. Returns `undefined` after reporting an error.
 */
export function readSetting(entry: YamlEntry, files: Files, reporter: Reporter): Setting | undefined {
  const span = entry.valueSpan;
  const text = entry.file.text(entry.value);
  if (text !== undefined) {
    const [, variable] = /^\{?\s*\$env\/([\w-]+)\s*\}?$/.exec(text.trim()) ?? [];
    if (variable !== undefined)
      reporter.report(span, "settingExpression", { key: entry.key, name: variable });
    return { kind: "text", span, text };
  }
  const [member, ...others] = entry.entries ?? [];
  const name = member?.string?.trim();
  if (member?.key === "env" && name && others.length === 0)
    return { kind: "environment", span: member.valueSpan, name };
  if (member?.key === "file" && name && others.length === 0)
    return fileSetting(member, name, files, reporter);
  reporter.report(span, "securitySetting", { key: entry.key });
  return undefined;
}

function fileSetting(member: YamlEntry, name: string, files: Files, reporter: Reporter): Setting | undefined {
  const span = member.valueSpan;
  const path = resolvePath(member.file.source.path, name);
  const source = path === undefined ? undefined : files.get(path);
  if (path === undefined) reporter.report(span, "fileOutside", { path: name });
  else if (source === undefined)
    reporter.report(span, "missingFile", { path, nearest: nearest(path, files.names) });
  return source && { kind: "text", span, text: source.text.trim() };
}
