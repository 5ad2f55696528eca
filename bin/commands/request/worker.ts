import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application } from "../../../compiler/index.js";
import { Counter } from "../test/coverage/counter.js";

/** A request to the app of a bundle. */
export interface RequestJob {
  /** The file of the bundle. */
  readonly bundle: string;
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The offsets of the code to count, in order. */
  readonly counted: readonly number[];
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** How often the code at each offset ran. */
  readonly counts: Float64Array;
}

const { bundle, method, target, fields, body, counted } = workerData as RequestJob;
const counter = new Counter(bundle, counted);
const { app } = createRequire(import.meta.url)(bundle) as { readonly app: Application };
counter.take(); // what ran while the app was loaded does not count
const request = new Request(`http://localhost${target}`, {
  method,
  headers: fields.map(([name, value]) => [name, value]),
  ...(body === undefined ? {} : { body }),
});
const response = await app.fetch(request);
const bytes = new Uint8Array(await response.arrayBuffer());
counter.take();
const answer: Answer = {
  status: response.status,
  statusText: response.statusText,
  fields: [...response.headers],
  body: bytes,
  counts: counter.counts.at(-1) ?? new Float64Array(),
};
parentPort?.postMessage(answer);
