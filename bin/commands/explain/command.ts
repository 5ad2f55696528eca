import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nearest } from "../../../compiler/diagnostics/nearest.js";
import { visible } from "../../../compiler/diagnostics/render.js";
import { packageDirectory } from "../../../compiler/output/package-directory.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";

/** `flowc explain`: what the documentation says of a code. */
export const registerExplain: Register = (program, { stdout, stderr }, exit) => {
  program
    .command("explain")
    .description("print what a diagnostic means, and how to correct it")
    .argument("<code>", "the code of a diagnostic, such as FLOW2003")
    .action((written: string) => {
      const code = written.toUpperCase();
      const explained = explanations();
      const page = explained.get(code);
      if (page !== undefined) {
        stdout(page);
        return;
      }
      const meant = nearest(code, explained.keys());
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      stderr(`There is no diagnostic ${visible(written)}.${hint}\n`);
      exit(exitCodes.misused);
    });
};

/** What the tables of diagnostics say of each code, and in which section. */
function explanations(): ReadonlyMap<string, string> {
  const explained = new Map<string, string>();
  let section = "";
  for (const line of readFileSync(join(packageDirectory, "docs/diagnostics.md"), "utf8").split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, code, severity, message, instead] = cells(line);
    if (code === undefined || !/^FLOW\d{4}$/.test(code)) continue;
    const lines = [`${code}: ${severity}, in ${section}`, "", message];
    if (instead) lines.push("", `Instead: ${instead}`);
    if (severity === "warning") lines.push("", `To silence it: <!-- flowc-ignore ${code}: why -->`);
    explained.set(code, `${lines.join("\n")}\n`);
  }
  return explained;
}

/** The cells of a row of a Markdown table, from index 1 on. */
const cells = (line: string): readonly string[] =>
  line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
