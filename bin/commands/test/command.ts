import { InvalidArgumentError, Option } from "commander";
import { checkDirectory, directoryArgument, isDirectory, overlayOption } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import type { Register } from "../../shared/surroundings.js";
import type { TestCommandOptions } from "./session.js";
import { thresholds } from "./thresholds.js";

/** `flowc test`: runs the tests of flows. */
export const registerTest: Register = (program, surroundings, exit) => {
  program
    .command("test")
    .description("run the tests of the flow directory [dir]")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .addOption(envFileOption())
    .argument("[files...]", "the tests to run: their paths, also relative to [dir] (default: all of [dir])")
    .option("--filter <text>", "run only tests whose path contains <text>")
    .addOption(
      new Option("--format <format>", "of the results").choices(["text", "tap", "json"]).default("text"),
    )
    .option("--junit <file>", "also write the results to <file>, as XML in the form of JUnit")
    .option("--bail", "stop at the first test that fails", false)
    .option("--update", "give golden files the content that the tests found", false)
    .option("--watch", "run the tests again that a change touches", false)
    .option("--allow-network", "send upstream requests of tests without backend flows", false)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .option("--timeout <seconds>", "how long each test may take", seconds, 30)
    .option("--coverage", "tell what the tests have run of the flows", false)
    .option("--coverage-dir <dir>", "also write lcov.info and HTML pages to <dir>")
    .option(
      "--min-coverage <percent>",
      "fail if fewer lines, branches or actions have run; also lines=90,operations=50",
      thresholds,
    )
    .action(async (first: string, others: readonly string[], options: TestCommandOptions) => {
      // A file in its place is one of the tests.
      const [directory, files] = isDirectory(first) === false ? [".", [first, ...others]] : [first, others];
      checkDirectory(directory);
      const { TestSession } = await import("./session.js");
      const session = new TestSession(directory, files, options, surroundings);
      if (options.watch) await session.watch();
      else exit(await session.run());
    });
};

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value <= 86_400))
    throw new InvalidArgumentError("It has to be a number of seconds, up to 86400.");
  return value;
}
