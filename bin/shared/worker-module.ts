import { join } from "node:path";
import { packageDirectory } from "../../compiler/output/package-directory.js";

/** The module that a command runs in a thread, or in a process. `assemble.ts` joins what is around it to other files, but not this one. */
export const workerModule = (
  command: "compare" | "compare/built" | "request" | "test" | "dev/worker",
): string => join(packageDirectory, "dist/bin/commands", command, "worker.js");
