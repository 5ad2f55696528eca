import { keep } from "../../base/bounded-cache.js";
import { environmentVariable } from "../../base/environment-variables.js";
import { fileText, rereading } from "../../base/reread.js";
import { inFile } from "../../base/settings.js";
import { readJsonOr } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import { logText, processAlert } from "../../observe/logs/log.js";
import { type Context, state } from "../../request/context.js";
import { algorithmNamed, algorithmsOf } from "./jwt-algorithms.js";
import { JwtKeyError, NoKeyFitsError } from "./jwt-error.js";
import type { FindKey } from "./key-set.js";
import { urlProblem } from "./key-set-url.js";
import { remoteKeys } from "./remote-keys.js";
import { verifyWith } from "./verify.js";

/**
 * A text of the API description, or of a file that it names; or a variable of the environment that holds the text. With
 * `_FILE` behind its name, the variable has the path of a file with the text, which is read again when it changes.
 */
export type Setting = string | { readonly env: string };

/** @throws JwtKeyError if the environment does not have the variable, or its file cannot be read */
export function textOf($: Context, setting: Setting): string {
  if (typeof setting === "string") return setting;
  const { bindings } = $[state];
  const text = environmentVariable(bindings, setting.env)?.trim();
  if (text) return text;
  const path = environmentVariable(bindings, setting.env + inFile);
  if (!path) throw new JwtKeyError(`The environment variable ${setting.env} is not set.`);
  try {
    return (files.get(path) ?? keep(files, maxFiles, path, fileWith(path)))(bindings);
  } catch {
    throw new JwtKeyError(`The file that ${setting.env}${inFile} names cannot be read, or has no whole key.`);
  }
}

/** Bindings of the platform may name others for each request. */
const maxFiles = 100;
const files = new Map<string, (bindings: unknown) => string>();

function fileWith(path: string): (bindings: unknown) => string {
  const readText = () => {
    const text = fileText(path).trim();
    if (text === "" || !isWhole(text)) throw new Error("The file is empty, or only begins.");
    return [text];
  };
  return rereading(
    readText,
    ([text = ""]) => text,
    () =>
      logText(
        processAlert(
          "security",
          "The file with a key cannot be read any more, or has no whole key: the key before is used further.",
        ),
      ),
  );
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

/**
 * Verifies tokens with keys that come from somewhere else.
 * @throws JwtError
 */
export type KeySource = ($: Context, jws: string, expected: string) => Promise<JsonObject>;

/** A JSON Web Key Set at a URL. It is fetched for the first token that needs it, and again when keys change. */
export function keySet(options: KeySetOptions): KeySource {
  const { url, timeToLive = 3600, maxStale = 86_400, allowsHttp = false } = options;
  const times = { timeToLive: timeToLive * 1000, maxStale: maxStale * 1000 };

  return async ($, jws, expected) => {
    const algorithms = algorithmsOf(expected);
    // Whoever can read the keys could sign with them.
    if (algorithms.some((name) => algorithmNamed(name).keyType === "oct"))
      throw new JwtKeyError(`The keys of a key set are public, so there are none for ${expected}.`);
    const keys = remoteKeys(checkedUrl(textOf($, url), allowsHttp));
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
}

function checkedUrl(url: string, allowsHttp: boolean): string {
  switch (urlProblem(url, allowsHttp)) {
    case "malformed":
      throw new JwtKeyError("The URL of the key set is none of http or https without a password.");
    case "insecure":
      throw new JwtKeyError("The URL of the key set is not secure: it needs https, or jwks-allow-http.");
    default:
      return url;
  }
}
