import { unknownMember } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { ValidationMode, ValidationModes } from "../../syntax/contract.js";
import type { YamlEntry } from "../yaml/yaml.js";

const members = ["request", "response"];

/** Reads `x-flow-validate`. Modes that it does not set stay as in `above`. */
export function readValidate(
  entry: YamlEntry | undefined,
  above: ValidationModes,
  reporter: Reporter,
): ValidationModes {
  if (entry === undefined) return above;
  const entries = entry.entries;
  if (entries === undefined) {
    const expected = "a mapping with request, response or both";
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    return above;
  }
  for (const { key, keySpan } of entries) {
    if (!members.includes(key)) reporter.report(keySpan, "validateMember", unknownMember(key, members));
  }
  const mode = (name: "request" | "response") => {
    const member = entry.find(name);
    return member === undefined ? above[name] : readMode(member, reporter);
  };
  return { request: mode("request"), response: mode("response") };
}

function readMode(entry: YamlEntry, reporter: Reporter): ValidationMode {
  const mode = validationMode(String(entry.scalar));
  if (mode === undefined) reporter.report(entry.valueSpan, "validateMode", { name: entry.key });
  return mode ?? false;
}

/** The mode that a text names; `undefined` if it names none. */
export function validationMode(text: string): boolean | "report-only" | undefined {
  if (text === "report-only") return text;
  return text === "true" ? true : text === "false" ? false : undefined;
}
