import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ValidationMode, ValidationModes } from "../../syntax/contract.js";
import type { YamlEntry, YamlFile } from "../yaml/yaml.js";

const members = ["request", "response"];

/** Reads `x-flow-validate`. Modes that it does not set stay as in `above`. */
export function readValidate(
  file: YamlFile,
  entry: YamlEntry | undefined,
  above: ValidationModes,
  reporter: Reporter,
): ValidationModes {
  if (entry === undefined) return above;
  const entries = file.entries(entry.value);
  if (entries === undefined) {
    const expected = "a mapping with request, response or both";
    reporter.report(file.valueSpan(entry), "apiType", { key: entry.key, expected });
    return above;
  }
  for (const { key, keySpan } of entries) {
    if (!members.includes(key))
      reporter.report(keySpan, "validateMember", { key, nearest: nearest(key, members) });
  }
  const mode = (name: "request" | "response") => {
    const member = entries.find(({ key }) => key === name);
    return member === undefined ? above[name] : readMode(file, member, reporter);
  };
  return { request: mode("request"), response: mode("response") };
}

function readMode(file: YamlFile, entry: YamlEntry, reporter: Reporter): ValidationMode {
  const mode = validationMode(String(file.scalar(entry.value)));
  if (mode === undefined) reporter.report(file.valueSpan(entry), "validateMode", { name: entry.key });
  return mode ?? false;
}

/** The mode that a text names; `undefined` if it names none. */
export function validationMode(text: string): boolean | "report-only" | undefined {
  if (text === "report-only") return text;
  return text === "true" ? true : text === "false" ? false : undefined;
}
