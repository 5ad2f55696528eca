import { checkDirectory } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { asDocument, type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";
import { table } from "../../shared/table.js";
import { escapedLine } from "../../shared/visible-lines.js";

/** `flowc doctor`: checks the surroundings of a built app before traffic comes. */
export const registerDoctor: Register = (program, { stdout }, exit) => {
  program
    .command("doctor")
    .description(
      "check, with the environment of a deployment, whether the app that was built into [gen] can work",
    )
    .argument("[gen]", "the output directory of `flowc build`", ".")
    .addOption(envFileOption())
    .option("--strict", "fail if there is any warning", false)
    .addOption(textOrJson("of the result"))
    .action(
      async (
        directory: string,
        { strict, format }: { readonly strict: boolean; readonly format: TextOrJson },
      ) => {
        checkDirectory(directory);
        const { examine } = await import("./examine.js");
        const checks = await examine(directory);
        stdout(
          format === "json"
            ? asDocument({ checks })
            : table(
                checks.map(({ state, check, subject, message }) => [
                  state,
                  check,
                  escapedLine(subject),
                  escapedLine(message),
                ]),
              ),
        );
        if (checks.some(({ state }) => state === "wrong" || (strict && state === "warning")))
          exit(exitCodes.failed);
      },
    );
};
