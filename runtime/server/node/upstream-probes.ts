import { healthUrls, type Secured, securedFor } from "../../upstream/named-upstreams.js";
import { isNode } from "../../upstream/send/pools.js";

/** Milliseconds that a system has to answer. */
const patience = 2_000;

/** Milliseconds for which an answer counts, so that many probes do not become many requests. */
const age = 1_000;

/** Milliseconds that those who ask for metrics wait; then what was known before counts. */
const metricsPatience = 500;

/** By URL: questions of the last second, and the answers so far. */
const asked = new Map<string, Promise<boolean>>();
const known = new Map<string, boolean>();

/**
 * Asks the systems that must answer before requests may come: those at these URLs, and those that the app names. Resolves to
 * the host and port of one that does not answer, or with a status from 500 on; to `undefined` if all are well.
 */
export async function failingUpstream(urls: readonly string[]): Promise<string | undefined> {
  const all = [...urls, ...healthUrls()];
  const index = (await Promise.all(all.map(isWell))).indexOf(false);
  // The rest of the URL may be a secret.
  return index < 0 ? undefined : new URL(all[index] as string).host;
}

/** Whether the systems that the app names are well, as far as that is known soon. */
export async function upstreamHealth(): Promise<readonly (readonly [URL, boolean])[]> {
  const urls = [...new Set(healthUrls())];
  const later = new Promise((resolve) => setTimeout(resolve, metricsPatience).unref());
  if (urls.length > 0) await Promise.race([Promise.all(urls.map(isWell)), later]);
  return urls.flatMap((url) => {
    const answer = known.get(url);
    return answer === undefined ? [] : [[new URL(url), answer]];
  });
}

function isWell(url: string): Promise<boolean> {
  const running = asked.get(url) ?? answers(url, () => securedFor(new URL(url)));
  if (asked.has(url)) return running;
  asked.set(url, running);
  setTimeout(() => asked.delete(url), age).unref();
  return running;
}

/**
 * True if somebody answers there, and is not in trouble.
 * @param secured how requests to the system are sent; what it throws is a reason for which they fail
 */
export async function answers(url: string, secured: () => Secured | undefined): Promise<boolean> {
  let isAnswered = false;
  try {
    // As for requests: nothing else has certificates.
    const own = isNode && url.startsWith("https:") ? secured() : undefined;
    isAnswered = (await statusOf(url, own, AbortSignal.timeout(patience))) < 500;
  } catch {
    // It does not answer.
  }
  known.set(url, isAnswered);
  return isAnswered;
}

async function statusOf(url: string, secured: Secured | undefined, signal: AbortSignal): Promise<number> {
  if (secured !== undefined) return securedStatus(url, secured, signal);
  const { status, body } = await fetch(url, { redirect: "manual", signal });
  await body?.cancel();
  return status;
}

/** `fetch` takes no certificates. */
function securedStatus(url: string, secured: Secured, signal: AbortSignal): Promise<number> {
  const { get } = process.getBuiltinModule("node:https");
  return new Promise((resolve, reject) => {
    get(url, { ...secured, agent: false, signal }, (response) => {
      resolve(response.statusCode ?? 500);
      response.destroy();
    }).on("error", reject);
  });
}
