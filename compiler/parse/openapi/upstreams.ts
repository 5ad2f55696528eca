import { settings } from "../../../runtime/base/settings.js";
import { unknownMember } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { PemSource, UpstreamRules } from "../../syntax/openapi.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { isOrigin } from "./cors.js";
import { readPercent, readQuantity, readRate } from "./quantities.js";

const members = [
  "max-requests",
  "queue",
  "rate",
  "breaker",
  "rest",
  "retry-budget",
  "timeout",
  "connect-timeout",
  "time-to-first-byte-timeout",
  "connection-age",
  "client-certificate",
  "health",
] as const;

type Member = (typeof members)[number];

/** Seconds that an open breaker rests unless `rest` says otherwise. */
const usualRest = 5;

/** Reads `x-flow-upstreams`: for each upstream system, by its origin, how much of it may be used. */
export function readUpstreams(entry: YamlEntry | undefined, reporter: Reporter): readonly UpstreamRules[] {
  if (entry === undefined) return [];
  if (entry.entries === undefined) {
    const expected = "a mapping of origins, such as https://users.example or $env/USERS_API";
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
  }
  return (entry.entries ?? []).flatMap((one) => readUpstream(one, reporter) ?? []);
}

function readUpstream(entry: YamlEntry, reporter: Reporter): UpstreamRules | undefined {
  const { key, keySpan } = entry;
  const [, variable] = /^\$env\/([A-Za-z_]\w*)$/.exec(key) ?? [];
  if (variable === undefined && !(/^https?:/.test(key) && isOrigin(key))) {
    reporter.report(keySpan, "upstreamOrigin", { text: key });
    return undefined;
  }
  if (entry.entries === undefined) {
    reporter.report(entry.valueSpan, "apiType", { key, expected: `a mapping with ${members.join(", ")}` });
    return undefined;
  }
  if (entry.entries.length === 0)
    reporter.report(entry.valueSpan, "upstreamIdle", { key, needed: "a setting such as max-requests" });
  for (const member of entry.entries)
    if (!members.some((name) => name === member.key))
      reporter.report(member.keySpan, "upstreamMember", unknownMember(member.key, members));
  const read = <T>(
    name: Member,
    reader: (text: string) => T | undefined,
    expected: string,
  ): T | undefined => {
    const found = entry.find(name);
    if (found === undefined) return undefined;
    const value = reader(String(found.scalar));
    if (value === undefined) reporter.report(found.valueSpan, "apiType", { key: name, expected });
    return value;
  };
  const seconds = (text: string) => readQuantity(text, 0, 3600);
  const time = (name: Member, most: number) =>
    read(
      name,
      (text) => readQuantity(text, shortest, most),
      `a number of seconds from ${shortest} to ${most}`,
    );
  const breaker = read("breaker", readBreaker, "a share of requests, such as 50% of 20");
  const rest = read("rest", seconds, "a number of seconds up to 3600");
  const rate = read("rate", readRate, "a rate, such as 100/s or 60/min");
  const rules: UpstreamRules = {
    span: keySpan,
    origin: variable === undefined ? key : { env: variable },
    maxRequests: read("max-requests", (text) => readQuantity(text, 1, 1_000_000, true), "an integer from 1"),
    queue: read("queue", seconds, "a number of seconds up to 3600"),
    rate: rate && rate.count / rate.seconds,
    breaker: breaker && { ...breaker, rest: rest ?? usualRest },
    health: read("health", readPath, "a path, such as /health"),
    credentials: readCredentials(entry.find("client-certificate"), reporter),
    retryBudget: read("retry-budget", readPercent, "a share of requests, such as 20%"),
    timeout: time("timeout", longest),
    connectTimeout: time("connect-timeout", longest),
    firstByteTimeout: time("time-to-first-byte-timeout", longest),
    connectionAge: time("connection-age", day),
  };
  if (rest !== undefined && entry.find("breaker") === undefined)
    reporter.report(entry.find("rest")?.keySpan, "upstreamIdle", { key: "rest", needed: "breaker" });
  if (rules.queue !== undefined && !(entry.find("max-requests") ?? entry.find("rate")))
    reporter.report(entry.find("queue")?.keySpan, "upstreamIdle", {
      key: "queue",
      needed: "max-requests or rate",
    });
  checkTimes(entry, rules, reporter);
  return rules;
}

/** In seconds. */
const shortest = 0.001;
const longest = 3600;
const day = 86_400;

/** Finds times that are longer than any, and parts of a request that have more time than the whole. */
function checkTimes(
  entry: YamlEntry,
  { queue, timeout, connectTimeout, firstByteTimeout }: UpstreamRules,
  reporter: Reporter,
): void {
  const limit = settings.MAX_TIMEOUT.otherwise;
  const parts = { queue, "connect-timeout": connectTimeout, "time-to-first-byte-timeout": firstByteTimeout };
  for (const [name, seconds = 0] of Object.entries({ timeout, ...parts })) {
    const span = entry.find(name)?.valueSpan;
    if (seconds > limit) reporter.report(span, "longTimeout", { seconds, limit });
    else if (name !== "timeout" && timeout !== undefined && seconds > timeout)
      reporter.report(span, "idleTimeout", { name, whole: "timeout" });
  }
}

const readPath = (text: string) => (/^\/[^\s#{}]*$/.test(text) ? text : undefined);

const pems = ["certificate", "key", "ca"];

/** Reads where the PEM of a certificate, its key and of authorities is when the app runs. */
function readCredentials(
  entry: YamlEntry | undefined,
  reporter: Reporter,
): Readonly<Record<string, PemSource>> | undefined {
  if (entry === undefined) return undefined;
  const sources = (entry.entries ?? []).map(({ key, valueSpan, entries }) => {
    const [source, ...others] = entries ?? [];
    const text = source?.string?.trim();
    const isRight = others.length === 0 && pems.includes(key) && text;
    if (isRight && source?.key === "env") return [key, { env: text }] as const;
    if (isRight && source?.key === "path") return [key, { path: text }] as const;
    const expected = pems.includes(key)
      ? "env: with a variable, or path: with a file that is there at run time"
      : `one of ${pems.join(", ")}`;
    reporter.report(valueSpan, "apiType", { key, expected });
    return undefined;
  });
  const found = sources.filter((source) => source !== undefined);
  const names = found.map(([name]) => name);
  if (names.includes("certificate") !== names.includes("key") || sources.length === 0)
    reporter.report(entry.keySpan, "apiType", {
      key: entry.key,
      expected: "a mapping with certificate and key, or with ca",
    });
  return Object.fromEntries(found);
}

function readBreaker(text: string): { readonly share: number; readonly of: number } | undefined {
  const words = text.trim().split(/\s+/);
  const [word, count = ""] = words.splice(-2);
  if (word !== "of") return undefined;
  const share = readPercent(words.join(" "));
  const of = readQuantity(count, 2, 1000, true);
  return share && of ? { share, of } : undefined;
}
