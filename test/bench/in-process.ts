/** Calls `app.fetch`, in a process of its own without a server. */
import { type Comparison, compare } from "./measure.js";
import { answer } from "./processes.js";

export interface InProcess {
  readonly generated: string;
  readonly reference: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly rounds: number;
  /** In a round: enough for the clock, and few enough that both sides meet the same moods of the machine. */
  readonly requests: number;
}

/** Microseconds per request. */
export type InProcessResult = Comparison;

interface App {
  fetch(request: Request): Response | Promise<Response>;
}

answer(async (message: InProcess): Promise<InProcessResult> => {
  const [generated, reference] = await Promise.all([load(message.generated), load(message.reference)]);
  const side = (app: App) => () => microsecondsPerRequest(app, message);
  await compare(16, side(generated), side(reference)); // until the code is compiled
  return compare(message.rounds, side(generated), side(reference));
});

async function load(path: string): Promise<App> {
  const module = (await import(path)) as { default: { app: App } };
  return module.default.app;
}

async function microsecondsPerRequest(
  app: App,
  { method, path, body, status, requests: count }: InProcess,
): Promise<number> {
  const url = `http://localhost${path}`;
  const headers: Record<string, string> =
    body === undefined
      ? { "user-agent": "flowc-bench" }
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  const requests = Array.from(
    { length: count },
    () => new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
  const start = performance.now();
  for (const request of requests) {
    const response = await app.fetch(request);
    if (response.status !== status) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return ((performance.now() - start) * 1000) / count;
}
