import { lstatSync, readFileSync } from "node:fs";
import { renderText } from "../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { checkDirectory, directoryArgument, type Overlaid, overlayOption } from "../../shared/directory.js";
import { finding } from "../../shared/findings.js";
import { type ExitCode, exitCodes, type Register, type Surroundings } from "../../shared/surroundings.js";
import { writeWhole } from "../../shared/write-whole.js";

interface TypesOptions extends Overlaid {
  readonly out: string | undefined;
  readonly force: boolean;
}

/** `flowc types`: the types of all operations, and a client for them. */
export const registerTypes: Register = (program, surroundings, exit) => {
  program
    .command("types")
    .description("print TypeScript types of the API in the flow directory [dir], and a client for it")
    .argument(...directoryArgument)
    .addOption(overlayOption())
    .option("-o, --out <file>", "write them to a file instead")
    .option("--force", "overwrite a file that flowc did not write, or that was changed since", false)
    .action(async (directory: string, options: TypesOptions) => {
      exit(await runTypes(directory, options, surroundings));
    });
};

async function runTypes(
  directory: string,
  { out, force, overlay }: TypesOptions,
  { stdout, stderr, colour }: Surroundings,
): Promise<ExitCode> {
  checkDirectory(directory);
  if (out === "") throw new Error("The output file has no name.");
  const { clientTypes } = await import("../../../compiler/generate/descriptions.js");
  const { text, diagnostics } = clientTypes(readDirectory(directory, undefined, overlay));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  stderr(renderText(errors, { directory, colour }));
  if (text === undefined) return exitCodes.failed;
  if (out === undefined) {
    stdout(text);
    return exitCodes.fine;
  }
  const conflict = await conflictOf(out, text, force);
  if (conflict === undefined) {
    writeWhole(out, text);
    return exitCodes.fine;
  }
  stderr(renderText([finding(conflict, { path: out })], { directory, colour }));
  return exitCodes.failed;
}

/** Returns the reason not to write the file; `undefined` if there is none. */
async function conflictOf(path: string, text: string, force: boolean) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) return "outputObstacle";
  const { originOf } = await import("../../../compiler/generate/client/client-module.js");
  const found = readFileSync(path, "utf8");
  if (force || found === text) return undefined;
  const origin = originOf(found);
  return origin === "ours" ? undefined : origin === "edited" ? "outputEdited" : "outputForeign";
}
