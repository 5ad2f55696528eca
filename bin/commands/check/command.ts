import type { Session } from "../../../compiler/session/session.js";
import { checkDirectory, directoryArgument, overlayOption } from "../../shared/directory.js";
import { formatOption, strictnessOptions } from "../../shared/findings.js";
import type { Register } from "../../shared/surroundings.js";
import { targetOption } from "../../shared/target-option.js";
import type { CheckOptions } from "./run.js";

/** `flowc check`: everything that `build` finds, and nothing is written. */
export const registerCheck: Register = (program, surroundings, exit) => {
  const command = program
    .command("check")
    .description("report the mistakes of the flow directory [dir], and write nothing")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .addOption(targetOption())
    .addOption(formatOption());
  for (const option of strictnessOptions()) command.addOption(option);
  command
    .option("--fix", "show the edits that hints suggest; with --yes, make them", false)
    .option("--yes", "with --fix: make the edits", false)
    .option("--types", "also check the types of the generated modules", false)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .option("--watch", "check again whenever a file changes", false)
    .action(async (directory: string, options: CheckOptions) => {
      const { runCheck, sessionFor } = await import("./run.js");
      let session: Session | undefined;
      const check = () => {
        checkDirectory(directory);
        session ??= sessionFor(directory, options);
        return runCheck(directory, options, surroundings, session);
      };
      if (!options.watch) exit(await check());
      else
        await (await import("../../shared/watch.js")).watch(
          [directory, ...options.overlay],
          check,
          surroundings,
        );
    });
};
