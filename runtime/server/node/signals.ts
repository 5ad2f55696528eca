import { isatty } from "node:tty";

/** Signals that ask the process to end. */
const signals = ["SIGTERM", "SIGINT", "SIGQUIT"] as const;

/** Signals that mean nothing here: by default, they end the process, or open Node's inspector. */
const unused = ["SIGUSR1", "SIGUSR2"] as const;

/** To be called before the process does anything else. One SIGHUP that comes before `onSignals` is heard there. */
export function ignoreUnusedSignals(): void {
  for (const signal of [...unused, "SIGHUP"] as const) process.on(signal, () => {});
}

/**
 * Calls `end` for the first signal, and `abort` for each further one. SIGHUP calls `reload`, unless the terminal of the
 * process has gone: then that is what it tells, and it ends the process. It may come twice, and systemd may send it right
 * after SIGTERM; so it means nothing to a process that is about to end.
 */
export function onSignals(end: () => void, abort: () => void, reload: () => void): void {
  let isEnding = false;
  const endOnce = (): void => {
    if (!isEnding) end();
    else abort();
    isEnding = true;
  };
  for (const signal of signals) process.on(signal, endOnce);
  const terminal = [0, 1, 2].find((stream) => isatty(stream));
  const isHungUp = () => process.platform === "win32" || (terminal !== undefined && !isatty(terminal));
  process.on("SIGHUP", () => {
    if (isEnding) return;
    if (isHungUp()) endOnce();
    else reload();
  });
}
