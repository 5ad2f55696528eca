import { Option } from "commander";
import { checkDirectory, directoryArgument } from "../../shared/directory.js";
import { wholeNumber } from "../../shared/option-values.js";
import type { Register } from "../../shared/surroundings.js";
import type { CompareOptions } from "./run.js";

/** `flowc compare`: what an app answers to recorded requests, against what was answered then. */
export const registerCompare: Register = (program, surroundings, exit) => {
  program
    .command("compare")
    .description("compare the answers of the app of <dir> with recorded ones, without network")
    .argument(...directoryArgument)
    .argument("<recording>", "the file that `flowc record` has written")
    .addOption(
      new Option("--format <format>", "of the report")
        .choices(["text", "json", "html", "junit", "sarif"])
        .default("text"),
    )
    .option("--rules <file>", "accept the differences that the rules of <file> describe")
    .option("--against <dir>", "compare with what the app of <dir> answers, in place of what was recorded")
    .option(
      "--min <n>",
      "fail if fewer requests of an operation, or of a statement, could be compared",
      wholeNumber,
    )
    .option("--save-tests <n>", "write up to <n> flow tests for what is the same", wholeNumber)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async (directory: string, recording: string, options: CompareOptions) => {
      checkDirectory(directory);
      if (options.against !== undefined) checkDirectory(options.against);
      const { runCompare } = await import("./run.js");
      exit(await runCompare(directory, recording, options, surroundings));
    });
};
