import { InvalidArgumentError } from "commander";
import { checkDirectory, directoryBefore, overlayOption } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { textOrJson } from "../../shared/json-format.js";
import type { Register } from "../../shared/surroundings.js";
import type { RequestOptions } from "./run.js";

/** `flowc request`: what an app answers, without a server. */
export const registerRequest: Register = (program, surroundings, exit) => {
  const command = program
    .command("request")
    .description("build the app of [dir] in memory, send it a request, and print the answer");
  const named = directoryBefore(command, [
    ["method", "the method, such as GET"],
    ["target", "the path and the query, such as '/api/users?limit=5'"],
  ]);
  command
    .addOption(overlayOption())
    .addOption(envFileOption())
    .option("-H, --header <field>", "a header field, as in 'Accept: text/html'", field, [])
    .option("-d, --data <text>", "the body")
    .option("--trace", "print the trace of the request as JSON, in place of the answer", false)
    .addOption(textOrJson("of the answer"))
    .option("--no-network", "let upstream requests fail, as if nobody answered")
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async () => {
      const options = command.opts<RequestOptions>();
      const [directory = "", method = "", target = ""] = named();
      checkDirectory(directory);
      const { runRequest } = await import("./run.js");
      exit(await runRequest(directory, method.toUpperCase(), target, options, surroundings));
    });
};

function field(text: string, before: readonly (readonly [string, string])[]) {
  const colon = text.indexOf(":");
  if (colon < 1) throw new InvalidArgumentError("It has the form 'Name: value'.");
  return [...before, [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const];
}
