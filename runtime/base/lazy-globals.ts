/** A clock and a source of random IDs. */
export interface LazyGlobals {
  /** Milliseconds of a clock that nobody can set back. */
  now(): number;
  /** A UUID of version 4 (RFC 9562), which nobody can guess. */
  uuid(): string;
}

/**
 * By default, those of the globals that all platforms have. Where Node first touches these, it loads the modules behind them,
 * which the first response would wait for; its server hands over others, which are loaded anyway.
 */
export const lazyGlobals: LazyGlobals = { now: () => performance.now(), uuid: () => crypto.randomUUID() };
