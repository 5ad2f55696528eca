import { inFile, settings } from "../../base/settings.js";
import { readVariables } from "../node/variables.js";
import { adviceFor, connect } from "./connect.js";
import type { Needs } from "./needs.js";
import { advised, type Check } from "./report.js";
import { shownChecks } from "./systems.js";

export interface Cache {
  /** The variable that names it. */
  readonly subject: string;
  readonly url: URL;
}

/** The Redis that a setting names. To be asked before the start takes the value from a file. */
export function cacheOf(): Cache | undefined {
  const { variables } = readVariables(process.env);
  for (const name of settings.CACHE_URL.names) {
    const subject = process.env[`${name}${inFile}`] ? `${name}${inFile}` : name;
    const text = variables[name]?.trim() ?? "";
    if (URL.canParse(text) && /^rediss?:/.test(text)) return { subject, url: new URL(text) };
  }
  return undefined;
}

export async function cacheChecks({ files }: Needs, cache: Cache | undefined): Promise<readonly Check[]> {
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
    const { expires } = url.protocol === "rediss:" ? await connect(url) : {};
    return [...told("ok", `Redis answers at ${url.host}`), ...shownChecks(subject, expires)];
  } catch (error) {
    const { message } = error as Error;
    const reason = /^Redis refuses \((\w+)\)/.exec(message)?.[1] ?? message.replaceAll(url.href, "…");
    const { problem } = await connect(url);
    const advice = problem === undefined ? "Are the user and the password right?" : adviceFor(problem);
    return told("wrong", `Redis does not answer at ${url.host}: ${reason}`, advice);
  }
}
