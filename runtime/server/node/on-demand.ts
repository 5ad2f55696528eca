import { debugListener } from "../../observe/debug/debug-listener.js";
import { createAdminServer } from "./admin-server.js";
import { observe } from "./observing.js";
import { Primary } from "./primary.js";

const parts = { debugListener, createAdminServer, observe, Primary };

export type OnDemand = typeof parts;

/**
 * The parts of a server that settings ask for. They become the file `on-demand.cjs`; bundles that have files beside them
 * have `on-demand-file.ts` in place of this module, which loads that. `undefined` if it is not there.
 * @param _lacking says what is missing then
 */
export function onDemand(_lacking: string): OnDemand | undefined {
  return parts;
}
