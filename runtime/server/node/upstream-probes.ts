import { healthUrls } from "../../upstream/health-urls.js";

/** Milliseconds that a system has to answer. */
const patience = 2_000;

/** Milliseconds for which an answer counts, so that many probes do not become many requests. */
const age = 1_000;

/** Asks the systems that must answer before requests may come. */
export class UpstreamProbes {
  #last: Promise<string | undefined> | undefined;

  constructor(private readonly urls: readonly string[]) {}

  /** The host and port of one that does not answer, or with a status from 500 on; `undefined` if all are well. */
  failing(): Promise<string | undefined> {
    if (this.#last === undefined) {
      const urls = [...this.urls, ...healthUrls()];
      this.#last = Promise.all(urls.map(answers)).then((well) => {
        const index = well.indexOf(false);
        // The rest of the URL may be a secret.
        return index < 0 ? undefined : new URL(urls[index] as string).host;
      });
      setTimeout(() => {
        this.#last = undefined;
      }, age).unref();
    }
    return this.#last;
  }
}

/** True if somebody answers there, and is not in trouble. */
export async function answers(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience);
    const { status, body } = await fetch(url, { redirect: "manual", signal });
    await body?.cancel();
    return status < 500;
  } catch {
    return false;
  }
}
