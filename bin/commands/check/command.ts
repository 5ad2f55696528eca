import type { Compilation } from "../../../compiler/index.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { checkDirectory, directoryArgument } from "../../shared/directory.js";
import {
  type Format,
  fails,
  formatOption,
  rendered,
  reportCrash,
  type Strictness,
  strictnessOptions,
} from "../../shared/findings.js";
import { type ExitCode, exitCodes, type Register, type Surroundings } from "../../shared/surroundings.js";
import { watchInputs } from "../../shared/watched-inputs.js";
import { fixFiles } from "./fix.js";

interface CheckOptions extends Strictness {
  readonly format: Format;
  readonly fix: boolean;
  readonly yes: boolean;
  readonly watch: boolean;
}

/** `flowc check`: everything that `build` finds, and nothing is written. */
export const registerCheck: Register = (program, surroundings, exit) => {
  const command = program
    .command("check")
    .description("report the mistakes of the flow directory <dir>, and write nothing")
    .argument(...directoryArgument)
    .addOption(formatOption());
  for (const option of strictnessOptions()) command.addOption(option);
  command
    .option("--fix", "show the edits that hints suggest; with --yes, make them", false)
    .option("--yes", "with --fix: make the edits", false)
    .option("--watch", "check again whenever a file changes", false)
    .action(async (directory: string, options: CheckOptions) => {
      checkDirectory(directory);
      const check = () => runCheck(directory, options, surroundings);
      if (!options.watch) exit(await check());
      else await (await import("../../shared/watch.js")).watch(directory, check, surroundings);
    });
};

async function runCheck(
  directory: string,
  options: CheckOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { stdout, stderr, colour } = surroundings;
  const inputs = watchInputs(readDirectory(directory, undefined));
  let found: Compilation;
  try {
    const { compile } = await import("../../../compiler/index.js");
    found = await compile(inputs);
  } catch (error) {
    if (inputs.isOfReading(error)) throw error;
    await reportCrash(error, options.format, directory, surroundings);
    return exitCodes.failed;
  }
  const { diagnostics, endpoints } = found;
  // The report is the result.
  stdout(await rendered(diagnostics, options.format, directory, colour));
  if (options.fix) stdout(await fixFiles(directory, diagnostics, options.yes));
  const isBad = fails(diagnostics, options);
  if (!isBad && options.format === "text")
    stderr(`checked ${endpoints} endpoint${endpoints === 1 ? "" : "s"}\n`);
  return isBad ? exitCodes.failed : exitCodes.fine;
}
