import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import type { Platform } from "../../../compiler/output/targets/index.js";
import { checkTypes } from "../../../compiler/output/type-check.js";
import { Session } from "../../../compiler/session/session.js";
import { type Inputs, readDirectory } from "../../../compiler/source/read-directory.js";
import { openCache } from "../../shared/cache.js";
import type { Overlaid } from "../../shared/directory.js";
import { type Format, fails, rendered, reportCrash, type Strictness, wanted } from "../../shared/findings.js";
import { editsOf, type LeftEdit, leftLines, makeEdits, showEdits } from "../../shared/fix.js";
import { Progress } from "../../shared/progress.js";
import { realPath } from "../../shared/real-path.js";
import { type ExitCode, exitCodes, type Surroundings } from "../../shared/surroundings.js";
import { watchInputs } from "../../shared/watched-inputs.js";
import { withFiles } from "../../shared/with-files.js";

export interface CheckOptions extends Strictness, Overlaid {
  readonly format: Format;
  readonly fix: boolean;
  readonly yes: boolean;
  readonly types: boolean;
  readonly watch: boolean;
  readonly cache: boolean;
  readonly target: readonly Platform[];
}

/** Returns a session for checks of one directory. */
export const sessionFor = (directory: string, { cache, fix, watch }: CheckOptions): Session =>
  new Session({ store: cache ? openCache(realPath(directory)) : undefined, stays: watch || fix });

/** Checks a flow directory. Throws if it cannot be read. */
export async function runCheck(
  directory: string,
  options: CheckOptions,
  surroundings: Surroundings,
  session = sessionFor(directory, options),
): Promise<ExitCode> {
  const { stdout, stderr, resultColour = false } = surroundings;
  // The report is the result; so are edits, but not where a program reads the report.
  const tell = options.format === "text" ? stdout : stderr;
  let found = await check(directory, options, surroundings, session);
  const editsFor = (diagnostics: readonly Diagnostic[]) =>
    editsOf(diagnostics, async (texts) => {
      const edited = withFiles(filesOf(directory, options, surroundings), texts);
      return (await session.check(edited, options.target)).diagnostics;
    });
  let untaken: readonly LeftEdit[] = [];
  if (options.fix && options.yes)
    for (let round = 0; found !== undefined && round < maxRounds; round++) {
      const { edits, left } = await editsFor(found.diagnostics);
      untaken = left;
      if (edits.length === 0) break;
      makeEdits(directory, edits);
      tell(await showEdits(directory, edits));
      found = await check(directory, options, surroundings, session);
    }
  if (found === undefined) return exitCodes.failed;
  const diagnostics = wanted(found.diagnostics, options);
  const { endpoints } = found;
  stdout(await rendered(diagnostics, options.format, directory, resultColour));
  if (options.fix && !options.yes) {
    const { edits, left } = await editsFor(diagnostics);
    untaken = left;
    tell(await showEdits(directory, edits));
    if (edits.length > 0) tell("nothing is written yet: --yes makes these edits\n");
    else if (left.length === 0) tell("no hint suggests an edit\n");
  }
  tell(leftLines(directory, untaken));
  if (fails(diagnostics, options, surroundings)) return exitCodes.failed;
  if (options.format === "text") stderr(`checked ${endpoints} endpoint${endpoints === 1 ? "" : "s"}\n`);
  return exitCodes.fine;
}

/** An edit may lead to another one: a flow whose name is right now has mistakes of its own. */
const maxRounds = 10;

const filesOf = (directory: string, { overlay }: Overlaid, { unsaved = new Map() }: Surroundings): Inputs =>
  withFiles(readDirectory(directory, undefined, overlay), unsaved);

interface Found {
  readonly diagnostics: readonly Diagnostic[];
  readonly endpoints: number;
}

/** Finds everything that there is to find; `undefined` if flowc itself has failed, which is reported. */
async function check(
  directory: string,
  options: CheckOptions,
  surroundings: Surroundings,
  session: Session,
): Promise<Found | undefined> {
  const { format, types, target } = options;
  const progress = new Progress(surroundings);
  const inputs = watchInputs(filesOf(directory, options, surroundings));
  progress.show(`checking ${directory}`);
  try {
    if (!types) return await session.check(inputs, target);
    const { diagnostics, endpoints, modules } = await session.compile(inputs, target);
    if (modules.length === 0) return { diagnostics, endpoints };
    progress.show(`checking the types of ${modules.length} modules`);
    return { diagnostics: [...diagnostics, ...checkTypes(modules)], endpoints };
  } catch (error) {
    progress.clear();
    if (inputs.isOfReading(error)) throw error;
    await reportCrash(error, format, directory, surroundings);
    return undefined;
  } finally {
    progress.clear();
  }
}
