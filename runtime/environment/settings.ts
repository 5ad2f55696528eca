/**
 * All settings of the engine. What reads them, what checks them at the start, and the table in docs/running.md follow
 * from this list.
 * @module
 */
import { parseSettings } from "./debug-settings.js";
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

/** The most URLs that `FLOW_READY_URLS` may have. */
const mostReadyUrls = 20;

/** The settings by their names, in the order of the documentation. */
export const settings = {
  PORT: new Setting(["PORT"], integer(0, 65_535), 8080),
  HOST: new Setting<string | undefined>(["HOST"], host, undefined),
  WORKERS: flow("WORKERS", workerCount(), 1),
  WORKER_TIMEOUT: flow("WORKER_TIMEOUT", seconds(2, 3600), 30),
  ADMIN_PORT: flow("ADMIN_PORT", integer(0, 65_535)),
  ADMIN_HOST: flow("ADMIN_HOST", host, "127.0.0.1"),
  READY_URLS: flow(
    "READY_URLS",
    readable(`at most ${mostReadyUrls} URLs with http or https, and without user names`, readyUrls, true),
    [],
  ),
  DRAIN_DELAY: flow("DRAIN_DELAY", seconds(0, 3600), 0),
  TRUSTED_PROXIES: flow(
    "TRUSTED_PROXIES",
    readable("addresses and networks, such as 10.0.0.0/8 fd00::/8", readProxies),
  ),
  ALLOW_MOCKING: flow("ALLOW_MOCKING", flag, false),
  MAX_BODY_BYTES: flow("MAX_BODY_BYTES", amount, 10 * mebibyte),
  MAX_UPSTREAM_BYTES: flow("MAX_UPSTREAM_BYTES", amount, 64 * mebibyte),
  MAX_BODIES_BYTES: flow("MAX_BODIES_BYTES", bytes(1, terabyte)),
  MAX_UPSTREAM_BODIES_BYTES: flow("MAX_UPSTREAM_BODIES_BYTES", bytes(1, terabyte)),
  UPSTREAM_CONNECTIONS: flow("UPSTREAM_CONNECTIONS", integer(1, million), 1000),
  MAX_REQUESTS: flow("MAX_REQUESTS", integer(1, million)),
  MAX_REQUESTS_PER_UPSTREAM: flow("MAX_REQUESTS_PER_UPSTREAM", integer(1, million)),
  MAX_CONNECTIONS: flow("MAX_CONNECTIONS", integer(1, million)),
  MAX_HEAD_BYTES: flow("MAX_HEAD_BYTES", bytes(128, 16 * mebibyte), 16_384),
  REQUEST_TIMEOUT: flow("REQUEST_TIMEOUT", seconds(), 300),
  HEAD_TIMEOUT: flow("HEAD_TIMEOUT", seconds(), 15),
  BODY_TIMEOUT: flow("BODY_TIMEOUT", seconds(), 60),
  ARRIVAL_TIMEOUT: flow("ARRIVAL_TIMEOUT", seconds(), 300),
  IDLE_TIMEOUT: flow("IDLE_TIMEOUT", seconds(), 30),
  KEEP_ALIVE_TIMEOUT: flow("KEEP_ALIVE_TIMEOUT", seconds(), 5),
  MAX_STEPS: flow("MAX_STEPS", integer(1, terabyte), 20 * million),
  XSLT_TIMEOUT: flow("XSLT_TIMEOUT", seconds(), 5),
  XSLT_MEMORY: flow("XSLT_MEMORY", bytes(16 * mebibyte, terabyte), 256 * mebibyte),
  DEFAULT_TIMEOUT: flow("DEFAULT_TIMEOUT", seconds(), 3, "FETCH_DEFAULT_TIMEOUT"),
  MAX_TIMEOUT: flow("MAX_TIMEOUT", seconds(), 60),
  LDAP_TIMEOUT: flow("LDAP_TIMEOUT", seconds()),
  // 0 is what the original engine has for "not set".
  DEFAULT_CONNECT_TIMEOUT: flow(
    "DEFAULT_CONNECT_TIMEOUT",
    seconds(0),
    undefined,
    "FETCH_DEFAULT_CONNECT_TIMEOUT",
  ),
  DEFAULT_TTFB_TIMEOUT: flow("DEFAULT_TTFB_TIMEOUT", seconds(0)),
  DEBUG: flow("DEBUG", readable("of the form topic:level:sink", parseSettings)),
  DEBUG_ALLOW_HEADER: flow("DEBUG_ALLOW_HEADER", flag),
  DEBUG_AUTH: flow("DEBUG_AUTH", text),
  UPSTREAM_ORIGINS: flow(
    "UPSTREAM_ORIGINS",
    readable("origins, such as https://api.example.com https://*.shops.example.com", readOrigins),
  ),
  CACHE_URL: flow("CACHE_URL", readable("a URL with redis or rediss", redisUrl, true)),
  CACHE_MAX_BYTES: flow("CACHE_MAX_BYTES", amount, 64 * mebibyte),
  SERVER_ROLE: flow("SERVER_ROLE", text),
};

export type SettingName = keyof typeof settings;

type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer T> ? T : never;

/**
 * The value of a setting.
 * @throws SettingError if it is wrong; where the process belongs to the app, it has been checked at the start
 */
export function setting<Name extends SettingName>(bindings: unknown, name: Name): ValueOf<Name> {
  return settings[name].of(bindings) as ValueOf<Name>;
}

/** What is wrong with the settings, a sentence for each. */
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

/** The names among these that are like the name of a setting, and are none, a sentence for each. */
export function misspeltSettings(names: Iterable<string>): readonly string[] {
  const known = new Set(Object.values(settings).flatMap((each) => each.names));
  return [...names].flatMap((name) => {
    if (!/^FL(?:OW|AT)_/.test(name) || known.has(name)) return [];
    // Apps for the original engine have variables of their own that begin with FLAT_.
    const meant = (name.startsWith("FLOW_") ? nearest : misspelt)(name, known);
    return meant === undefined ? [] : [`There is no setting ${name.slice(0, 100)}; there is ${meant}.`];
  });
}

/** A setting that is `FLOW_<name>` or `FLAT_<name>`. */
function flow<T>(name: string, kind: Kind<T>): Setting<T | undefined>;
function flow<T>(name: string, kind: Kind<T>, otherwise: T, alias?: string): Setting<T>;
function flow<T>(name: string, kind: Kind<T>, otherwise: undefined, alias: string): Setting<T | undefined>;
function flow<T>(name: string, kind: Kind<T>, otherwise?: T, alias?: string): Setting<T | undefined> {
  const names = alias === undefined ? [name] : [name, alias];
  return new Setting<T | undefined>(
    names.flatMap((each) => [`FLOW_${each}`, `FLAT_${each}`]),
    kind,
    otherwise,
  );
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
