import { checkDirectory, directoryArgument, overlayOption } from "../../shared/directory.js";
import { textOrJson } from "../../shared/json-format.js";
import type { Register } from "../../shared/surroundings.js";
import type { ReplayOptions } from "./run.js";

/** `flowc replay`: what the flows do now with requests that were recorded. */
export const registerReplay: Register = (program, surroundings, exit) => {
  program
    .command("replay")
    .description("run the app of <dir> on recorded requests, without network, and print answers and traces")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .argument("<recording>", "the file that has the requests")
    .addOption(textOrJson("of the answers"))
    .option("--save-test", "write a flow test for each way through the flows", false)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async (directory: string, recording: string, options: ReplayOptions) => {
      checkDirectory(directory);
      const { runReplay } = await import("./run.js");
      exit(await runReplay(directory, recording, options, surroundings));
    });
};
