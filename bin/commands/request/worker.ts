import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application } from "../../../compiler/index.js";

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
  readonly body: string;
}

const { bundle, method, target, fields, body } = workerData as RequestJob;
const { app } = createRequire(import.meta.url)(bundle) as { readonly app: Application };
const request = new Request(`http://localhost${target}`, {
  method,
  headers: fields.map(([name, value]) => [name, value]),
  ...(body === undefined ? {} : { body }),
});
const response = await app.fetch(request);
const answer: Answer = {
  status: response.status,
  statusText: response.statusText,
  fields: [...response.headers],
  body: await response.text(),
};
parentPort?.postMessage(answer);
