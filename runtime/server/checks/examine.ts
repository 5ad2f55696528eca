import { readFileSync } from "node:fs";
import { misspeltSettings, settings } from "../../base/settings.js";
import { type Cache, cacheChecks } from "./cache.js";
import { credentialChecks } from "./certificates.js";
import { collectors } from "./collectors.js";
import { type Needs, urlOf } from "./needs.js";
import { type Check, valueIfRight } from "./report.js";
import { reached, systemChecks, upstreamChecks } from "./systems.js";

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
  readonly cache: Cache | undefined;
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
        reached("upstream", `FLOW_READY_URLS (${url.host})`, url, {
          health: url.pathname + url.search,
          credentials: upstreams.find(({ origin }) => urlOf(origin)?.origin === url.origin)?.credentials,
        }),
    ),
    ...collectors(start.signals).map(
      ({ name, url, credentials }) =>
        () =>
          systemChecks("collector", `${name} (${new URL(url).host})`, new URL(url), { credentials }),
    ),
    () => cacheChecks(needs, start.cache),
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
  ["on-demand.cjs", ["DEBUG", "DEBUG_ALLOW_HEADER", "DEBUG_AUTH", "ADMIN_PORT", "WORKERS"]],
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

function readyUrls(): readonly URL[] {
  return (valueIfRight(() => settings.READY_URLS.of(undefined)) ?? []).map((text) => new URL(text));
}
