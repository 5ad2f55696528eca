import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { starterFiles } from "./starter-files.js";

interface InitOptions {
  readonly format: TextOrJson;
  readonly yes: boolean;
  /** True if directions for agents are written. */
  readonly agents: boolean;
}

const directions = "AGENTS.md";

/** `flowc init`: starts an app. */
export const registerInit: Register = (program, { stdout }, exit) => {
  program
    .command("init")
    .description("start an app that builds, tests and runs")
    .argument("[dir]", "the directory to write to", ".")
    .option("-y, --yes", "write without asking; only a terminal is asked", false)
    .option("--no-agents", `write no ${directions}, directions for agents`)
    .addOption(textOrJson("of the list of files"))
    .action(async (directory: string, { format, yes, agents }: InitOptions) => {
      // Directions of one's own stay, and need none beside them.
      const files = [...starterFiles].filter(
        ([path]) => path !== directions || (agents && !existsSync(join(directory, path))),
      );
      const taken = files.flatMap(([path]) => (existsSync(join(directory, path)) ? path : []));
      if (taken.length > 0) {
        const paths = taken.map((path) => join(directory, path)).join(", ");
        throw new Error(`${paths} ${taken.length === 1 ? "exists" : "exist"}; nothing is overwritten.`);
      }
      const isAsked = !yes && format === "text" && process.stdin.isTTY && process.stdout.isTTY;
      if (
        isAsked &&
        !(await isWanted(
          directory,
          files.map(([path]) => path),
        ))
      ) {
        stdout("nothing is written\n");
        return exit(exitCodes.failed);
      }
      for (const [path, text] of files) {
        const target = join(directory, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text, { flag: "wx" });
        if (format === "text") stdout(`wrote ${target}\n`);
      }
      const next = [`flowc test ${directory}`, `flowc build ${directory} -o gen && node gen/server.js`];
      stdout(
        format === "json"
          ? asDocument({ files: files.map(([path]) => join(directory, path)), next })
          : `\nnext: ${next.join("\n      ")}\n`,
      );
    });
};

/** Asks a person, who has to answer; the end of what is typed is a no. */
async function isWanted(directory: string, paths: readonly string[]): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => {
    terminal.once("close", () => resolve("no"));
  });
  try {
    const answer = terminal.question(`Write ${paths.join(", ")} to ${directory}? [Y/n] `);
    return !/^\s*n/i.test(await Promise.race([answer, ended]));
  } finally {
    terminal.close();
  }
}
