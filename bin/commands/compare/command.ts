import { Option } from "commander";
import { checkDirectory, directoryBefore, overlayOption } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { httpUrl, wholeNumber } from "../../shared/option-values.js";
import type { Register } from "../../shared/surroundings.js";
import type { CompareOptions } from "./run.js";

/** `flowc compare`: what an app answers to recorded requests, against what was answered then. */
export const registerCompare: Register = (program, surroundings, exit) => {
  const command = program
    .command("compare")
    .description("compare the answers of the app of [dir] with recorded ones, without network");
  const named = directoryBefore(command, [["recording", "the file that `flowc record` has written"]]);
  command
    .addOption(overlayOption())
    .addOption(envFileOption())
    .addOption(
      new Option("--format <format>", "of the report")
        .choices(["text", "json", "html", "junit", "sarif"])
        .default("text"),
    )
    .option("--rules <file>", "accept the differences that the rules of <file> describe")
    .option(
      "--against <dir>",
      "compare with what the app of <dir> answers, or one that was built there, in place of what was recorded",
    )
    .addOption(
      new Option("--old <url>", "ask the system that runs there, in place of what was recorded")
        .argParser(httpUrl)
        .conflicts("against"),
    )
    .option("--old-again <url>", "ask this one, too: so much as the two differ is noise", httpUrl)
    .option(
      "--min <n>",
      "fail if fewer requests of an operation, or of a statement, could be compared",
      wholeNumber,
    )
    .option("--save-tests <n>", "write up to <n> flow tests for what is the same", wholeNumber)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async () => {
      const options = command.opts<CompareOptions>();
      const [directory = "", recording = ""] = named();
      checkDirectory(directory);
      if (options.against !== undefined) checkDirectory(options.against);
      if (options.oldAgain !== undefined && options.old === undefined)
        throw new Error("--old-again needs --old.");
      const { runCompare } = await import("./run.js");
      exit(await runCompare(directory, recording, options, surroundings));
    });
};
