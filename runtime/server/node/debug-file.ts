import type { debugListener as listener } from "../../observe/debug/debug-listener.js";
import { onDemand } from "./on-demand-file.js";

/** Stands in place of the module that has it. */
export const debugListener: typeof listener = (...request) =>
  onDemand("Requests are not debugged")?.debugListener(...request);
