import { logProcessAlert } from "../../observe/logs/log.js";
import { loadBeside } from "./load-beside.js";
import type { OnDemand, onDemand as parts } from "./on-demand.js";
import * as shared from "./shared.js";

let loaded: OnDemand | undefined;
const told = new Set<string>();

/** Loads the parts of the server that settings ask for. If the file is missing, the app serves without them. */
export const onDemand: typeof parts = (lacking) => {
  try {
    loaded ??= (loadBeside("./on-demand.cjs") as (own: typeof shared) => OnDemand)(shared);
    return loaded;
  } catch {
    if (!told.has(lacking))
      logProcessAlert("process", `${lacking}: is on-demand.cjs beside server.js?`, "error");
    told.add(lacking);
    return undefined;
  }
};
