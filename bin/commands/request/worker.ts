import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application } from "../../../compiler/session/test-build.js";
import type { Trace, TracingOptions } from "../../../compiler/session/traced-build.js";
import { goOffline } from "../../shared/offline.js";
import { sendOutput } from "../../shared/worker-log.js";

/** A request to the app of a bundle. */
export interface RequestJob {
  /** The files of the bundle and of its source map. */
  readonly bundle: string;
  readonly map: string;
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** True if no connection may be made. */
  readonly isOffline: boolean;
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

const { bundle, map, method, target, fields, body, isOffline } = workerData as RequestJob;
if (isOffline) goOffline();
const { app, startTracing } = createRequire(import.meta.url)(bundle) as Bundle;
let trace: Trace | undefined;
startTracing({
  began: (begun) => {
    trace ??= begun;
  },
  ended: () => {},
  sourceMap: () => readFileSync(map, "utf8"),
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
await sendOutput();
parentPort?.postMessage(answer);
