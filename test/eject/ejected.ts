/** An app, and the same app after `flowc eject --all`: both in memory, to be asked the same. */
import type { Hono } from "hono";
import { allTargets } from "../../bin/commands/eject/chosen.js";
import { movedFiles, Planner, type WithProgram, withAnyHandlers } from "../../bin/commands/eject/plan.js";
import { Refusal } from "../../compiler/eject/refusal.js";
import { compile } from "../../compiler/index.js";
import type { PrintedModule } from "../../compiler/output/print.js";
import { type ClientRequest, type ClientResponse, send } from "../support/client.js";
import {
  compileFiles,
  describeDiagnostic,
  type Files,
  importModules,
  inputOf,
  isError,
} from "../support/compile.js";

/** A flow, and the handler that has taken its place. */
export interface Moved {
  readonly flow: string;
  readonly handler: string;
  readonly text: string;
  /** Flow files of what stays XML. */
  readonly parts: ReadonlyMap<string, string>;
}

export interface Ejected {
  readonly files: Files;
  readonly moved: ReadonlyMap<string, Moved>;
  /** Why flows stay, by their paths. */
  readonly refused: ReadonlyMap<string, string>;
}

/** The modules of an app. @throws Error with all errors of the build */
export async function modulesOf(files: Files): Promise<readonly PrintedModule[]> {
  const { modules, diagnostics } = await compileFiles(files);
  const errors = diagnostics.filter(isError);
  if (errors.length > 0) throw new Error(`It does not build:\n${errors.map(describeDiagnostic).join("\n")}`);
  return modules;
}

/** Makes handlers of the flows of all operations, as the command does. */
export async function ejected(files: Files): Promise<Ejected> {
  const app = await compileFiles(files);
  if (app.program === undefined) throw new Error("The flows do not build.");
  const inputs = inputOf(files);
  const planner = new Planner(app as WithProgram, inputs.list, new Map());
  const refused = new Map<string, string>();
  /** What can be done for all but those that are refused. */
  const each = <T, R>(all: readonly T[], flowOf: (one: T) => string, work: (one: T) => R): readonly R[] =>
    all.flatMap((one) => {
      try {
        return [work(one)];
      } catch (error) {
        if (!(error instanceof Refusal))
          throw new Error(`${flowOf(one)}: ${String(error)}`, { cause: error });
        refused.set(flowOf(one), error.message);
        return [];
      }
    });
  const placed = each(
    allTargets(app.program),
    ({ flow }) => flow,
    (target) => planner.place(target),
  );
  const { program = app.program } = await compile(withAnyHandlers(placed, inputs), { findsOnly: true });
  const moves = each(
    placed,
    ({ flow }) => flow,
    (one) => planner.move(one, program),
  );
  const changes = Object.fromEntries(movedFiles(moves, inputs)) as Files;
  const moved = new Map(
    moves.map(({ flow, handler, made }) => [
      flow,
      { flow, handler, text: made?.text ?? "", parts: made?.parts ?? new Map() },
    ]),
  );
  return { files: { ...files, ...changes }, moved, refused };
}

/** An app, and what it is after all flows of operations have become handlers. */
export interface Both {
  readonly before: Hono;
  readonly after: Hono;
  readonly ejected: Ejected;
  readonly modules: readonly PrintedModule[];
}

export async function both(files: Files): Promise<Both> {
  const after = await ejected(files);
  const [one, other] = [await modulesOf(files), await modulesOf(after.files)];
  return {
    before: await importModules(one),
    after: await importModules(other),
    ejected: after,
    modules: other,
  };
}

/** What a client sees of a response; of JSON, its values. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** IDs of requests, also in error documents. */
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const changing = new Set(["date", "x-request-id", "server-timing", "content-length"]);

function answerOf({ status, headers, text: sent }: ClientResponse): Answer {
  const text = sent.replaceAll(ids, "id");
  const fields = Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      changing.has(name) ? [] : [[name, value.replaceAll(ids, "id")]],
    ),
  );
  const isJson = /^application\/json\b/.test(headers.get("content-type") ?? "");
  return { status, headers: fields, body: isJson ? sorted(text) : text };
}

/** JSON with the members of objects in the order of their names; numerals stay as they are. */
function sorted(text: string): unknown {
  const numerals = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  try {
    return JSON.parse(
      text.replaceAll(numerals, (one) => (one.startsWith('"') ? one : JSON.stringify(`#${one}`))),
      (_, value: unknown) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
          : value,
    );
  } catch {
    return text;
  }
}

/** The answers of both apps to a request. */
export async function answers(
  { before, after }: Both,
  request: ClientRequest,
): Promise<readonly [Answer, Answer]> {
  return [answerOf(await send(before, request)), answerOf(await send(after, request))];
}
