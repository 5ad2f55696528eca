import { keep } from "../../base/bounded-cache.js";
import { environmentVariable } from "../../base/environment-variables.js";
import { fileText, rereading } from "../../base/reread.js";
import { inFile } from "../../base/settings.js";
import { readJsonOr } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import { logProcessAlert } from "../../observe/logs/log.js";
import { type Context, state } from "../../request/context.js";
import { algorithmNamed, algorithmsOf } from "./jwt-algorithms.js";
import { JwtKeyError, NoKeyFitsError } from "./jwt-error.js";
import type { FindKey } from "./key-set.js";
import { urlProblem } from "./key-set-url.js";
import { remoteKeys } from "./remote-keys.js";
import { keyProblem, verifyWith } from "./verify.js";

/**
 * A text of the API description, or of a file that it names; or a variable of the environment that holds the text. With
 * `_FILE` behind its name, the variable has the path of a file with the text, which is read again when it changes.
 */
export type Setting = string | { readonly env: string };

/** @throws JwtKeyError if the environment does not have the variable, or its file cannot be read */
export function textOf($: Context, setting: Setting): string {
  return found($[state].bindings, setting).text;
}

/**
 * The key that a setting has. Where the file of a key comes to have another one that cannot be used with the algorithms that
 * are expected, it is the key before.
 * @throws JwtKeyError
 */
export async function keyOf($: Context, setting: Setting, expected: string): Promise<string> {
  const { text, path } = found($[state].bindings, setting);
  if (path === undefined) return text;
  const id = `${expected} ${path}`;
  const last = lastKeys.get(id) ?? keep(lastKeys, maxFiles, id, {});
  if (text === last.used) return text;
  if (text !== last.refused) {
    if ((await keyProblem(text, expected)) === undefined) last.used = text;
    // Several requests may have found it out meanwhile.
    else if (text !== last.refused) {
      last.refused = text;
      if (last.used !== undefined) tellKept();
    }
  }
  return last.used ?? text;
}

/** The key of a file that was used last, and one that took its place and cannot be used. */
const lastKeys = new Map<string, { used?: string; refused?: string }>();

/** The value of a setting, and the file that it is from, if it is from one. */
interface Found {
  readonly text: string;
  readonly path?: string;
}

/** @throws JwtKeyError */
function found(bindings: unknown, setting: Setting): Found {
  if (typeof setting === "string") return { text: setting };
  const text = environmentVariable(bindings, setting.env)?.trim();
  if (text) return { text };
  const path = environmentVariable(bindings, setting.env + inFile);
  if (!path) throw new NotSetError(`The environment variable ${setting.env} is not set.`);
  try {
    return {
      text: (files.get(path) ?? keep(files, maxFiles, path, fileWith(path, setting.env + inFile)))(bindings),
      path,
    };
  } catch (error) {
    const message = `The file that ${setting.env}${inFile} names cannot be read, or has no whole key.`;
    throw (error as { code?: unknown }).code === "ENOENT"
      ? new NotSetError(message)
      : new JwtKeyError(message);
  }
}

/** There is no variable, or no file. */
class NotSetError extends JwtKeyError {}

/** Bindings of the platform may name others for each request. */
const maxFiles = 100;
const files = new Map<string, (bindings: unknown) => string>();

function fileWith(path: string, variable: string): (bindings: unknown) => string {
  const readText = () => {
    const text = fileText(path).trim();
    if (text === "" || !isWhole(text)) throw new Error("The file is empty, or only begins.");
    return [text];
  };
  return rereading(variable, readText, ([text = ""]) => text, tellKept);
}

function tellKept(): void {
  const message = "The file with a key cannot be read any more, or has no whole key that can be used";
  logProcessAlert("security", `${message}: the key before is used further.`);
}

/**
 * Finds out at the start which variables of the process cannot be used, a sentence for each. Those that are not set are left
 * out, and files that are not there: the scheme may be one that this deployment does not need.
 */
export async function settingFaults({ key, algorithm }: TokenSettings): Promise<readonly string[]> {
  const place = typeof key === "function" ? key.url : key;
  try {
    const expected = found(undefined, algorithm).text;
    if (algorithmsOf(expected).length === 0) return [fault(algorithm, "There is no such algorithm.")];
    const { text } = found(undefined, place);
    const problem =
      typeof key === "function" ? key.problem(text, expected) : await keyProblem(text, expected);
    // Of two settings, one may be constant.
    return problem === undefined ? [] : [fault(typeof place === "string" ? algorithm : place, problem)];
  } catch (error) {
    if (error instanceof NotSetError) return [];
    if (error instanceof JwtKeyError) return [error.message];
    throw error;
  }
}

interface TokenSettings {
  readonly key: Setting | KeySource;
  readonly algorithm: Setting;
}

function fault(setting: Setting, problem: string): string {
  if (typeof setting === "string") return problem;
  const { env } = setting;
  if (!environmentVariable(undefined, env)?.trim())
    return `The file that ${env}${inFile} names cannot be used: ${problem}`;
  return `${env} cannot be used: ${problem} The path of a file belongs into ${env}${inFile}.`;
}

/** False of the beginning of a key in PEM or JSON: somebody may be writing the file. */
function isWhole(text: string): boolean {
  if (text.startsWith("{")) return readJsonOr(text, null) !== null;
  return (
    text.lastIndexOf("-----BEGIN ") < 0 || text.lastIndexOf("-----END ") > text.lastIndexOf("-----BEGIN ")
  );
}

/** Where the key set of a scheme is. */
export interface KeySetOptions {
  readonly url: Setting;
  /** Seconds until the keys are fetched anew; an hour by default. */
  readonly timeToLive?: number;
  /** For how many more seconds they are used if that fails; a day by default. */
  readonly maxStale?: number;
  /** True if keys may come by http from another machine. */
  readonly allowsHttp?: boolean;
}

/** Keys that come from somewhere else. */
export interface KeySource {
  /**
   * Verifies a token with them.
   * @throws JwtError
   */
  ($: Context, jws: string, expected: string): Promise<JsonObject>;
  readonly url: Setting;
  /** Tells why nothing can come from a URL for these algorithms. */
  problem(url: string, expected: string): string | undefined;
}

/** A JSON Web Key Set at a URL. It is fetched for the first token that needs it, and again when keys change. */
export function keySet(options: KeySetOptions): KeySource {
  const { url, timeToLive = 3600, maxStale = 86_400, allowsHttp = false } = options;
  const times = { timeToLive: timeToLive * 1000, maxStale: maxStale * 1000 };
  const problem = (text: string, expected: string): string | undefined => {
    // Whoever can read the keys could sign with them.
    if (algorithmsOf(expected).some((name) => algorithmNamed(name).keyType === "oct"))
      return `The keys of a key set are public, so there are none for ${expected}.`;
    switch (urlProblem(text, allowsHttp)) {
      case "malformed":
        return "The URL of the key set is none of http or https without a password.";
      case "insecure":
        return "The URL of the key set is not secure: it needs https, or jwks-allow-http.";
      default:
        return undefined;
    }
  };

  const verify = async ($: Context, jws: string, expected: string): Promise<JsonObject> => {
    const algorithms = algorithmsOf(expected);
    const text = textOf($, url);
    const found = problem(text, expected);
    if (found !== undefined) throw new JwtKeyError(found);
    const keys = remoteKeys(text);
    let tried: FindKey | undefined;
    const find: FindKey = async (...header) => {
      tried = await keys.current($, times);
      return tried(...header);
    };
    try {
      return await verifyWith(jws, find, algorithms);
    } catch (error) {
      if (!(error instanceof NoKeyFitsError) || tried === undefined) throw error;
      const newer = await keys.newerThan(tried, $);
      if (newer === undefined) throw error;
      return verifyWith(jws, newer, algorithms);
    }
  };
  return Object.assign(verify, { url, problem });
}
