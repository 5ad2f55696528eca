import { descriptionEdits } from "../../../compiler/eject/description.js";
import { type Edit, edited, located } from "../../../compiler/eject/edit.js";
import { type Ejected, eject } from "../../../compiler/eject/index.js";
import { handlerPath } from "../../../compiler/eject/names.js";
import { answeredBy, answeredOperations } from "../../../compiler/eject/operations.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { callEdits } from "../../../compiler/eject/sub-flows.js";
import type { Compilation } from "../../../compiler/index.js";
import { resolvePath } from "../../../compiler/source/files.js";
import { hash } from "../../../compiler/source/hash.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import { grouped } from "../../shared/values.js";
import { withFiles } from "../../shared/with-files.js";
import type { Changes } from "./changes.js";
import type { Target } from "./chosen.js";
import type { EjectRecord, Entry } from "./record.js";

/** A flow, the handler that takes its place, and the edits by which it does. */
interface Placed extends Target {
  readonly handler: string;
  readonly isThere: boolean;
  readonly edits: readonly Edit[];
}

/** The same with the handler. */
export interface Move extends Placed {
  /** `undefined` if the handler is there already. */
  readonly made: Ejected | undefined;
}

/** Any handler, where only its place counts. */
const anyHandler: Ejected = {
  text: 'import { handler, respond } from "flowc/handler";\n\nexport default handler(($) => respond($, null));\n',
  parts: new Map(),
  notes: [],
};

export type WithProgram = Compilation & { readonly program: NonNullable<Compilation["program"]> };

/** Finds out what flows become, each with a name that no other file has. */
export class Planner {
  readonly #taken: Set<string>;
  /** The handlers that are there, by their flows. */
  readonly #known: ReadonlyMap<string, string>;

  constructor(
    private readonly app: WithProgram,
    list: readonly string[],
    record: EjectRecord,
  ) {
    const files = new Set(list);
    const handlers = [...record].filter(([path]) => files.has(path));
    // Of several, the first one.
    this.#known = new Map(handlers.reverse().map(([path, { flow }]) => [flow, path]));
    this.#taken = new Set([...list, ...record.keys()].map((path) => path.toLowerCase()));
  }

  /** @throws Refusal */
  place(target: Target): Placed {
    const { flow, operations, isCalled } = target;
    const { program } = this.app;
    const known = this.#known.get(flow);
    // An operation of many takes their flow along.
    const handler = known ?? handlerPath(flow, answeredBy(program, flow), this.#taken);
    const calls = isCalled ? callEdits(program, flow, handler) : [];
    const edits = [...descriptionEdits(handler, operations, answeredOperations(program)), ...calls];
    if (known === undefined) this.#take(handler);
    return { ...target, handler, isThere: known !== undefined, edits };
  }

  /**
   * @param described the app with handlers in these places: only then, the description tells what their parameters are
   * @throws Refusal
   */
  move(placed: Placed, described: WithProgram["program"]): Move {
    const { flow, handler, isThere } = placed;
    if (isThere) return { ...placed, made: undefined };
    const operations = answeredBy(described, handler).map(({ operation }) => operation);
    const made = eject(this.app, flow, handler, operations);
    for (const path of made.parts.keys()) this.#take(path);
    return { ...placed, made };
  }

  #take(path: string): void {
    if (this.#taken.has(path.toLowerCase())) throw new Refusal(`${path} exists already; move it away.`);
    this.#taken.add(path.toLowerCase());
  }
}

/** The files of an app in which some handlers have their places already. */
export const withAnyHandlers = (placed: readonly Placed[], inputs: Inputs): Inputs =>
  withFiles(
    inputs,
    movedFiles(
      placed.map((each) => ({ ...each, made: each.isThere ? undefined : anyHandler })),
      inputs,
    ),
  );

/** The files of all moves: handlers, their parts, and what names them. */
export function movedFiles(moves: readonly Move[], { read }: Inputs): Changes {
  const edits = grouped(
    moves.flatMap((move) => move.edits),
    ({ path }) => path,
  );
  return new Map([
    ...[...edits].map(([path, own]) => [path, edited(read(path) ?? "", own)] as const),
    ...moves.flatMap(({ handler, made }) =>
      made === undefined ? [] : [[handler, made.text] as const, ...made.parts],
    ),
  ]);
}

/** @param gone the texts of flow files that go */
export function recorded(
  record: EjectRecord,
  moves: readonly Move[],
  gone: ReadonlyMap<string, string>,
  { read }: Inputs,
): EjectRecord {
  const result = new Map(record);
  for (const { flow, handler, made, edits } of moves) {
    const before = record.get(handler);
    const files = made && [[handler, made.text] as const, ...made.parts];
    const text = gone.get(flow) ?? before?.text;
    const entry: Entry = {
      flow,
      ...(text === undefined ? {} : { text }),
      files: files
        ? Object.fromEntries(files.map(([path, one]) => [path, hash(one)]))
        : (before?.files ?? {}),
      edits: inOrder([...edits, ...(before === undefined ? [] : knownEdits(handler, before, read))]),
    };
    result.set(handler, entry);
  }
  return result;
}

const inOrder = (edits: readonly Edit[]): Entry["edits"] =>
  [...edits]
    .sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1))
    .map(({ path, before, after }) => ({ path, before, after }));

/** The edits by which a handler has got its place. @throws Refusal if somebody has edited there */
export function knownEdits(handler: string, { edits }: Entry, read: Inputs["read"]): readonly Edit[] {
  return [...grouped(edits, ({ path }) => path)].flatMap(([path, own]) => {
    const found = located(read(path) ?? "", own);
    if (found === undefined)
      throw new Refusal(`${path} names ${handler} no longer as eject has written it; change that by hand.`);
    return found;
  });
}

/** The paths that literals name in tests, or in other files that are no part of the app, each with the first such file. */
export function namedPaths({ list, read }: Inputs, but: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of list) {
    if (!path.endsWith(".xml") || but.has(path)) continue;
    for (const [, , text = ""] of (read(path) ?? "").matchAll(/(["'])([^"'\n]*)\1/g)) {
      const named = text.length > 4 ? resolvePath(path, text) : undefined;
      if (named !== undefined && !found.has(named)) found.set(named, path);
    }
  }
  return found;
}
