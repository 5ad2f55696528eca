import { InvalidArgumentError } from "commander";
import { checkDirectory, directoryArgument } from "../../../shared/directory.js";
import type { Register } from "../../../shared/surroundings.js";
import type { DevOptions } from "./run.js";

/** `flowc dev`: the workbench. */
export const registerDev: Register = (program, surroundings, exit) => {
  program
    .command("dev")
    .description("serve the app of <dir> while you edit it, and show how requests pass through its flows")
    .argument(...directoryArgument)
    .option(
      "--port <n>",
      "where the app answers (default: PORT, or 8080); its workbench is on the next port",
      port,
    )
    .option("--host <address>", "the address to listen on (default: HOST, or 127.0.0.1)")
    .option("--quiet", "do not tell of each request", false)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async (directory: string, options: DevOptions) => {
      checkDirectory(directory);
      const { runDev } = await import("./run.js");
      exit(await runDev(directory, options, surroundings));
    });
};

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError("It has to be a whole number from 0 to 65535.");
  return value;
}
