/**
 * What the project asks of itself. The page shows none of it, since nobody can take a target instead; `npm run bench` ends
 * with what is above its target.
 */

/** Processor time of `node:http`; 1 for the others. */
const ofRaw: Readonly<Record<string, number>> = {
  "POST of 9 KB, 100 items reshaped": 1.05,
  "validated POST of 9 KB": 1.05,
  "one upstream, 20 items joined": 1.1,
  "two upstreams at once": 1.1,
  "proxied response of 1 KB": 1.1,
  "proxied POST of 1 KB": 1.1,
  "proxied response of 10 MB": 1.05,
  "proxied POST of 10 MB": 1.05,
};

export const ofRawTarget = (request: string): number => ofRaw[request] ?? 1;

export const targets = {
  tuned: 1.1,
  memory: 1.1,
  telemetry: { metrics: 1.03, kept: 1.03, someTraces: 1.08, allTraces: 1.67 },
  expression: 3,
  /** Of the flow that a handler was made of. */
  handlers: 1.1,
  /** Seconds of 200 tests. */
  tests: 20,
  /** Kilobytes of `server.js` of fixtures/petstore. */
  petstore: 120,
} as const;

/** What is above its target, in words; nothing else. */
export const above = (what: string, value: number, target: number): readonly string[] =>
  value > target ? [`${what}: ${value.toFixed(2)}, where ${target} is asked`] : [];
