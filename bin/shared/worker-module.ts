import { join } from "node:path";
import { packageDirectory } from "../../compiler/output/package-directory.js";

/** The rooms of `bin/` with a module that runs in a thread, or in a process. */
type Room =
  | "commands/compare/built"
  | "commands/dev/worker"
  | "commands/request"
  | "recording/app"
  | "shared/testing";

/** That module. `assemble.ts` joins what is around it to other files, but not this one. */
export const workerModule = (room: Room): string => join(packageDirectory, "dist/bin", room, "worker.js");
