import { writeJson } from "../../data/json/long-integers.js";
import { type Found, Selection, type Value } from "../../data/model/values.js";
import { logQuery, logUrl } from "./log-url.js";
import { isSecretMember } from "./secret-name.js";

/** A value as debugging shows it: JSON on several lines, with `***` for what is secret by its name or place. */
export function shown(value: Found | Value): string {
  if (value === undefined) return "(empty)";
  const json = value instanceof Selection ? value.toJson() : value;
  return typeof json === "string" ? json : writeJson(json, 2, masked);
}

function masked(name: string, value: unknown): unknown {
  if (isSecretMember(name)) return "***";
  if (typeof value !== "string") return value;
  if (name === "query") return logQuery(value);
  return /^https?:\/\//i.test(value) ? logUrl(value) : value;
}
