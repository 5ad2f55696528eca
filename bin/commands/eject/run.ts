import { placeOf, renderText } from "../../../compiler/diagnostics/render.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { compile } from "../../../compiler/index.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { PlaceError } from "../../shared/place-inside.js";
import { Progress } from "../../shared/progress.js";
import { type ExitCode, exitCodes, type Run, type Surroundings } from "../../shared/surroundings.js";
import { showChanges, writeChanges } from "./changes.js";
import type { Ejection, EjectOptions, Plan } from "./ejection.js";
import { planHandlers } from "./handlers.js";
import { projectOf } from "./project.js";
import { Proof } from "./proof.js";
import { readRecord, recordPath } from "./record.js";
import { planUndo } from "./undo.js";

/** Makes handlers of flows, or the reverse. Throws if a name is wrong. */
export async function runEject(
  directory: string,
  names: readonly string[],
  options: EjectOptions,
  surroundings: Surroundings,
  run: Run,
): Promise<ExitCode> {
  const { stderr } = surroundings;
  const progress = new Progress(surroundings);
  try {
    return await ejectOrUndo(directory, names, options, surroundings, run, progress);
  } catch (error) {
    progress.clear();
    if (!(error instanceof Refusal || error instanceof PlaceError)) throw error;
    const span = error instanceof Refusal ? error.span : undefined;
    stderr(`${span === undefined ? "flowc" : placeOf(span, directory)}: ${error.message.trimEnd()}\n`);
    return exitCodes.failed;
  }
}

async function ejectOrUndo(
  directory: string,
  names: readonly string[],
  options: EjectOptions,
  surroundings: Surroundings,
  run: Run,
  progress: Progress,
): Promise<ExitCode> {
  const { stdout, stderr, colour } = surroundings;
  const inputs = readDirectory(directory, undefined, options.overlay);
  const record = readRecord(inputs.read(recordPath));
  progress.show("compiling");
  const { program, ...found } = await compile(inputs);
  const errors = found.diagnostics.filter(({ severity }) => severity === "error");
  if (program === undefined || (errors.length > 0 && !options.undo)) {
    progress.clear();
    stderr(renderText(errors, { directory, colour }));
    return exitCodes.failed;
  }
  const app = { ...found, program };
  const proof = new Proof(directory, app, inputs, run, surroundings);
  const ejection = { directory, names, options, inputs, record, app, proof };
  const { changes, lines, warnings } = await planOf(ejection, (text) => progress.show(text));
  const project = await projectOf(ejection, changes, (text) => progress.show(text));
  progress.clear();
  const isOnlyProject = project !== undefined && !options.yes;
  // The record has nothing that the other files do not show.
  const shown = isOnlyProject ? [] : [...changes].filter(([path]) => path !== recordPath);
  stdout(await showChanges(directory, new Map(shown), inputs.read));
  for (const line of lines) stdout(`${line}\n`);
  stderr(renderText(warnings, { directory, colour }));
  if (options.yes) writeChanges(directory, changes, inputs.read);
  if (project !== undefined) stdout(project.write());
  if (!options.yes && changes.size > 0)
    stdout(
      isOnlyProject
        ? `${directory} stays as it is: --yes writes there, too\n`
        : "nothing is written yet: --yes writes this\n",
    );
  return exitCodes.fine;
}

async function planOf(ejection: Ejection, show: (text: string) => void): Promise<Plan> {
  const { options, names } = ejection;
  if (options.undo) return planUndo(ejection);
  if (options.all || names.length > 0) return planHandlers(ejection, show);
  return { changes: new Map(), lines: [], warnings: [] };
}
