import { edited } from "../../../compiler/eject/edit.js";
import { answeredOperations } from "../../../compiler/eject/operations.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { hash } from "../../../compiler/source/hash.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import { grouped } from "../../shared/values.js";
import { withFiles } from "../../shared/with-files.js";
import { type Changes, withoutMark } from "./changes.js";
import { operationsOf, pathOf } from "./chosen.js";
import type { Ejection, Plan } from "./ejection.js";
import { knownEdits, type WithProgram } from "./plan.js";
import { keyOfOperation } from "./proof.js";
import { type EjectRecord, type Entry, recordPath, writtenRecord } from "./record.js";

/** Plans to bring flows back. @throws Refusal */
export async function planUndo({
  names,
  options,
  directory,
  inputs,
  record,
  app,
  proof,
}: Ejection): Promise<Plan> {
  const chosen = options.all ? record : namedEntries(names, directory, app, record);
  if (chosen.size === 0)
    return { changes: new Map(), lines: ["no handler is there that eject has made"], warnings: [] };
  const answered = answeredOperations(app.program).filter(({ flow }) => chosen.has(flow));
  const moved = new Map(answered.map((one) => [keyOfOperation(one), chosen.get(one.flow)?.flow ?? ""]));
  const left = new Map([...record].filter(([handler]) => !chosen.has(handler)));
  const changes = new Map([...undone(inputs, chosen), [recordPath, writtenRecord(left)]]);
  const texts = [...changes].map(([path, text]) => [path, text && withoutMark(text)] as const);
  await proof.compiles(withFiles(inputs, new Map(texts)), moved);
  const lines = [...chosen].flatMap(([handler, { flow }]) => {
    const users = answered.filter((one) => one.flow === handler).map(({ name }) => `${name}: `);
    return (users.length === 0 ? [""] : users).map((name) => `${name}${handler} -> ${flow}`);
  });
  return { changes, lines, warnings: [] };
}

/** The handlers that names mean: of operations, by their paths, or by those of the flows that they were. */
function namedEntries(
  names: readonly string[],
  directory: string,
  { program }: WithProgram,
  record: EjectRecord,
): EjectRecord {
  const flows = new Set([...record.values()].map(({ flow }) => flow));
  return new Map(
    names.map((name): [string, Entry] => {
      const file = pathOf(directory, name, (path) => record.has(path) || flows.has(path));
      const path = operationsOf(program, name)[0]?.flow ?? file;
      const found = [...record].find(([handler, { flow }]) => handler === path || flow === path);
      if (found === undefined) throw new Error(`${name} is no handler that eject has made.`);
      return found;
    }),
  );
}

/**
 * The changes that bring flows back. A flow that another one of them calls comes back after that.
 * @throws Refusal if a handler was edited, or what names it
 */
function undone(inputs: Inputs, entries: ReadonlyMap<string, Entry>): Changes {
  const changes = new Map<string, string | undefined>();
  const now = (): Inputs => withFiles(inputs, changes);
  for (const [handler, { files }] of entries) checkUnedited(handler, files, inputs);
  const left = new Map(entries);
  for (let isMore = true; isMore; ) {
    const ready = [...left].filter(([, { edits }]) => edits.every(({ path }) => now().list.includes(path)));
    for (const [handler, entry] of ready) {
      for (const [path, text] of oneUndone(now(), handler, entry)) changes.set(path, text);
      left.delete(handler);
    }
    isMore = ready.length > 0;
  }
  for (const [handler, { edits }] of left) {
    const gone = edits.find(({ path }) => !now().list.includes(path));
    throw new Refusal(`${gone?.path} is not there, which named ${handler}: bring that back first.`);
  }
  return changes;
}

function checkUnedited(handler: string, files: Entry["files"], { read }: Inputs): void {
  for (const [path, written] of Object.entries(files)) {
    const text = read(path);
    if (text !== undefined && hash(text) !== written)
      throw new Refusal(
        `${path} was edited since eject wrote it, and --undo would lose that. Keep ${handler}, or move your edits elsewhere and bring back what eject wrote.`,
      );
  }
}

function oneUndone(inputs: Inputs, handler: string, entry: Entry): Changes {
  const { flow, text, files } = entry;
  const now = text === undefined ? undefined : inputs.read(flow);
  if (now !== undefined && now !== withoutMark(text ?? ""))
    throw new Refusal(`${flow} exists again, and is another one; move it away.`);
  const back = grouped(knownEdits(handler, entry, inputs.read), ({ path }) => path);
  return new Map([
    ...[...back].map(([path, edits]) => {
      const reversed = edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
      return [path, edited(inputs.read(path) ?? "", reversed)] as const;
    }),
    ...Object.keys(files).flatMap((path) => (inputs.list.includes(path) ? [[path, undefined] as const] : [])),
    ...(text === undefined || now !== undefined ? [] : [[flow, text] as const]),
  ]);
}
