import { Command, CommanderError } from "commander";
import { registerBuild } from "./commands/build/command.js";
import { registerCheck } from "./commands/check/command.js";
import { registerCompare } from "./commands/compare/command.js";
import { registerDev } from "./commands/dev/command/command.js";
import { registerDoctor } from "./commands/doctor/command.js";
import { registerEject } from "./commands/eject/command.js";
import { registerExplain } from "./commands/explain/command.js";
import { registerInit } from "./commands/init/command.js";
import { registerLsp } from "./commands/lsp/command.js";
import { registerMap } from "./commands/map/command.js";
import { registerMcp } from "./commands/mcp/command.js";
import { registerRecord } from "./commands/record/command.js";
import { registerReplay } from "./commands/replay/command.js";
import { registerReport } from "./commands/report/command.js";
import { registerRequest } from "./commands/request/command.js";
import { registerRoutes } from "./commands/routes/command.js";
import { registerTest } from "./commands/test/command.js";
import { registerWhere } from "./commands/where/command.js";
import { type ExitCode, exitCodes, type Register, type Surroundings } from "./shared/surroundings.js";
import { messageOf } from "./shared/values.js";
import { ownVersion } from "./shared/version.js";

export type { Build } from "./shared/surroundings.js";

/** The commands, in the order of `--help`. */
const commands: readonly Register[] = [
  registerBuild,
  registerCheck,
  registerTest,
  registerDev,
  registerReport,
  registerDoctor,
  registerRecord,
  registerCompare,
  registerReplay,
  registerEject,
  registerRoutes,
  registerMap,
  registerRequest,
  registerExplain,
  registerWhere,
  registerInit,
  registerLsp,
  registerMcp,
];

/** Runs a command line; `args` comes without the program. Resolves to the exit code and never rejects. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  const program = new Command("flowc")
    .description("Compiles HTTP API flows written in XML to TypeScript.")
    .version(ownVersion())
    .exitOverride()
    .configureOutput({
      writeOut: surroundings.stdout,
      writeErr: surroundings.stderr,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const register of commands)
    register(
      program,
      surroundings,
      (chosen) => {
        code = chosen;
      },
      run,
    );
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.misused;
    surroundings.stderr(`flowc: ${messageOf(error)}\n`);
    return exitCodes.misused;
  }
}
