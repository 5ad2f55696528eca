import { readFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../../compiler/diagnostics/render.js";
import { packageDirectory } from "../../../compiler/output/package-directory.js";
import { nearest } from "../../../runtime/base/nearest.js";
import { decisionTexts, explanations } from "../../shared/explanations.js";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";

/** `flowc explain`: what the documentation says of a code. */
export const registerExplain: Register = (program, { stdout, stderr }, exit) => {
  program
    .command("explain")
    .description("print what a diagnostic means, and how to correct it; or what a decision is about")
    .argument("<code>", "the code of a diagnostic, such as FLOW2003, or of a decision, such as D-REQ-07")
    .addOption(textOrJson("of the explanation"))
    .action(async (written: string, { format }: { readonly format: TextOrJson }) => {
      const code = written.toUpperCase().replace(/^(?=\d{4}$)/, "FLOW");
      const explained = code.startsWith("D-")
        ? decisionTexts((await import("../../../compiler/move/catalogue.js")).decisions)
        : explanations(readFileSync(join(packageDirectory, "docs/diagnostics.md"), "utf8"));
      const found = explained.get(code);
      if (found !== undefined) {
        stdout(format === "json" ? asDocument(found) : found.text);
        return;
      }
      const meant = nearest(code, explained.keys());
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      stderr(
        `There is no ${code.startsWith("D-") ? "decision" : "diagnostic"} ${visible(written)}.${hint}\n`,
      );
      exit(exitCodes.misused);
    });
};
