import { InvalidArgumentError, Option } from "commander";
import { seconds } from "../../../runtime/base/index.js";
import { httpUrl, port, repeated } from "../../shared/option-values.js";
import type { Register } from "../../shared/surroundings.js";
import type { Egress, RecordOptions } from "./run.js";

type Given = Partial<RecordOptions> & { readonly import?: string; readonly audit?: string };

/** `flowc record`: stands before a running system and behind it, and writes what goes through. */
export const registerRecord: Register = (program, surroundings, exit) => {
  program
    .command("record")
    .description("record the requests that a running system answers, and its upstream requests")
    .option("--old <url>", "the system that answers", httpUrl)
    .option("--listen <port>", "where clients ask in its place (0 for any port)", port)
    .option(
      "--egress <port=url>",
      "where the system asks in place of the upstream <url>; may be repeated",
      egress,
      [],
    )
    .option("--proxy <port>", "where the system finds an HTTP proxy for its upstream requests", port)
    .option("--host <address>", "the address to listen at", "127.0.0.1")
    .option(
      "--only <operation>",
      "record requests like 'GET /orders/**' alone; may be repeated",
      operation,
      [],
    )
    .option("--sample <share>", "record a share of them, such as 0.1", share, 1)
    .option("--for <time>", "end after 90s, 30m or 2h", time)
    .option(
      "--mask <name>",
      "also hide the values of fields, members and parameters of this name; may be repeated",
      repeated,
      [],
    )
    .option("--keep-secrets", "write credentials and other secrets as they are", false)
    .option("-o, --out <file>", "the recording; what is there stays")
    .addOption(
      new Option("--import <file>", "write what a HAR, or a file of traces, has").conflicts([
        "old",
        "listen",
      ]),
    )
    .addOption(
      new Option("--audit <recording>", "tell what still looks like a secret, or like a person").conflicts([
        "old",
        "listen",
        "import",
        "out",
      ]),
    )
    .action(async (options: Given) => {
      const { old, listen, out, import: file, audit } = options;
      if (audit !== undefined) {
        const { runAudit } = await import("./audit.js");
        return exit(await runAudit(audit, surroundings));
      }
      if (out !== undefined && file !== undefined) {
        const { runImport } = await import("./import.js");
        return exit(await runImport(file, options as RecordOptions, surroundings));
      }
      if (old === undefined || listen === undefined || out === undefined)
        throw new Error("flowc record needs --old, --listen and --out; or --import and --out; or --audit.");
      const { runRecord } = await import("./run.js");
      exit(await runRecord(options as RecordOptions, surroundings));
    });
};

function egress(text: string, before: readonly Egress[]): readonly Egress[] {
  const equals = text.indexOf("=");
  return [...before, { port: port(text.slice(0, equals)), url: httpUrl(text.slice(equals + 1)) }];
}

/** `*` stands for a part of a segment, `**` for any number of segments. */
function operation(text: string, before: readonly RegExp[]): readonly RegExp[] {
  const [, method = "*", path = ""] = /^(?:([A-Za-z]+|\*) +)?(\/\S*)$/.exec(text) ?? [];
  if (path === "") throw new InvalidArgumentError("It has to be like 'GET /orders/**'.");
  const parts = path.split("**").map((part) =>
    part
      .split("*")
      .map((literal) => literal.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"))
      .join("[^/]*"),
  );
  return [
    ...before,
    new RegExp(`^${method === "*" ? "[A-Z]+" : method.toUpperCase()} ${parts.join(".*")}$`, "s"),
  ];
}

function share(text: string): number {
  if (!/^(?:0?\.\d+|1(?:\.0+)?)$/.test(text))
    throw new InvalidArgumentError("It has to be more than 0, and at most 1.");
  return Number(text);
}

function time(text: string): number {
  const read = seconds().read(text);
  if (read === undefined) throw new InvalidArgumentError("It has to be a time, such as 30m.");
  return read;
}
