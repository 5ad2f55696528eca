import { httpUrl, port, repeated } from "../../shared/option-values.js";
import type { Register } from "../../shared/surroundings.js";
import type { Egress, RecordOptions } from "./run.js";

/** `flowc record`: stands before a running system and behind it, and writes what goes through. */
export const registerRecord: Register = (program, surroundings, exit) => {
  program
    .command("record")
    .description("record the requests that a running system answers, and its upstream requests")
    .requiredOption("--old <url>", "the system that answers", httpUrl)
    .requiredOption("--listen <port>", "where clients ask in its place (0 for any port)", port)
    .option(
      "--egress <port=url>",
      "where the system asks in place of the upstream <url>; may be repeated",
      egress,
      [],
    )
    .option("--proxy <port>", "where the system finds an HTTP proxy for its upstream requests", port)
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .option(
      "--mask <name>",
      "also hide the values of fields, members and parameters of this name; may be repeated",
      repeated,
      [],
    )
    .option("--keep-secrets", "write credentials and other secrets as they are", false)
    .requiredOption("-o, --output <file>", "the recording; what is there stays")
    .action(async (options: RecordOptions) => {
      const { runRecord } = await import("./run.js");
      exit(await runRecord(options, surroundings));
    });
};

function egress(text: string, before: readonly Egress[]): readonly Egress[] {
  const equals = text.indexOf("=");
  return [...before, { port: port(text.slice(0, equals)), url: httpUrl(text.slice(equals + 1)) }];
}
