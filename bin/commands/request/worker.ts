import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application, Trace, TracingOptions } from "../../../compiler/index.js";

/** A request to the app of a bundle. */
export interface RequestJob {
  /** The file of the bundle. */
  readonly bundle: string;
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** `undefined` if no flow has seen the request. */
  readonly trace: Trace | undefined;
}

interface Bundle {
  readonly app: Application;
  startTracing(options: TracingOptions): void;
}

const { bundle, method, target, fields, body } = workerData as RequestJob;
const { app, startTracing } = createRequire(import.meta.url)(bundle) as Bundle;
let trace: Trace | undefined;
startTracing({
  began: (begun) => {
    trace ??= begun;
  },
  ended: () => {},
});
const request = new Request(`http://localhost${target}`, {
  method,
  headers: fields.map(([name, value]) => [name, value]),
  ...(body === undefined ? {} : { body }),
});
const response = await app.fetch(request);
const bytes = new Uint8Array(await response.arrayBuffer());
const answer: Answer = {
  status: response.status,
  statusText: response.statusText,
  fields: [...response.headers],
  body: bytes,
  trace,
};
parentPort?.postMessage(answer);
