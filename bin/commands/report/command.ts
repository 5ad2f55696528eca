import { InvalidArgumentError, Option } from "commander";
import { checkDirectory, overlayOption } from "../../shared/directory.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { writeWhole } from "../../shared/write-whole.js";
import type { ReportOptions } from "./run.js";

/** `flowc report`: what a move from the original engine comes to, for each operation. */
export const registerReport: Register = (program, surroundings, exit) => {
  program
    .command("report")
    .description(
      "judge each operation of the flow directories [dir...]: what a move from the original engine takes",
    )
    .argument("[dir...]", "directories with swagger.yaml (or openapi.yaml) and the flows", ["."])
    .addOption(overlayOption())
    .option("-o, --out <file>", "write to a file (default: standard output)")
    .addOption(
      new Option("--format <format>", "of the report")
        .choices(["text", "json", "html", "md", "csv", "sarif"])
        .default("text"),
    )
    .addOption(
      new Option("--fail-on <verdict>", "fail if an operation has this verdict, or a worse one").choices([
        "differs",
        "manual",
        "blocked",
      ]),
    )
    .option("--log <file...>", "count the requests of logs: of the engine, in the common format, or HAR")
    .option("--effort <file>", "the hours of each piece of work, as JSON")
    .option("--baseline <file>", "an earlier report in JSON, to tell what has changed")
    .option("--plan <file>", "write the waves of the move as YAML")
    .action(async (directories: readonly string[], options: ReportOptions) => {
      for (const directory of directories) checkDirectory(directory);
      if (directories.length > 1 && new Set(directories).size < directories.length)
        throw new InvalidArgumentError("A directory is named twice.");
      const { report } = await import("./run.js");
      const { text, isFailed } = await report(directories, options, surroundings);
      if (options.out === undefined) surroundings.stdout(text);
      else writeWhole(options.out, text);
      if (isFailed) exit(exitCodes.failed);
    });
};
