/**
 * Work that is done before a process takes requests, since the first one would have to wait for it: modules that are
 * loaded only where a setting asks for them, and connections. What an app has registers its own when it is loaded.
 * @module
 */
const preparations: (() => Promise<unknown>)[] = [];

export function prepareWith(work: () => Promise<unknown>): void {
  preparations.push(work);
}

/** Milliseconds that all of it has. A process whose systems are away is to serve all the same. */
const patience = 5_000;

/** Calls back when all is done, has failed, or takes too long; at once if there is nothing to do. */
export function whenPrepared(done: () => void): void {
  if (preparations.length === 0) {
    done();
    return;
  }
  const late = new Promise((resolve) => setTimeout(resolve, patience).unref());
  const all = Promise.allSettled(preparations.map((work) => work()));
  void Promise.race([all, late]).then(done);
}
