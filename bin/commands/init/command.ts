import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import type { Register } from "../../shared/surroundings.js";
import { starterFiles } from "./starter-files.js";

/** `flowc init`: starts an app. */
export const registerInit: Register = (program, { stdout }) => {
  program
    .command("init")
    .description("start an app that builds, tests and runs")
    .argument("[dir]", "the directory to write to", ".")
    .addOption(textOrJson("of the list of files"))
    .action((directory: string, { format }: { readonly format: TextOrJson }) => {
      // Directions of one's own stay, and need none beside them.
      const files = [...starterFiles].filter(
        ([path]) => path !== "AGENTS.md" || !existsSync(join(directory, path)),
      );
      const taken = files.flatMap(([path]) => (existsSync(join(directory, path)) ? path : []));
      if (taken.length > 0) {
        const paths = taken.map((path) => join(directory, path)).join(", ");
        throw new Error(`${paths} ${taken.length === 1 ? "exists" : "exist"}; nothing is overwritten.`);
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
