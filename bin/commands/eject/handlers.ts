import { placeOf } from "../../../compiler/diagnostics/render.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { compile } from "../../../compiler/index.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import { withFiles } from "../../shared/with-files.js";
import { type Changes, textOfFile, withoutMark } from "./changes.js";
import { allTargets, chosenTargets, type Target } from "./chosen.js";
import type { Ejection, Plan } from "./ejection.js";
import { type Move, movedFiles, namedPaths, Planner, recorded, withAnyHandlers } from "./plan.js";
import { keyOfOperation } from "./proof.js";
import { recordPath, writtenRecord } from "./record.js";

/**
 * Plans to make handlers of flows.
 * @throws Refusal
 */
export async function planHandlers(ejection: Ejection, show: (text: string) => void): Promise<Plan> {
  const { directory, names, options, app } = ejection;
  let targets = options.all ? allTargets(app.program) : chosenTargets(app.program, directory, names);
  if (targets.length === 0)
    return { changes: new Map(), lines: ["no flow is left that could become a handler"], warnings: [] };
  const refused: string[] = [];
  for (;;) {
    const { moves, left } = await planMoves(ejection, targets);
    if (moves.length === 0) return { changes: new Map(), lines: [...left, ...refused], warnings: [] };
    try {
      return await proven(ejection, moves, [...left, ...refused], show);
    } catch (error) {
      const guilty = error instanceof Refusal && options.all ? movesOf(error, moves) : [];
      if (guilty.length === 0 || guilty.length === targets.length) throw error;
      for (const { flow } of guilty) refused.push(`${flow} stays: ${(error as Refusal).message}`);
      targets = targets.filter((target) => !guilty.some(({ flow }) => flow === target.flow));
    }
  }
}

/** Those that a refusal is about: all others may go on without them. */
const movesOf = ({ files }: Refusal, moves: readonly Move[]): readonly Move[] =>
  moves.filter(({ handler, made }) =>
    [handler, ...(made?.parts.keys() ?? [])].some((path) => files.has(path)),
  );

/**
 * The plan, once it is proven.
 * @throws Refusal
 */
async function proven(
  ejection: Ejection,
  moves: readonly Move[],
  left: readonly string[],
  show: (text: string) => void,
): Promise<Plan> {
  const { directory, inputs, options, proof } = ejection;
  const handlers = new Map(
    moves.flatMap(({ operations, handler }) =>
      operations.map((one) => [keyOfOperation(one), handler] as const),
    ),
  );
  const kept = movedFiles(moves, inputs);
  const { program } = await proof.compiles(withFiles(inputs, kept), handlers);
  const users = flowUsers(moves, new Set(program.flows.keys()), withFiles(inputs, kept));
  const gone = new Map(
    moves.flatMap(({ flow }) => (users.has(flow) ? [] : [[flow, exactText(directory, flow, kept)] as const])),
  );
  const changes = new Map<string, string | undefined>(kept);
  for (const flow of gone.keys()) changes.set(flow, undefined);
  changes.set(recordPath, writtenRecord(recorded(ejection.record, moves, gone, inputs)));
  const after = withFiles(inputs, changes);
  show("checking types");
  const compiled = await proof.compiles(after, handlers);
  proof.types(compiled);
  show("running the tests");
  const tests = await proof.tests(after);
  if (options.against !== undefined) {
    show("comparing");
    await proof.recording(after, options.against);
  }
  const lines = moves.flatMap((move) => linesOf(move, tests.reached(move.handler), users.get(move.flow)));
  return {
    changes,
    lines: [...lines, ...left, testLine(tests), ...comparedLine(options)],
    warnings: proof.warnings(compiled),
  };
}

/** Of all flows, those that cannot become handlers stay; of flows that are named, none may. */
async function planMoves({ directory, options, inputs, record, app }: Ejection, targets: readonly Target[]) {
  const planner = new Planner(app, inputs.list, record);
  const refusals: { readonly line: string; readonly error: Refusal }[] = [];
  const each = <From extends Target, To>(from: readonly From[], plan: (one: From) => To): readonly To[] =>
    from.flatMap((one) => {
      try {
        return [plan(one)];
      } catch (error) {
        if (!options.all || !(error instanceof Refusal)) throw error;
        const place = error.span === undefined ? "" : ` (${placeOf(error.span, directory)})`;
        refusals.push({ line: `${one.flow} stays: ${error.message}${place}`, error });
        return [];
      }
    });
  const placed = each(targets, (target) => planner.place(target));
  const { program = app.program } = await compile(withAnyHandlers(placed, inputs), { findsOnly: true });
  const moves = each(placed, (one) => planner.move(one, program));
  // A project may consist of flows alone.
  if (moves.length === 0 && refusals[0] !== undefined && options.standalone === undefined)
    throw refusals[0].error;
  const moved = new Set(moves.map(({ flow }) => flow));
  for (const { flow, edits } of moves) {
    const caller = edits.find(({ path }) => moved.has(path));
    if (caller !== undefined)
      throw new Refusal(`${caller.path} calls ${flow}: eject ${flow} first, by itself.`);
  }
  return { moves, left: refusals.map(({ line }) => line) };
}

/** What still uses flows that have become handlers. */
function flowUsers(
  moves: readonly Move[],
  used: ReadonlySet<string>,
  after: Inputs,
): ReadonlyMap<string, string> {
  const unused = new Set(moves.flatMap(({ flow }) => (used.has(flow) ? [] : flow)));
  const users = new Map<string, string>();
  const named = namedPaths(after, unused);
  for (const { flow } of moves) {
    const file = unused.has(flow) ? named.get(flow) : undefined;
    if (file !== undefined) users.set(flow, `${file} names it`);
    else if (!unused.has(flow)) users.set(flow, "other operations or flows use it");
  }
  return users;
}

/** All of a flow file as it would be written again. */
function exactText(directory: string, flow: string, kept: Changes): string {
  const text = textOfFile(directory, flow) ?? "";
  const plain = withoutMark(text);
  return text.slice(0, text.length - plain.length) + (kept.get(flow) ?? plain);
}

function linesOf(
  { flow, handler, operations, made }: Move,
  tests: number,
  user: string | undefined,
): readonly string[] {
  const names = operations.length === 0 ? [""] : operations.map(({ name }) => `${name}: `);
  const notes = [
    ...(made?.notes ?? []),
    ...(user === undefined ? [] : [`${flow} stays: ${user}`]),
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

const comparedLine = ({ against }: Ejection["options"]): readonly string[] =>
  against === undefined ? [] : [`what both answer to the requests of ${against} is the same`];
