import { checkDirectory, directoryBefore, overlayOption } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { textOrJson } from "../../shared/json-format.js";
import type { Register } from "../../shared/surroundings.js";
import type { ReplayOptions } from "./run.js";

/** `flowc replay`: what the flows do now with requests that were recorded. */
export const registerReplay: Register = (program, surroundings, exit) => {
  const command = program
    .command("replay")
    .description("run the app of [dir] on recorded requests, without network, and print answers and traces");
  const named = directoryBefore(command, [["recording", "the file that has the requests"]]);
  command
    .addOption(overlayOption())
    .addOption(envFileOption())
    .addOption(textOrJson("of the answers"))
    .option("--save-test", "write a flow test for each way through the flows", false)
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async () => {
      const options = command.opts<ReplayOptions>();
      const [directory = "", recording = ""] = named();
      checkDirectory(directory);
      const { runReplay } = await import("./run.js");
      exit(await runReplay(directory, recording, options, surroundings));
    });
};
