/** The thread in which SaxonJS runs. It becomes the file `saxon-worker.mjs` beside `server.js`. */
import { parentPort } from "node:worker_threads";
import { answer } from "../../xslt/saxon/job.js";
import type { SaxonDefinition } from "../../xslt/saxon/saxon.js";

/** A task that is sent to the thread. The stylesheet is missing where it has been sent before. */
export interface SaxonTask {
  readonly path: string;
  readonly stylesheet?: SaxonDefinition;
  readonly input: string;
}

const stylesheets = new Map<string, SaxonDefinition>();

parentPort?.on("message", ({ path, stylesheet = stylesheets.get(path), input }: SaxonTask) => {
  if (stylesheet === undefined) throw new Error(`The thread has no stylesheet ${path}.`);
  stylesheets.set(path, stylesheet);
  parentPort?.postMessage(answer({ stylesheet, input }));
});
