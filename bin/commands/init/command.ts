import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { starterFiles } from "./starter-files.js";

/** `flowc init`: starts an app. */
export const registerInit: Register = (program, { stdout, stderr }, exit) => {
  program
    .command("init")
    .description("start an app that builds, tests and runs")
    .argument("[dir]", "the directory to write to", ".")
    .action((directory: string) => {
      const taken = [...starterFiles.keys()].filter((path) => existsSync(join(directory, path)));
      if (taken.length > 0) {
        stderr(`${taken.map((path) => join(directory, path)).join(", ")}: nothing is overwritten.\n`);
        exit(exitCodes.misused);
        return;
      }
      for (const [path, text] of starterFiles) {
        const target = join(directory, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text, { flag: "wx" });
        stdout(`wrote ${target}\n`);
      }
      stdout(
        `\nnext: flowc test ${directory}\n      flowc build ${directory} -o gen && node gen/server.js\n`,
      );
    });
};
