import { checkDirectory, directoryArgument, isDirectory, overlayOption } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { checkPlace } from "../../shared/standalone.js";
import type { Register } from "../../shared/surroundings.js";
import type { EjectOptions } from "./ejection.js";

/** `flowc eject`: makes handlers in TypeScript of flows, and flows of these again. */
export const registerEject: Register = (program, surroundings, exit, run) => {
  program
    .command("eject")
    .description("make handlers in TypeScript of flows of [dir]; show that, and write it with --yes")
    .argument(...directoryArgument)
    .argument(
      "[names...]",
      "operations, as IDs or as method and path, or flow files; with --undo, also handlers",
    )
    .addOption(overlayOption())
    .addOption(envFileOption())
    .option("--all", "all operations that flows answer; with --undo, all handlers that eject has made", false)
    .option("--undo", "bring back the flows of handlers that nobody has edited", false)
    .option(
      "--against <recording>",
      "also compare what both answer to recorded requests, as flowc compare does",
    )
    .option(
      "--standalone <out>",
      "write the app as a project of TypeScript that needs no compiler, into a new directory",
    )
    .option("--yes", "write it", false)
    .action(async (first: string, others: readonly string[], options: EjectOptions) => {
      // A name in its place is one of the operations.
      const isNamed = first !== directoryArgument[2] && isDirectory(first) !== true;
      const [directory, names] = isNamed ? [".", [first, ...others]] : [first, others];
      checkDirectory(directory);
      checkOptions(options, names);
      if (options.standalone !== undefined) checkPlace(directory, options.standalone);
      const { runEject } = await import("./run.js");
      exit(await runEject(directory, names, options, surroundings, run));
    });
};

function checkOptions(
  { all, undo, against, overlay, standalone }: EjectOptions,
  names: readonly string[],
): void {
  const isNothing = !all && names.length === 0;
  if ((all && names.length > 0) || (isNothing && standalone === undefined))
    throw new Error("Name operations or flow files, or say --all in place of that.");
  if (undo && standalone !== undefined) throw new Error("--standalone is not for --undo.");
  if (against !== undefined && (undo || overlay.length > 0))
    throw new Error("--against is for neither --undo nor --overlay.");
  if (against !== undefined && isNothing)
    throw new Error("--against compares what changes: name operations, or say --all.");
}
