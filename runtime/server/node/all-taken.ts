/** Milliseconds between two looks. */
const lookInterval = 5;

/** Milliseconds after which those are lost that still come. */
const longest = 3_000;

/**
 * Calls back when no connection has come between two looks, or after some seconds. Connections that the operating system
 * has accepted, and that nobody has taken, end with the listener, although their requests may have come.
 * @param taken how many connections were taken up to now; `undefined` while some wait for whoever takes them
 */
export function whenAllTaken(taken: () => number | undefined, done: () => void): void {
  const latest = performance.now() + longest;
  let before = taken();
  const look = (): void => {
    const now = taken();
    const isQuiet = now !== undefined && now === before;
    before = now;
    if (isQuiet || performance.now() > latest) done();
    else lookLater();
  };
  // Connections are taken between timers and immediates.
  const lookLater = () => void setTimeout(setImmediate, lookInterval, look);
  lookLater();
}
