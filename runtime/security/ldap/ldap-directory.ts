import {
  Client,
  type Entry,
  type Filter,
  FilterParser,
  InvalidCredentialsError,
  SASL_MECHANISMS,
} from "ldapts";
import type { UpstreamOrigins } from "../../base/origins.js";
import { setting } from "../../base/settings.js";
import { within } from "../../base/timeout.js";
import { longestTimer } from "../../base/tree-limits.js";
import { beginStretch } from "../../base/work.js";
import { countFault, LastingFault } from "../../observe/logs/faults.js";
import type { SentRequest } from "../../observe/logs/logged-exchange.js";
import { isSecretName } from "../../observe/logs/secret-name.js";
import { type Context, state } from "../../request/context.js";
import { internal } from "../../request/engine-errors.js";
import { alert } from "../../request/flow-errors.js";
import { tellExchange } from "../../request/tell-exchange.js";
import { timeLeft } from "../../request/time-limit.js";
import { waits } from "../../request/waits.js";
import { waitFor } from "../../upstream/share.js";
import { DirectoryError, isLasting, reasonOf } from "./ldap-error.js";
import { type DirectoryUrl, readDirectoryUrl } from "./ldap-url.js";

/** Where a directory is, and as whom to log in. */
export interface Access {
  readonly url: string;
  /** A distinguished name, or what the directory takes instead. Without name and password, nobody logs in. */
  readonly name: string;
  readonly password: string;
}

/**
 * Returns the findings of `work` in a directory. `undefined`, and an alert, if anything goes wrong or takes
 * too long. The connection is closed in any case.
 * @throws TimeLimitError
 */
export async function inDirectory<T>(
  $: Context,
  caller: string,
  access: Access,
  question: Question,
  work: (found: readonly Entry[], directory: Directory) => Promise<T>,
): Promise<T | undefined> {
  const { bindings, settings, facilities } = $[state];
  const longest = setting(bindings, "MAX_TIMEOUT");
  const ldapTimeout = Number(settings?.ldapTimeout ?? 0);
  const usual = setting(bindings, "LDAP_TIMEOUT") ?? (facilities.ldap?.timeout || longest);
  const seconds = Math.min(ldapTimeout > 0 ? ldapTimeout : usual, longest, timeLeft($) / 1000);
  const place = readDirectoryUrl(access.url);
  const observer = waits($, caller, undefined, place && new URL(place.origin));
  const leave = place && waitFor(place.origin, $[state], bindings);
  const tell = tellExchange($, caller, "directory", () => sentQuestion(access.url, question));
  try {
    if (place === undefined) throw new DirectoryError("The URL is no ldap or ldaps URL.");
    if (leave === undefined) throw new DirectoryError("Too many requests wait for the directory now.", true);
    const { certificates } = facilities.ldap ?? {};
    const origins = setting(bindings, "UPSTREAM_ORIGINS");
    return await session(place, access, seconds, certificates, origins, async (directory) => {
      const found = await work(await directory.search(question), directory);
      tell?.({ result: directory.result, ended: performance.now() });
      return found;
    });
  } catch (error) {
    const failure = reasonOf(error);
    observer?.failed(internal.code);
    tell?.({ failure, ended: performance.now() });
    const tellFailure = (message: string) => alert($, caller, message);
    if (place !== undefined && isLasting(error)) {
      countFault("directory");
      faultOf(place.origin).happened(failure, tellFailure);
    } else tellFailure(failure);
    timeLeft($); // throws if all the time of the request is over
    return undefined;
  } finally {
    leave?.();
    observer?.ended();
    beginStretch();
  }
}

/** The faults of directories, by origin. */
const faults = new Map<string, LastingFault>();

/** Flows may make URLs of what clients send, so there is an end to it. */
const maxFaults = 100;

function faultOf(origin: string): LastingFault {
  const key = faults.size < maxFaults || faults.has(origin) ? origin : "";
  const fault = faults.get(key) ?? new LastingFault("ldap");
  faults.set(key, fault);
  return fault;
}

async function session<T>(
  place: DirectoryUrl,
  { name, password }: Access,
  seconds: number,
  ca: string | undefined,
  origins: UpstreamOrigins | undefined,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  if (origins !== undefined && !origins.allows(new URL(place.origin)))
    throw new DirectoryError(`FLOW_UPSTREAM_ORIGINS does not have ${place.origin}.`);
  const milliseconds = Math.min(seconds * 1000, longestTimer);
  const tls = ca === undefined ? {} : { ca };
  const isSecure = place.origin.startsWith("ldaps:");
  const client = new Client({
    url: place.origin,
    timeout: milliseconds,
    ...(isSecure && ca !== undefined && { tlsOptions: tls }),
  });
  const directory = new Directory(client, seconds);
  const result = async () => {
    if (place.startsTls) await client.startTLS({ ...tls, host: place.host });
    if (name !== "" || password !== "") await directory.logIn(name, password);
    return work(directory);
  };
  try {
    return await within(
      milliseconds,
      result(),
      () => new DirectoryError(`No answer within ${seconds} s.`, true),
    );
  } finally {
    // Says goodbye and closes the connection. Nobody has to wait for it, and nothing is lost if it fails.
    client.unbind().catch(() => {});
  }
}

/** An open connection to a directory. */
export class Directory {
  /** Its answer, in words. */
  result = "";

  constructor(
    private readonly client: Client,
    private readonly seconds: number,
  ) {}

  /**
   * Logs in: later questions are asked in that name (RFC 4513 §5.1.3).
   * @throws if the directory does not accept name and password
   */
  async logIn(name: string, password: string): Promise<void> {
    // A directory accepts a name without a password, as an anonymous login (RFC 4513 §5.1.2).
    if (!isPassword(password)) throw new DirectoryError("The password is empty.");
    // ldapts takes these names for other ways to log in.
    if (SASL_MECHANISMS.some((mechanism) => mechanism === name))
      throw new DirectoryError("The name to log in with is no distinguished name.");
    await this.client.bind(name, password);
  }

  /** Returns true if the password is that of the entry. */
  async accepts(name: string, password: string): Promise<boolean> {
    const isRight = name !== "" && isPassword(password) && (await this.#isRight(name, password));
    this.result += isRight ? ", the password is right" : ", the password is wrong";
    return isRight;
  }

  async #isRight(name: string, password: string): Promise<boolean> {
    try {
      await this.logIn(name, password);
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  }

  async search({ base, filter, attributes, limit }: Question): Promise<readonly Entry[]> {
    const { searchEntries } = await this.client.search(base, {
      scope: "sub",
      filter: readFilter(filter),
      // Without a list, there would be all attributes; "1.1" stands for none (RFC 4511 §4.5.1.8).
      attributes: attributes.length === 0 ? ["1.1"] : [...attributes],
      explicitBufferAttributes: [...attributes],
      sizeLimit: limit,
      timeLimit: Math.ceil(this.seconds),
    });
    this.result = searchEntries.length === 1 ? "1 entry" : `${searchEntries.length} entries`;
    return searchEntries;
  }
}

/** Returns true if no directory takes it for an empty password. Those in C may take a NUL for its end. */
function isPassword(text: string): boolean {
  return text !== "" && !text.includes("\0");
}

const maxFilterLength = 65_536;

/** Reads a filter (RFC 4515). */
function readFilter(text: string): Filter {
  if (text.length > maxFilterLength) throw new DirectoryError("The filter is too long.");
  try {
    return FilterParser.parseString(text);
  } catch {
    throw new DirectoryError("The filter cannot be read.");
  }
}

/** The first question: for entries at and below `base`. */
interface Question {
  readonly base: string;
  readonly filter: string;
  readonly attributes: readonly string[];
  /** How many entries the answer may have. */
  readonly limit: number;
}

/** A question as those see it who debug the request: a URL (RFC 4516), without what lets somebody in. */
function sentQuestion(url: string, { base, filter, attributes }: Question): SentRequest | undefined {
  const place = readDirectoryUrl(url);
  if (place === undefined) return undefined;
  const asked = [base, attributes.join(","), "sub", withoutSecrets(filter.slice(0, longestFilter))];
  return {
    url: new URL(`${place.origin}/${asked.map(encoded).join("?")}`),
    method: "SEARCH",
    headers: new Map(),
  };
}

/** Characters that are shown. */
const longestFilter = 8192;

/** Values of attributes such as `userPassword`. */
function withoutSecrets(filter: string): string {
  return filter.replace(/[^()]+/g, (item) => {
    const [name = ""] = /^[\w;.-]*/.exec(item) ?? [];
    return isSecretName(name) ? `${item.slice(0, item.indexOf("=") + 1)}***` : item;
  });
}

function encoded(text: string): string {
  return encodeURI(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/[?#]/g, encodeURIComponent);
}
