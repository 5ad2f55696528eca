import { placeOf, renderText } from "../../../compiler/diagnostics/render.js";
import { answeredOperations } from "../../../compiler/eject/operations.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { compile } from "../../../compiler/index.js";
import { type Inputs, readDirectory } from "../../../compiler/source/read-directory.js";
import type { Overlaid } from "../../shared/directory.js";
import { PlaceError } from "../../shared/place-inside.js";
import { Progress } from "../../shared/progress.js";
import { type ExitCode, exitCodes, type Run, type Surroundings } from "../../shared/surroundings.js";
import { withFiles } from "../../shared/with-files.js";
import { type Changes, showChanges, textOfFile, withoutMark, writeChanges } from "./changes.js";
import { allTargets, chosenTargets, operationsOf, pathOf } from "./chosen.js";
import { type Move, movedFiles, namedIn, planMoves, recorded, type WithProgram } from "./plan.js";
import { keyOfOperation, Proof } from "./proof.js";
import { type EjectRecord, type Entry, readRecord, recordPath, writtenRecord } from "./record.js";
import { undone } from "./undo.js";

export interface EjectOptions extends Overlaid {
  readonly all: boolean;
  readonly undo: boolean;
  readonly against: string | undefined;
  readonly yes: boolean;
}

/** What is to be written, and what is said of it. */
interface Plan {
  readonly changes: Changes;
  readonly lines: readonly string[];
}

/** Makes handlers of flows, or the reverse. Throws if a name is wrong. */
export async function runEject(
  directory: string,
  names: readonly string[],
  options: EjectOptions,
  surroundings: Surroundings,
  run: Run,
): Promise<ExitCode> {
  const { stdout, stderr } = surroundings;
  const progress = new Progress(surroundings);
  try {
    const ejection = new Ejection(directory, names, options, surroundings, run);
    const plan = await ejection.plan((text) => progress.show(text)).finally(() => progress.clear());
    if (plan === undefined) return exitCodes.failed;
    const { changes, lines } = plan;
    stdout(await showChanges(directory, withoutRecord(changes), ejection.inputs.read));
    for (const line of lines) stdout(`${line}\n`);
    if (changes.size === 0) return exitCodes.fine;
    if (options.yes) writeChanges(directory, changes, ejection.inputs.read);
    else stdout("nothing is written yet: --yes writes this\n");
    return exitCodes.fine;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof PlaceError)) throw error;
    const place = error instanceof Refusal && error.span && `${placeOf(error.span, directory)}: `;
    stderr(`${place || "flowc: "}${error.message.trimEnd()}\n`);
    return exitCodes.failed;
  }
}

/** It has nothing that the other files do not show. */
const withoutRecord = (changes: Changes): Changes =>
  new Map([...changes].filter(([path]) => path !== recordPath));

class Ejection {
  readonly inputs: Inputs;
  readonly #record: EjectRecord;

  constructor(
    private readonly directory: string,
    private readonly names: readonly string[],
    private readonly options: EjectOptions,
    private readonly surroundings: Surroundings,
    private readonly run: Run,
  ) {
    this.inputs = readDirectory(directory, undefined, options.overlay);
    this.#record = readRecord(this.inputs.read(recordPath));
  }

  /** `undefined` after reporting that the flows have errors. */
  async plan(show: (text: string) => void): Promise<Plan | undefined> {
    const { directory, options, surroundings } = this;
    show("compiling");
    const { program, ...compilation } = await compile(this.inputs);
    const errors = compilation.diagnostics.filter(({ severity }) => severity === "error");
    if (program === undefined || (errors.length > 0 && !options.undo)) {
      surroundings.stderr(renderText(errors, { directory, colour: surroundings.colour }));
      return undefined;
    }
    const before = { ...compilation, program };
    return options.undo ? this.#undo(before) : this.#eject(before, show);
  }

  async #eject(before: WithProgram, show: (text: string) => void): Promise<Plan> {
    const { directory, inputs, names, options } = this;
    const targets = options.all
      ? allTargets(before.program)
      : chosenTargets(before.program, directory, names);
    if (targets.length === 0)
      return { changes: new Map(), lines: ["no flow is left that could become a handler"] };
    const moves = planMoves(before, inputs, targets, this.#record);
    const proof = new Proof(directory, before, inputs);
    const moved = new Map(
      moves.flatMap(({ operations, handler }) =>
        operations.map((one) => [keyOfOperation(one), handler] as const),
      ),
    );
    const kept = movedFiles(moves, inputs);
    const { program } = await proof.compiles(withFiles(inputs, kept), moved);
    const unused = new Map(
      moves.map(({ flow }) => [flow, undefined] as const).filter(([flow]) => !program.flows.has(flow)),
    );
    const without = new Set(unused.keys());
    const now = withFiles(inputs, kept);
    const named = new Map(moves.map(({ flow }) => [flow, namedIn(flow, now, without)] as const));
    const gone = new Map(
      [...unused.keys()].flatMap((flow) =>
        named.get(flow) === undefined ? [[flow, this.#exact(flow, kept)] as const] : [],
      ),
    );
    const changes = new Map<string, string | undefined>([
      ...kept,
      ...[...gone.keys()].map((flow) => [flow, undefined] as const),
    ]);
    changes.set(recordPath, writtenRecord(recorded(this.#record, moves, gone, inputs)));
    const after = withFiles(inputs, changes);
    show("checking types");
    proof.types(await proof.compiles(after, moved));
    show("running the tests");
    const tests = await proof.tests(after);
    if (options.against !== undefined) {
      show("comparing");
      await proof.recording(after, options.against, this.run, this.surroundings);
    }
    const lines = moves.flatMap((move) =>
      linesOf(move, tests.reached(move.handler), gone, named.get(move.flow)),
    );
    return { changes, lines: [...lines, testLine(tests), ...this.#comparedLine()] };
  }

  /** All of a flow file as it would be written again. */
  #exact(flow: string, kept: Changes): string {
    const text = textOfFile(this.directory, flow) ?? "";
    const plain = withoutMark(text);
    return text.slice(0, text.length - plain.length) + (kept.get(flow) ?? plain);
  }

  #comparedLine(): readonly string[] {
    const { against } = this.options;
    return against === undefined ? [] : [`what both answer to the requests of ${against} is the same`];
  }

  async #undo(before: WithProgram): Promise<Plan> {
    const { directory, inputs } = this;
    const chosen = this.options.all ? this.#record : this.#named(before);
    if (chosen.size === 0) return { changes: new Map(), lines: ["no handler is there that eject has made"] };
    const answered = answeredOperations(before.program).filter(({ flow }) => chosen.has(flow));
    const moved = new Map(answered.map((one) => [keyOfOperation(one), chosen.get(one.flow)?.flow ?? ""]));
    const changes = new Map(undone(inputs, chosen));
    const left = [...this.#record].filter(([handler]) => !chosen.has(handler));
    changes.set(recordPath, writtenRecord(new Map(left)));
    const texts = [...changes].map(([path, text]) => [path, text && withoutMark(text)] as const);
    await new Proof(directory, before, inputs).compiles(withFiles(inputs, new Map(texts)), moved);
    const lines = [...chosen].flatMap(([handler, { flow }]) => {
      const users = answered.filter((one) => one.flow === handler).map(({ name }) => `${name}: `);
      return (users.length === 0 ? [""] : users).map((name) => `${name}${handler} -> ${flow}`);
    });
    return { changes, lines };
  }

  /** The handlers that names mean: of operations, by their paths, or by those of the flows that they were. */
  #named({ program }: WithProgram): EjectRecord {
    const record = this.#record;
    return new Map(
      this.names.map((name): [string, Entry] => {
        const isKnown = (path: string) =>
          record.has(path) || [...record.values()].some(({ flow }) => flow === path);
        const path = operationsOf(program, name)[0]?.flow ?? pathOf(this.directory, name, isKnown);
        const found = [...record].find(([handler, { flow }]) => handler === path || flow === path);
        if (found === undefined) throw new Error(`${name} is no handler that eject has made.`);
        return found;
      }),
    );
  }
}

function linesOf(
  { flow, handler, operations, made }: Move,
  tests: number,
  gone: ReadonlyMap<string, string>,
  namedBy: string | undefined,
): readonly string[] {
  const names = operations.length === 0 ? [""] : operations.map(({ name }) => `${name}: `);
  const use = namedBy === undefined ? "other operations or flows use it" : `${namedBy} names it`;
  const notes = [
    ...(made?.notes ?? []),
    ...(gone.has(flow) ? [] : [`${flow} stays: ${use}`]),
    tests === 0
      ? "no test runs it: nothing shows that its answers stay the same"
      : `${counted(tests)} ${tests === 1 ? "runs" : "run"} it`,
  ];
  return [...names.map((name) => `${name}${flow} -> ${handler}`), ...notes.map((note) => `  ${note}`)];
}

const counted = (tests: number): string => `${tests} test${tests === 1 ? "" : "s"}`;

function testLine({ passed, failed }: { readonly passed: number; readonly failed: number }): string {
  if (passed + failed === 0) return "there are no tests";
  const passing = `${counted(passed)} ${passed === 1 ? "passes" : "pass"} before and after`;
  return failed === 0 ? passing : `${passing}, ${failed} did not pass before`;
}
