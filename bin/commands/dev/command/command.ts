import { InvalidArgumentError } from "commander";
import { checkDirectory, directoryArgument, overlayOption } from "../../../shared/directory.js";
import { envFileOption } from "../../../shared/env-file.js";
import { port, repeated } from "../../../shared/option-values.js";
import type { Register } from "../../../shared/surroundings.js";
import type { DevOptions } from "../start/run.js";

/** `flowc dev`: the workbench. */
export const registerDev: Register = (program, surroundings, exit) => {
  program
    .command("dev")
    .description("serve the app of [dir] while you edit it, and show how requests pass through its flows")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .addOption(envFileOption())
    .option(
      "--port <n>",
      "where the app answers (default: PORT, or 8080); its workbench is on the next port",
      port,
    )
    .option("--host <address>", "the address to listen on (default: HOST, or 127.0.0.1)")
    .option("--open", "open the workbench in the browser", false)
    .option(
      "--https",
      "serve both with TLS, with a certificate of flowc's own unless there is another",
      false,
    )
    .option("--https-key <file>", "the key of your own certificate, in PEM")
    .option("--https-cert <file>", "your own certificate, in PEM")
    .option(
      "--upstream <name=url>",
      "set an environment variable of the app; can be repeated",
      upstream,
      new Map(),
    )
    .option("--mock", "answer in place of upstream systems, with the examples of their descriptions", false)
    .option(
      "--secret <name>",
      "also mask the values of this field, parameter or member; can be repeated",
      repeated,
      [],
    )
    .option(
      "--show-secrets",
      "keep values that let somebody in; only where no other machine sees them",
      false,
    )
    .option("--quiet", "tell of builds alone, not of requests and what the app logs", false)
    .option(
      "--trace <file>",
      "serve no app: show the requests of a log, of a file of traces, or of a recording",
    )
    .option("--no-cache", "neither use nor keep results of earlier runs")
    .action(async (directory: string, options: DevOptions & { readonly trace: string | undefined }) => {
      checkDirectory(directory);
      if (options.trace !== undefined) {
        const { runReplay } = await import("../start/run.js");
        return exit(await runReplay(directory, options.trace, options, surroundings));
      }
      const { runDev } = await import("../start/run.js");
      exit(await runDev(directory, options, surroundings));
    });
};

function upstream(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [, name, url] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || url === undefined || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new InvalidArgumentError("It has the form NAME=URL, as in USERS_API=http://127.0.0.1:9000.");
  return new Map([...before, [name, url]]);
}
