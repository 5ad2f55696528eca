/**
 * All settings of the engine. What reads them, what checks them at the start, and the table in docs/running.md follow
 * from this list.
 * @module
 */
import { parseSettings } from "./debug-settings.js";
import { readOmitted } from "./log-members.js";
import { misspelt, nearest } from "./nearest.js";
import { readOrigins } from "./origins.js";
import {
  bytes,
  entriesOf,
  integer,
  type Kind,
  oneOf,
  readable,
  Setting,
  SettingError,
  seconds,
  text,
} from "./setting.js";
import { readProxies } from "./trusted-proxies.js";

const mebibyte = 1024 * 1024;
const terabyte = 1_000_000_000_000;
const million = 1_000_000;

const flag = oneOf({ true: true, false: false });
const host = readable("an IP address or the name of a host", (name) => (isHost(name) ? name : undefined));
const amount = bytes(0, terabyte);
const kept = readable("all, failed or a share, such as 1%", readShare);

/** The most URLs that `FLOW_READY_URLS` may have. */
const mostReadyUrls = 20;

/** The settings by their names, in the order of the documentation. */
export const settings = named({
  SETTINGS_FILE: fixed(text),
  PORT: fixed(integer(0, 65_535), 8080),
  HOST: fixed(host),
  WORKERS: fixed(workerCount(), 1),
  WORKER_TIMEOUT: fixed(seconds(2, 3600), 30),
  ADMIN_PORT: fixed(integer(0, 65_535)),
  ADMIN_HOST: fixed(host, "127.0.0.1"),
  READY_URLS: of(
    readable(`at most ${mostReadyUrls} URLs with http or https, and without user names`, readyUrls, true),
    [],
  ),
  DRAIN_DELAY: of(seconds(0, 3600), 0),
  TRUSTED_PROXIES: of(readable("addresses and networks, such as 10.0.0.0/8 fd00::/8", readProxies)),
  REQUEST_ID_HEADER: of(
    readable("the name of a header field", (name) =>
      /^[\w-]{1,100}$/.test(name) ? name.toLowerCase() : undefined,
    ),
  ),
  LIMIT_IPV6_PREFIX: of(integer(1, 128), 64),
  ALLOW_MOCKING: of(flag, false),
  MAX_BODY_BYTES: of(amount, 10 * mebibyte),
  MAX_UPSTREAM_BYTES: of(amount, 64 * mebibyte),
  MAX_BODIES_BYTES: of(bytes(1, terabyte)),
  MAX_UPSTREAM_BODIES_BYTES: of(bytes(1, terabyte)),
  UPSTREAM_CONNECTIONS: fixed(integer(1, million), 1000),
  UPSTREAM_CONNECTION_AGE: fixed(seconds(1, 86_400), 300),
  MAX_REQUESTS: of(integer(1, million)),
  MAX_REQUESTS_PER_UPSTREAM: of(integer(1, million)),
  MAX_CONNECTIONS: of(integer(1, million)),
  MAX_HEAD_BYTES: fixed(bytes(128, 16 * mebibyte), 16_384),
  REQUEST_TIMEOUT: of(seconds(), 300),
  HEAD_TIMEOUT: fixed(seconds(), 15),
  BODY_TIMEOUT: of(seconds(), 60),
  ARRIVAL_TIMEOUT: fixed(seconds(), 300),
  IDLE_TIMEOUT: fixed(seconds(), 30),
  // Longer than what balancers wait as a rule: else they send on a connection that ends.
  KEEP_ALIVE_TIMEOUT: fixed(seconds(), 75),
  MAX_STEPS: fixed(integer(1, terabyte), 20 * million),
  XSLT_TIMEOUT: of(seconds(), 5),
  XSLT_MEMORY: fixed(bytes(16 * mebibyte, terabyte), 256 * mebibyte),
  DEFAULT_TIMEOUT: of(seconds(), 3, "FETCH_DEFAULT_TIMEOUT"),
  MAX_TIMEOUT: of(seconds(), 60),
  LDAP_TIMEOUT: of(seconds()),
  // 0 is what the original engine has for "not set".
  DEFAULT_CONNECT_TIMEOUT: of(seconds(0), undefined, "FETCH_DEFAULT_CONNECT_TIMEOUT"),
  DEFAULT_TTFB_TIMEOUT: of(seconds(0)),
  DEBUG: of(readable("of the form topic:level:sink", parseSettings)),
  DEBUG_ALLOW_HEADER: of(flag),
  DEBUG_AUTH: of({ ...text, isSecret: true }),
  UPSTREAM_ORIGINS: of(
    readable("origins, such as https://api.example.com https://*.shops.example.com", readOrigins),
  ),
  CACHE_URL: of(readable("a URL with redis or rediss", redisUrl, true)),
  CACHE_MAX_BYTES: fixed(amount, 64 * mebibyte),
  LOG_ACCESS: of(kept, "all" as const),
  LOG_UPSTREAM: of(kept, "all" as const),
  LOG_NAMES: fixed(oneOf({ ecs: "ecs" as const, opentelemetry: "opentelemetry" as const })),
  LOG_OMIT: fixed(readable("names of members of events, such as agent referrer", readOmitted)),
  LOG_ALERTS: of(oneOf({ warning: "warning", error: "error" }), "warning"),
  RECORD: fixed(readable("failed, slow:<time> or both, such as failed,slow:2s", readRecordSettings)),
  RECORD_DIRECTORY: fixed(text),
  RECORD_MAX_BYTES: fixed(bytes(1, terabyte), 256 * mebibyte),
  SERVER_TIMING: fixed(flag, false),
  SERVER_ROLE: of(text),
});

export type SettingName = keyof typeof settings;

type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer T> ? T : never;

/**
 * The value of a setting.
 * @throws SettingError if it is wrong; where the process belongs to the app, it has been checked at the start
 */
export function setting<Name extends SettingName>(bindings: unknown, name: Name): ValueOf<Name> {
  return settings[name].of(bindings) as ValueOf<Name>;
}

/** Returns the faults of the settings, a sentence for each. */
export function wrongSettings(bindings?: unknown): readonly string[] {
  return Object.values(settings).flatMap((each: Setting<unknown>) => {
    try {
      each.of(bindings);
      return [];
    } catch (error) {
      if (error instanceof SettingError) return [error.message];
      throw error;
    }
  });
}

/** Behind the name of a variable: the other variable names a file that has the value. */
export const inFile = "_FILE";

/** The variables of settings that may hold secrets. */
export function secretVariables(): readonly string[] {
  return Object.values(settings).flatMap(({ kind, names }: Setting<unknown>) => (kind.isSecret ? names : []));
}

/** The names among these that are like the name of a setting, and are none, a sentence for each. */
export function misspeltSettings(names: Iterable<string>): readonly string[] {
  const known = new Set(Object.values(settings).flatMap((each) => each.names));
  for (const name of secretVariables()) known.add(`${name}${inFile}`);
  return [...names].flatMap((name) => {
    if (!/^FL(?:OW|AT)_/.test(name) || known.has(name)) return [];
    // Apps for the original engine have variables of their own that begin with FLAT_.
    const meant = (name.startsWith("FLOW_") ? nearest : misspelt)(name, known);
    return meant === undefined ? [] : [`There is no setting ${name.slice(0, 100)}; there is ${meant}.`];
  });
}

/** The facts about a setting but for its name. */
interface Definition<T> {
  readonly kind: Kind<unknown>;
  readonly otherwise: T;
  /** Another name for the same. */
  readonly alias: string | undefined;
  readonly isFixed: boolean;
}

/** @param otherwise the value where the setting is not set */
function of<T, O = undefined>(kind: Kind<T>, otherwise?: O, alias?: string): Definition<T | O> {
  return { kind, otherwise: otherwise as O, alias, isFixed: false };
}

/** The same of a setting that is read once: a process that runs keeps its value. */
function fixed<T, O = undefined>(kind: Kind<T>, otherwise?: O): Definition<T | O> {
  return { ...of(kind, otherwise), isFixed: true };
}

/** Their variables are `FLOW_<name>` and `FLAT_<name>`, but for `PORT` and `HOST`, which have the same name everywhere. */
function named<T>(definitions: { readonly [N in keyof T]: Definition<T[N]> }) {
  const variables = (name: string) =>
    /^(?:PORT|HOST)$/.test(name) ? [name] : [`FLOW_${name}`, `FLAT_${name}`];
  return Object.fromEntries(
    Object.entries<Definition<unknown>>(definitions).map(([name, { kind, otherwise, alias, isFixed }]) => {
      const names = [name, ...(alias === undefined ? [] : [alias])].flatMap(variables);
      return [name, new Setting(names, kind, otherwise, isFixed)];
    }),
  ) as { readonly [N in keyof T]: Setting<T[N]> };
}

function workerCount(): Kind<number | "auto"> {
  const count = integer(1, 1000);
  return {
    allowed: `auto or ${count.allowed}`,
    read: (text) => (text === "auto" ? text : count.read(text)),
  };
}

function isHost(name: string): boolean {
  return (
    /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(name) || URL.canParse(`http://[${name.replace(/%.*/s, "")}]`)
  );
}

/** The requests that a server keeps. */
export interface RecordSettings {
  readonly failed: boolean;
  /** Seconds from which on a request is slow; `undefined` if none is. */
  readonly slow: number | undefined;
}

function readRecordSettings(text: string): RecordSettings | undefined {
  const entries = entriesOf(text);
  const slow = entries
    .filter((entry) => entry.startsWith("slow:"))
    .map((entry) => seconds().read(entry.slice(5)));
  const failed = entries.filter((entry) => entry === "failed");
  const isRight = entries.length > 0 && entries.length === slow.length + failed.length;
  if (!isRight || slow.length > 1 || slow.includes(undefined)) return undefined;
  return { failed: failed.length > 0, slow: slow[0] };
}

/** The share of the events that is kept, from 0 to 1: failures are kept besides. */
function readShare(text: string): "all" | number | undefined {
  if (text === "all") return text;
  if (text === "failed") return 0;
  const [, percent] = /^(\d{1,3}(?:\.\d{1,9})?)%$/.exec(text) ?? [];
  return percent === undefined || Number(percent) > 100 ? undefined : Number(percent) / 100;
}

/** `fetch` takes no URL with a user. */
function readyUrls(text: string): readonly string[] | undefined {
  const urls = entriesOf(text);
  const areAll = urls.every((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  });
  return areAll && urls.length <= mostReadyUrls ? urls : undefined;
}

function redisUrl(text: string): string | undefined {
  return /^rediss?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== "" ? text : undefined;
}
