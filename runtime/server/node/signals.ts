/**
 * Signals that ask the process to end. When a terminal is closed, SIGHUP comes more than once, and systemd may send it
 * right after SIGTERM. So it never counts as the second signal.
 */
const signals = ["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP"] as const;

/** Signals that mean nothing here: by default, they end the process, or open Node's inspector. */
const unused = ["SIGUSR1", "SIGUSR2"] as const;

/** To be called before the process does anything else. */
export function ignoreUnusedSignals(): void {
  for (const signal of unused) process.on(signal, () => {});
}

/** Calls `end` for the first signal, and `abort` for each further one. */
export function onSignals(end: () => void, abort: () => void): void {
  let isEnding = false;
  for (const signal of signals)
    process.on(signal, () => {
      if (!isEnding) end();
      else if (signal !== "SIGHUP") abort();
      isEnding = true;
    });
}
