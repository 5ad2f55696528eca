/** The thread in which SaxonJS runs. It becomes the file `saxon-worker.mjs` beside `server.js`. */
import { parentPort, resourceLimits } from "node:worker_threads";
import { tooMuchMemory } from "../../base/work.js";
import { answer } from "../../xslt/saxon/job.js";
import type { SaxonDefinition } from "../../xslt/saxon/saxon.js";

/** A task that is sent to the thread. The stylesheet is missing where it has been sent before. */
export interface SaxonTask {
  readonly path: string;
  readonly stylesheet?: SaxonDefinition;
  readonly input: string;
}

/**
 * Texts of more characters than this end the thread. V8 ends the whole process, and not the thread alone, where one piece
 * of memory is far beyond the limit at once.
 */
const longestText = ((resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * 1024 * 1024) / 8;

function boundText(length: number): void {
  if (length > longestText) process.exit(tooMuchMemory);
}

const { prototype } = String;
for (const name of ["toUpperCase", "toLowerCase", "normalize"] as const) {
  const made: (this: string, form?: string) => string = prototype[name];
  prototype[name] = function (this: string, form?: string) {
    boundText(this.length);
    return made.call(this, form);
  };
}
const { repeat } = prototype;
prototype.repeat = function (this: string, count: number) {
  boundText(this.length * count);
  return repeat.call(this, count);
};

const stylesheets = new Map<string, SaxonDefinition>();

parentPort?.on("message", ({ path, stylesheet = stylesheets.get(path), input }: SaxonTask) => {
  if (stylesheet === undefined) throw new Error(`The thread has no stylesheet ${path}.`);
  stylesheets.set(path, stylesheet);
  parentPort?.postMessage(answer({ stylesheet, input }));
});
