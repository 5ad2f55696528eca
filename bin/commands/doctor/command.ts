import { checkDirectory } from "../../shared/directory.js";
import { envFileOption } from "../../shared/env-file.js";
import { type TextOrJson, textOrJson } from "../../shared/json-format.js";
import { exitCodes, type Register } from "../../shared/surroundings.js";

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
        const { asJson, asText, fails } = await import("../../../runtime/server/checks/report.js");
        stdout(format === "json" ? asJson(checks) : asText(checks));
        if (fails(checks, strict)) exit(exitCodes.failed);
      },
    );
};
