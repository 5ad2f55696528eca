import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { entriesOf } from "../../base/setting.js";
import { inFile, misspeltSettings, settings } from "../../base/settings.js";
import type { JsonObject } from "../../data/model/values.js";
import { connectedTo, readSettings, type TlsSettings } from "../../upstream/sockets/socket-settings.js";
import { answers } from "../node/upstream-probes.js";
import { readVariables } from "../node/variables.js";
import { credentialChecks, endsIn, endsSoon, pemOf } from "./certificates.js";
import { collectors } from "./collectors.js";
import { adviceFor, connect } from "./connect.js";
import { type Credentials, type NeededUpstream, type Needs, urlOf } from "./needs.js";
import { advised, type Check } from "./report.js";

/** The facts about a start that was tried. */
export interface Start {
  /** What is wrong with settings, a sentence for each. */
  readonly faults: readonly string[];
  /** The words for a start with nothing wrong. */
  readonly says: string;
  /** The files that are not there, of those that the app may load. */
  readonly missing: readonly string[];
  /** The signals that go to a collector. */
  readonly signals: readonly string[];
  /** The variable that names Redis, and where that is. */
  readonly cache: { readonly subject: string; readonly url: URL } | undefined;
}

/** Connections that are tried at once. */
const atOnce = 50;

/** Looks at the surroundings of an app, with the environment of this process as its own. */
export async function examine(needs: Needs, start: Start): Promise<readonly Check[]> {
  const { environment, secrets, tokens = [], upstreams, certificates = {} } = needs;
  const files = new Map(secrets.map(({ name, file }) => [name, file]));
  const questions = [
    ...upstreams.map((one) => () => upstreamChecks(one)),
    ...Object.entries(certificates).map(
      ([path, text]) =>
        async () =>
          credentialChecks(path, { certificate: { path: text } }),
    ),
    ...readyUrls().map(
      (url) => () =>
        reached("upstream", `FLOW_READY_URLS (${url.host})`, url, { health: url.pathname + url.search }),
    ),
    ...collectors(start.signals).map(
      ({ name, url, credentials }) =>
        () =>
          systemChecks("collector", `${name} (${new URL(url).host})`, new URL(url), { credentials }),
    ),
    () => cacheChecks(needs, start),
  ];
  return [
    ...settingChecks(start),
    ...start.missing.map(missing),
    ...environment.map((name) => variable(name, files.get(name), tokens.includes(name))),
    ...(await inTurn(questions)).flat(),
  ];
}

/** Asks so many questions at once. The answers come in the order of the questions. */
async function inTurn<T>(questions: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const all: T[] = [];
  const rest = questions.entries();
  const work = async (): Promise<void> => {
    for (const [index, ask] of rest) all[index] = await ask();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all;
}

function settingChecks({ faults, says }: Start): readonly Check[] {
  const wrong = [...new Set(faults)];
  const misspelt = misspeltSettings(Object.keys(process.env));
  const check =
    (state: Check["state"]) =>
    (message: string): Check => ({ state, check: "settings", subject: "", message });
  return [
    ...wrong.map(check("wrong")),
    ...misspelt.map(check("warning")),
    ...(wrong.length + misspelt.length === 0 ? [check("ok")("all are right")] : []),
    {
      ...{ state: wrong.length === 0 ? "ok" : "wrong", check: "start", subject: "server.js" },
      message: wrong.length === 0 ? says : "does not start",
    },
  ];
}

/** Files that only settings ask for. */
const asking: ReadonlyMap<string, readonly (keyof typeof settings)[]> = new Map([
  ["redis-client.cjs", ["CACHE_URL"]],
  ["recording.cjs", ["RECORD"]],
  ["telemetry.cjs", ["ADMIN_PORT"]],
  ["log-form.cjs", ["LOG_NAMES", "LOG_OMIT"]],
]);

function missing(subject: string): Check {
  const names = asking.get(subject);
  const isSet = (name: keyof typeof settings) => settings[name].names.some((each) => process.env[each]);
  const isAsked = names === undefined || names.some(isSet);
  const message = "is not beside server.js, or cannot be read";
  return {
    state: isAsked ? "wrong" : "warning",
    check: "file",
    subject,
    message,
    advice: "Copy it from where the app was built.",
  };
}

/**
 * @param file the variable that may name a file with the value
 * @param isOfTokens true if no token is accepted without it
 */
function variable(name: string, file = name, isOfTokens = false): Check {
  const check = "environment";
  const path = process.env[file];
  if (process.env[name]) return { state: "ok", check, subject: name, message: "is set" };
  if (!path && isOfTokens)
    return { state: "wrong", check, subject: name, message: "is not set, so no token is accepted" };
  if (!path)
    return {
      ...{ state: "warning", check, subject: name, message: "is not set, and the app reads it" },
      advice: "Set it, unless flows do without.",
    };
  return isReadable(path)
    ? { state: "ok", check, subject: file, message: "is a file that can be read" }
    : { state: "wrong", check, subject: file, message: "is no file that can be read" };
}

function isReadable(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

async function upstreamChecks(upstream: NeededUpstream): Promise<readonly Check[]> {
  const { origin, credentials } = upstream;
  const url = urlOf(origin);
  const from = upstream.from.join(", ");
  if (url !== undefined) {
    const subject = origin.includes("$") ? `${origin} (${url.host})` : origin;
    const checks = await systemChecks("upstream", subject, url, upstream, origin);
    return checks.map((check) => (from === "" ? check : { ...check, from }));
  }
  const own = credentials === undefined ? [] : credentialChecks(origin, credentials);
  // A variable that is not set is told of already; one may also have a host alone, or anything.
  const isUrl = /^\$\w+$/.test(origin) && process.env[origin.slice(1)];
  const message = "is no URL, so it was not looked at";
  const advice = "Requests need a URL that begins with http:// or https://.";
  return isUrl
    ? [{ state: "warning", check: "upstream", subject: origin, message, from, advice }, ...own]
    : own;
}

/** How a system is reached, and what says that it is well. */
type System = Partial<Pick<NeededUpstream, "health" | "credentials" | "options">>;

async function systemChecks(
  check: "upstream" | "collector",
  subject: string,
  url: URL,
  system: System,
  owner = subject,
): Promise<readonly Check[]> {
  const { credentials } = system;
  const own = credentials === undefined ? [] : credentialChecks(owner, credentials);
  return [...(await reached(check, subject, url, system)), ...own];
}

async function reached(
  check: "upstream" | "collector",
  subject: string,
  url: URL,
  { health, credentials = {}, options }: System,
): Promise<readonly Check[]> {
  const told = (state: Check["state"], message: string, advice?: string): Check =>
    advised({ state, check, subject, message }, advice);
  if (check === "upstream" && origins()?.allows(url) === false)
    return [
      {
        ...{ state: "wrong", check: "settings", subject: "FLOW_UPSTREAM_ORIGINS" },
        message: `does not have ${subject}, so requests to it fail`,
        advice: "Add its origin.",
      },
    ];
  const way = wayTo(url, options);
  if (typeof way === "string") return [told("ok", way)];
  const { to, name = to, tls, what = "" } = way;
  const { problem, expires } = await connect(to, name, { ...pemsOf(credentials), ...tls });
  const isWell = health === undefined || (await answers(url.origin + health));
  const advice = problem === undefined ? undefined : adviceFor(problem);
  const shown: Check = {
    state: "warning",
    check: "certificate",
    subject,
    message: `the certificate that it shows ${endsIn(expires ?? 0)}`,
  };
  return [
    !isWell
      ? told(
          "wrong",
          `${health} does not say that it is well`,
          advice ?? "It has to answer with a status below 500 within 2 s.",
        )
      : problem === undefined
        ? told("ok", health === undefined ? `${what}can be connected to` : `${health} says that it is well`)
        : told("wrong", `${what}cannot be connected to: ${problem}`, advice),
    ...(problem === undefined && expires !== undefined && endsSoon(expires)
      ? [advised(shown, "Whoever runs it has to renew it.")]
      : []),
  ];
}

interface Way {
  readonly to: URL;
  /** The URL with the name that the certificate has to have. */
  readonly name?: URL;
  readonly tls?: ConnectionOptions;
  /** What stands in its place, with a space behind it. */
  readonly what?: string;
}

/** Where connections to a system go, and how; a sentence where only requests know that. */
function wayTo(url: URL, options: NeededUpstream["options"]): Way | string {
  const byProxy = (to: URL): Way => ({ to, what: `the proxy ${to.host} ` });
  const usual = proxyOf(url);
  if (options === undefined) return usual === undefined ? { to: url } : byProxy(usual);
  const { "client-certificate-file": _, ...others } = options;
  if (Object.values(others).includes(null)) return "was not looked at: only requests know how it is reached";
  try {
    const { tls, transport, proxy } = readSettings({ options: others as JsonObject, certificate: undefined });
    const to = connectedTo(url, { transport, proxy });
    if (proxy !== undefined) return byProxy(to);
    return { to, name: url, tls: tlsOf(tls), ...(to.host !== url.host && { what: `${to.host} ` }) };
  } catch (error) {
    return (error as Error).message;
  }
}

function tlsOf({ isChecked, ...tls }: TlsSettings): ConnectionOptions {
  return {
    ...tls,
    rejectUnauthorized: isChecked,
  };
}

/** The proxy of the environment, which Node uses where it is told to. */
function proxyOf({ protocol, hostname }: URL): URL | undefined {
  const { env } = process;
  const named = (name: string) => env[name.toLowerCase()] || env[name];
  const text = named(protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  if (!env.NODE_USE_ENV_PROXY || !/^https?:$/.test(protocol) || !text || !URL.canParse(text))
    return undefined;
  const isExcepted = entriesOf(named("NO_PROXY") ?? "").some((entry) => {
    const name = entry.replace(/^\*?\./, "").replace(/:\d+$/, "");
    return entry === "*" || hostname === name || hostname.endsWith(`.${name}`);
  });
  return isExcepted ? undefined : new URL(text);
}

/** What can be read of them; the rest is told by checks of their own. */
function pemsOf(sources: Credentials): ConnectionOptions {
  const read = (name: string): string | undefined => {
    const source = sources[name];
    try {
      return source && pemOf(source);
    } catch {
      return undefined;
    }
  };
  const [ca, cert, key] = [read("ca"), read("certificate"), read("key")];
  return { ...(ca && { ca }), ...(cert && key && { cert, key }) };
}

/** Wrong settings are told elsewhere. */
function valueIfRight<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function origins() {
  return valueIfRight(() => settings.UPSTREAM_ORIGINS.of(undefined));
}

function readyUrls(): readonly URL[] {
  return (valueIfRight(() => settings.READY_URLS.of(undefined)) ?? []).map((text) => new URL(text));
}

/** The Redis that a setting names. To be asked before the start takes the value from a file. */
export function cacheOf(): Start["cache"] {
  const { variables } = readVariables(process.env);
  for (const name of settings.CACHE_URL.names) {
    const subject = process.env[`${name}${inFile}`] ? `${name}${inFile}` : name;
    const text = variables[name]?.trim() ?? "";
    if (URL.canParse(text) && /^rediss?:/.test(text)) return { subject, url: new URL(text) };
  }
  return undefined;
}

async function cacheChecks({ files }: Needs, { cache }: Start): Promise<readonly Check[]> {
  if (cache === undefined) return [];
  const { subject, url } = cache;
  const told = (state: Check["state"], message: string, advice?: string): readonly Check[] => [
    advised({ state, check: "cache", subject, message }, advice),
  ];
  if (files?.includes("redis-client.cjs") === false)
    return told("warning", "is set, and no flow keeps anything there", "Leave it out.");
  try {
    const { RedisStore } = await import("../../upstream/cache/redis-store.js");
    await new RedisStore(url.href).ready();
    return told("ok", `Redis answers at ${url.host}`);
  } catch (error) {
    const { message } = error as Error;
    const reason = /^Redis refuses \((\w+)\)/.exec(message)?.[1] ?? message.replaceAll(url.href, "…");
    const { problem } = await connect(url);
    const advice = problem === undefined ? "Are the user and the password right?" : adviceFor(problem);
    return told("wrong", `Redis does not answer at ${url.host}: ${reason}`, advice);
  }
}
