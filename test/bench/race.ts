import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Case } from "./cases.js";
import type { Load, LoadResult } from "./load.js";
import { alternate, type Spread, spread } from "./measure.js";
import { type Helper, type Server, startHelper, startServer } from "./processes.js";
import { checkEvents, checkSame } from "./same.js";
import { type Table, verdict } from "./table.js";

/** A program that answers the requests. */
export interface Racer {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Opponent extends Racer {
  /** How many times its requests per second the generated app has to serve, at least. */
  readonly target: number;
}

export interface Race {
  readonly title: string;
  /** For what is written before the race. */
  readonly directory: string;
  /** Answered by everybody as soon as it is there. */
  readonly probe: string;
  readonly cases: readonly Case[];
  readonly generated: Omit<Racer, "name">;
  readonly opponents: readonly Opponent[];
  readonly quick: boolean;
  /** Header fields of responses in which the racers may differ; "all" for products with logs of their own, too. */
  readonly freeFields?: readonly string[] | "all";
  /** How many times as much memory as the last opponent the generated app may take; not judged without. */
  readonly memoryTarget?: number;
}

/** What a server showed in one round. */
interface Round {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of processor time per request. */
  readonly cpu: number;
  /** Part of the time that it was running. */
  readonly busy: number;
}

/** Requests per second of the generated app and its opponents, one case after the other. */
export async function race(run: Race): Promise<Table> {
  const { opponents, directory, probe } = run;
  const racers = [{ name: "flowc", ...run.generated }, ...opponents];
  await checkRacers(run, racers);
  const servers: Server[] = [];
  const load = startHelper("load", {}, [], "load");
  try {
    for (const { script, env } of racers) servers.push(await startServer(script, probe, env));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const atRest = servers.map((server) => server.memory());
    const results: { readonly case: Case; readonly rounds: readonly (readonly Round[])[] }[] = [];
    for (const each of run.cases) {
      results.push({ case: each, rounds: await measure(each, load, servers, run.quick) });
    }
    const atMost = servers.map((server) => server.peakMemory());
    return {
      title: run.title,
      headings: [
        "",
        ...racers.map(({ name }) => name),
        ...opponents.flatMap(({ name }) => [`of ${name}`, "target", ""]),
      ],
      rows: [
        ...results.flatMap(({ case: { name }, rounds }) => rowsOf(name, rounds, opponents)),
        memoryRow("memory at rest", atRest, run),
        memoryRow("memory at most", atMost, run),
      ],
      chart: {
        unit: "requests per second",
        sides: racers.map(({ name }) => name),
        groups: results.map(({ case: { name }, rounds }) => ({
          name,
          values: rounds.map((side) => spread(side.map(({ perSecond }) => perSecond))),
        })),
      },
      notes: idleNote(results.flatMap(({ rounds }) => rounds)),
    };
  } finally {
    await Promise.all([...servers, load].map((one) => one.stop()));
  }

  /** Before anything is measured: everybody does the same. */
  async function checkRacers({ cases, freeFields = [] }: Race, racers: readonly Racer[]): Promise<void> {
    const logs = racers.map((_, index) => join(directory, `events-${index}.log`));
    const started: Server[] = [];
    try {
      for (const [index, { script, env }] of racers.entries()) {
        started.push(await startServer(script, probe, env, logs[index]));
      }
      for (const each of cases) await checkSame(each, started, freeFields);
      await new Promise((resolve) => setTimeout(resolve, 200));
    } finally {
      await Promise.all(started.map((server) => server.stop()));
    }
    if (freeFields !== "all") checkEvents(logs.map((log) => readFileSync(log, "utf8")));
  }
}

async function measure(
  each: Case,
  load: Helper,
  servers: readonly Server[],
  quick: boolean,
): Promise<Round[][]> {
  const side = (server: Server, milliseconds: number, maxRequests: number) => async (): Promise<Round> => {
    const before = server.cpu();
    const result = await load.ask<LoadResult>({
      ...loadOf(each, server),
      milliseconds,
      maxRequests,
    });
    const cpu = server.cpu() - before;
    const { requests, seconds, p99 } = result;
    return { perSecond: requests / seconds, p99, cpu: cpu / requests, busy: cpu / (seconds * 1e6) };
  };
  const sides = (milliseconds: number, maxRequests: number) =>
    servers.map((server) => side(server, milliseconds, maxRequests));
  await alternate(2, sides(4_000, 20_000)); // until the code is compiled
  if (!quick) return alternate(15, sides(1_000, 1_000_000));
  return each.isLarge ? alternate(5, sides(800, 1_000_000)) : alternate(8, sides(300, 1_000_000));
}

function loadOf(request: Case, { port }: Server): Omit<Load, "milliseconds" | "maxRequests"> {
  const { method, path, headers, body, status, isLarge } = request;
  const content =
    body === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
  const fields = {
    Host: `127.0.0.1:${port}`,
    "User-Agent": "flowc-bench",
    Accept: "*/*",
    ...headers,
    ...content,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return {
    port,
    request: head + (body ?? ""),
    status,
    connections: isLarge ? 8 : 32,
  };
}

function rowsOf(
  name: string,
  rounds: readonly (readonly Round[])[],
  opponents: readonly Opponent[],
): string[][] {
  const of = (field: keyof Round) => rounds.map((side) => side.map((round) => round[field]));
  const [perSecond, p99, cpu] = [of("perSecond"), of("p99"), of("cpu")];
  const rows = [
    [
      name,
      ...perSecond.map((values) => formatSpread(spread(values), (value) => `${formatCount(value)}/s`)),
      ...opponents.flatMap(({ target }, index) => {
        const ratio = ratios(perSecond, index + 1);
        return [ratio.median.toFixed(2), `>= ${target}`, verdict(ratio.median >= target)];
      }),
    ],
    [
      "  99 of 100 within",
      ...p99.map((values) => formatSpread(spread(values), (value) => `${value.toPrecision(3)} ms`)),
      ...opponents.flatMap((_, index) => {
        const ratio = ratios(p99, index + 1);
        // As long as a quarter of the rounds shows no more, nobody can say that there is more.
        return [ratio.median.toFixed(2), "no more", verdict(ratio.low <= 1)];
      }),
    ],
  ];
  if (!cpu.flat().every(Number.isFinite)) return rows;
  return [
    ...rows,
    [
      "  processor time",
      ...cpu.map((values) => formatSpread(spread(values), formatMicroseconds)),
      ...opponents.flatMap((_, index) => [ratios(cpu, index + 1).median.toFixed(2), "", ""]),
    ],
  ];
}

/** The first side beside another, within each round. */
function ratios(sides: readonly (readonly number[])[], other: number): Spread {
  const [first = []] = sides;
  return spread(first.map((value, round) => value / (sides[other]?.[round] ?? Number.NaN)));
}

function memoryRow(name: string, values: readonly number[], { opponents, memoryTarget }: Race): string[] {
  const [ours = Number.NaN, ...theirs] = values;
  return [
    name,
    ...values.map((value) => `${value.toFixed(0)} MB`),
    ...theirs.flatMap((value, index) => {
      const isJudged = memoryTarget !== undefined && index === opponents.length - 1;
      const ratio = ours / value;
      return [
        ratio.toFixed(2),
        isJudged ? `<= ${memoryTarget}` : "",
        verdict(isJudged ? ratio <= memoryTarget : undefined),
      ];
    }),
  ];
}

/** A server that waits is not what was measured. */
function idleNote(sides: readonly (readonly Round[])[]): readonly string[] {
  const busy = sides.map((side) => spread(side.map((round) => round.busy)).median);
  const least = Math.min(...busy);
  if (!(least < 0.85)) return [];
  return [
    `Servers waited for the load generator or for other programs, for up to ${((1 - least) * 100).toFixed(0)} % of the ` +
      "time: processor times say more than requests per second.",
  ];
}

const formatMicroseconds = (value: number): string =>
  value >= 1_000 ? `${(value / 1_000).toPrecision(3)} ms` : `${value.toPrecision(3)} µs`;

const formatCount = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);

/** The median, and how far the quarters beside it are away. */
function formatSpread({ median, low, high }: Spread, format: (value: number) => string): string {
  return `${format(median)} ±${(((high - low) / 2 / median) * 100).toFixed(0)} %`;
}
