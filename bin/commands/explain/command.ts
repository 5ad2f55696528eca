import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../../../compiler/output/package-directory.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";

/** `flowc explain`: what the documentation says of a code. */
export const registerExplain: Register = (program, { stdout, stderr }, exit) => {
  program
    .command("explain")
    .description("print what a diagnostic means, and how to correct it")
    .argument("<code>", "the code of a diagnostic, such as FLOW2003")
    .action((code: string) => {
      const page = explanation(code.toUpperCase());
      if (page === undefined) {
        stderr(`There is no diagnostic ${code}.\n`);
        exit(exitCodes.misused);
      } else stdout(page);
    });
};

/** The row of a code in the table of diagnostics, and the section that it is in. */
function explanation(code: string): string | undefined {
  const text = readFileSync(join(packageDirectory, "docs/diagnostics.md"), "utf8");
  let section = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, found, severity, message, instead] = cells(line);
    if (found !== code) continue;
    const lines = [`${code}: ${severity}, in ${section}`, "", message ?? ""];
    if (instead) lines.push("", `Instead: ${instead}`);
    if (severity === "warning") lines.push("", `To silence it: <!-- flowc-ignore ${code}: why -->`);
    return `${lines.join("\n")}\n`;
  }
  return undefined;
}

/** The cells of a row of a Markdown table, from index 1 on. */
const cells = (line: string): readonly string[] => line.split(/(?<!\\)\|/).map((cell) => cell.trim());
