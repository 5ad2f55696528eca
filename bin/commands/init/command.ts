import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Register } from "../../shared/surroundings.js";
import { starterFiles } from "./starter-files.js";

/** `flowc init`: starts an app. */
export const registerInit: Register = (program, { stdout }) => {
  program
    .command("init")
    .description("start an app that builds, tests and runs")
    .argument("[dir]", "the directory to write to", ".")
    .action((directory: string) => {
      const taken = [...starterFiles.keys()].filter((path) => existsSync(join(directory, path)));
      if (taken.length > 0) {
        const paths = taken.map((path) => join(directory, path)).join(", ");
        throw new Error(`${paths} ${taken.length === 1 ? "exists" : "exist"}; nothing is overwritten.`);
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
