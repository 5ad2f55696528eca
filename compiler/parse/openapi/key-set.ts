import { urlProblem } from "../../../runtime/security/jwt/key-set-url.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { KeySet, Setting } from "../../syntax/security.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { readSetting } from "./setting.js";

/** The members of `x-flow-jwt` about keys that are fetched. */
export const keySetMembers = ["jwks-url", "jwks-ttl", "jwks-max-stale", "jwks-allow-http"] as const;

type Member = (typeof keySetMembers)[number];

/** Seconds: a day, and a week. */
const longestTimeToLive = 86_400;
const longestStale = 604_800;

/** Reads where a key set is, and how long its keys are used. Returns `undefined` after reporting an error. */
export function readKeySet(jwt: YamlEntry, files: Files, reporter: Reporter): KeySet | undefined {
  const member = (name: Member) => jwt.find(name);
  const seconds = (name: Member, least: number, most: number) => {
    const entry = member(name);
    if (entry === undefined) return undefined;
    const value = entry.scalar;
    if (typeof value === "number" && value >= least && value <= most) return value;
    const expected = `a number of seconds from ${least} to ${most}`;
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    return undefined;
  };
  const timeToLive = seconds("jwks-ttl", 1, longestTimeToLive);
  const maxStale = seconds("jwks-max-stale", 0, longestStale);
  const allowsHttp = readPermission(member("jwks-allow-http"), reporter);
  const entry = member("jwks-url");
  const url = entry && readSetting(entry, files, reporter);
  if (url === undefined) return undefined;
  checkUrl(url, allowsHttp, reporter);
  return { kind: "key-set", url, timeToLive, maxStale, allowsHttp };
}

function readPermission(entry: YamlEntry | undefined, reporter: Reporter): boolean {
  if (entry === undefined) return false;
  const value = entry.boolean;
  if (value === undefined)
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected: "true or false" });
  return value === true;
}

function checkUrl(url: Setting, allowsHttp: boolean, reporter: Reporter): void {
  if (url.kind !== "text") return;
  const problem = urlProblem(url.text, allowsHttp);
  if (problem === "malformed") reporter.report(url.span, "keySetUrl");
  if (problem === "insecure") reporter.report(url.span, "keySetInsecure");
}
