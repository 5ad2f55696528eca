import { answer, type SaxonAnswer, type SaxonJob } from "./job.js";

/** The limits of a transformation, where something can end it. */
export interface SaxonLimits {
  readonly seconds: number;
  readonly bytes: number;
  /** When nobody waits for it any more, as `performance.now()` has it. */
  readonly until: number;
}

/**
 * Runs SaxonJS where the app runs, without limits: for platforms that have no threads. `server.js` has
 * `server/node/saxon-threads.ts` in place of this module.
 */
export async function run(job: SaxonJob, _limits: SaxonLimits): Promise<SaxonAnswer> {
  return answer(job);
}
