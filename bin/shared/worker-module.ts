import { join } from "node:path";
import { packageDirectory } from "../../compiler/output/package-directory.js";

/**
 * The module that a command runs in a thread. It is where the type checker wrote it: `assemble.ts` joins what is
 * around it to other files, but leaves it alone, or replaces it.
 */
export const workerModule = (command: "request" | "test" | "dev/worker"): string =>
  join(packageDirectory, "dist/bin/commands", command, "worker.js");
