import { join } from "node:path";
import type { Case } from "./cases.js";
import { alternate, atOnce, median } from "./measure.js";
import type { Paced, PacedResult } from "./paced.js";
import { type Helper, type Program, type Server, startHelper, startServer } from "./processes.js";
import { checkSame, type Proof, type Witness } from "./same.js";
import { type LoadResult, loadWithWrk } from "./wrk.js";

/** A program that answers the requests. */
export interface Contestant {
  readonly name: string;
  /** A script for Node, or a command that serves on a port. */
  readonly run: Program;
  readonly env: Readonly<Record<string, string>>;
  /** The requests that it answers; all unless given. */
  readonly cases?: readonly Case[];
  /** Where it has to be like the first contestant; everywhere unless given. */
  readonly proof?: Proof;
}

/** The rounds of one contestant with one request. */
export interface Rounds {
  /** Microseconds of the server's processor time per request, while all contestants answer at the same time, but for HEAD. */
  readonly cpu: readonly number[];
}

export interface Race {
  readonly results: readonly { readonly case: Case; readonly sides: readonly Rounds[] }[];
  /** Megabytes of each contestant: after its first response, and at most. */
  readonly memory: readonly { readonly atRest: number; readonly atMost: number }[];
}

/** Every contestant answers it with 200. */
export const probe = "/api/status";

/** Starts everybody, lets them show that they do the same before each row, and stops them at the end. */
export async function withServers<T>(
  directory: string,
  contestants: readonly Contestant[],
  use: (servers: readonly Server[], load: Helper, prove: (each: Case) => Promise<void>) => Promise<T>,
): Promise<T> {
  const load = startHelper("paced", {}, [], "load");
  const servers: Server[] = [];
  const witnesses: Witness[] = [];
  try {
    for (const [index, { run, env, proof = "everything", cases }] of contestants.entries()) {
      const log = join(directory, `events-${index}.log`);
      const server = await startServer(run, probe, env, log);
      witnesses.push({ server, log, proof, ...(cases && { cases }) });
      servers.push(await startServer(run, probe, env));
    }
    return await use(servers, load, (each) => checkSame(each, witnesses));
  } finally {
    const all = [load, ...servers, ...witnesses.map(({ server }) => server)];
    await Promise.all(all.map((one) => one.stop()));
  }
}

interface RaceOptions {
  /** Whether contestants take turns: threads that compile would starve side by side. */
  readonly inTurn?: boolean;
  /** How long each contestant answers once its code is compiled: V8 gets to know rare ways through it late. */
  readonly settleSeconds?: number;
}

/**
 * Processor time, one kind of request after the other. All contestants answer side by side on one core: shared machines
 * change their speed from one second to the next, by more than what is to be measured. For HEAD, they take turns.
 * @param times how often everybody is started anew
 * @param rounds of each time
 */
export async function race(
  directory: string,
  contestants: readonly Contestant[],
  cases: readonly Case[],
  [times, rounds]: readonly [times: number, rounds: number],
  options: RaceOptions = {},
): Promise<Race> {
  const races: Race[] = [];
  for (let time = 0; time < times; time++)
    races.push(await raceOnce(directory, contestants, cases, rounds, options));
  return {
    results: cases.map((each, index) => {
      const sides = contestants.map((_, side): Rounds => {
        return { cpu: races.flatMap(({ results }) => results[index]?.sides[side]?.cpu ?? []) };
      });
      console.log(`  ${each.name}: ${sides.map(({ cpu }) => cpu.map(Math.round).join(" ")).join(" | ")} µs`);
      return { case: each, sides };
    }),
    memory: contestants.map((_, side) => {
      const all = races.flatMap(({ memory }) => memory[side] ?? []);
      return {
        atRest: median(all.map(({ atRest }) => atRest)),
        atMost: median(all.map(({ atMost }) => atMost)),
      };
    }),
  };
}

function raceOnce(
  directory: string,
  contestants: readonly Contestant[],
  cases: readonly Case[],
  rounds: number,
  { inTurn = false, settleSeconds = 0 }: RaceOptions,
): Promise<Race> {
  return withServers(directory, contestants, async (servers, load, prove) => {
    const atRest = servers.map((server) => server.memory());
    const results = [];
    for (const each of cases) {
      await prove(each);
      const answering = servers.filter((_, index) => contestants[index]?.cases?.includes(each) ?? true);
      const answers = answering.map(
        (server): Answer =>
          (seconds) =>
            oneRound(each, server, load, seconds),
      );
      for (const [index, server] of answering.entries()) await warmUp(server, answers[index] as Answer);
      const seconds = each.isLarge ? 3 : 1;
      const lasting = (length: number) => answers.map((answer) => () => answer(length));
      if (settleSeconds > 0) await atOnce(1, lasting(settleSeconds * answers.length));
      // Only wrk is quick enough to keep several servers busy, and it cannot send HEAD.
      const isShared = each.method !== "HEAD" && !inTurn;
      const measured = isShared
        ? await atOnce(rounds, lasting(seconds * answers.length))
        : await alternate(rounds, lasting(seconds));
      const sides = servers.map((server): Rounds => ({ cpu: measured[answering.indexOf(server)] ?? [] }));
      results.push({ case: each, sides });
    }
    const memory = servers.map((server, index) => ({
      atRest: atRest[index] ?? Number.NaN,
      atMost: server.peakMemory(),
    }));
    return { results, memory };
  });
}

/** Resolves to the microseconds of a request. */
type Answer = (seconds: number) => Promise<number>;

/** Until V8 has compiled the code; twice where the system does not say when that is. */
async function warmUp(server: Server, answer: Answer): Promise<void> {
  for (let round = 1; round <= longestWarmUp; round++) {
    const [all, besides] = [server.cpu(), server.besides()];
    await answer(1);
    const part = (server.besides() - besides) / (server.cpu() - all);
    if (round > 1 && !(part > compiling)) return;
  }
}

const longestWarmUp = 8;
/** Threads that only collect garbage take less of the time. */
const compiling = 0.08;

async function oneRound(each: Case, server: Server, load: Helper, seconds: number): Promise<number> {
  const before = server.cpu();
  const result: LoadResult =
    each.method === "HEAD"
      ? await load.ask<PacedResult>(pacedRequest(each, server, seconds * 1_000))
      : await loadWithWrk(each, server.port, seconds);
  return (server.cpu() - before) / result.requests;
}

/** @param rate requests per second; as many as are answered without it */
export function pacedRequest(each: Case, { port }: Server, milliseconds: number, rate?: number): Paced {
  const { method, path, body, status } = each;
  const fields = [`Host: 127.0.0.1:${port}`, "User-Agent: flowc-bench", "Accept: */*"];
  if (body !== undefined) {
    fields.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  }
  const request = `${method} ${path} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n${body ?? ""}`;
  return { port, request, status, milliseconds, ...(rate !== undefined && { rate }) };
}
