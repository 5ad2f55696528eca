import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { largeCases, pacedCases, plainCases, silentCases, upstreamCases } from "./cases.js";
import { contest, mainOnes, silent } from "./contestants.js";
import { above, ofRawTarget, targets } from "./guard/targets.js";
import { alternate, median, ratios } from "./measure.js";
import type { PacedResult } from "./paced.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { startHelper, startServer } from "./processes.js";
import { type Contestant, pacedRequest, probe, type Race, race, withServers } from "./race.js";
import { loadWithWrk } from "./wrk.js";

/** Processor time of each request, with a log and without, and what memory the servers take. */
export function requests(isQuick: boolean): Promise<readonly Table[]> {
  return contest("requests", async (contestants, directory) => {
    const rounds = isQuick ? ([2, 3] as const) : ([5, 3] as const);
    const { results, memory } = await race(directory, contestants, [...plainCases, ...upstreamCases], rounds);
    // In processes of their own: their memory must not grow with the bodies.
    const large = await race(directory, contestants, largeCases, rounds);
    const quiet = await race(directory, silent(contestants), silentCases, rounds);
    const memoryRow = (name: string, values: readonly number[]): Row => {
      const [ours = Number.NaN, raw = Number.NaN, , hono = Number.NaN] = values;
      return {
        isLost: ours > hono,
        above: above(`memory ${name}, of Hono`, ours / hono, targets.memory),
        cells: [name, (ours / raw).toFixed(2), (ours / hono).toFixed(2)],
      };
    };
    return [
      {
        title: "Processor time with a log, as ratios",
        headings: ["", "of node:http", "of the same, tuned", "of Hono, the same events", "of Hono, one line"],
        rows: [...results, ...large.results].map(requestRow),
      },
      {
        title: "Processor time without a log, as ratios",
        headings: ["", "of node:http", "of Hono"],
        rows: quiet.results.map(({ case: { name }, sides: [ours, raw, hono] }): Row => {
          const ofHono = ratios(ours?.cpu ?? [], hono?.cpu ?? []);
          const cells = [name, ratioCell(ratios(ours?.cpu ?? [], raw?.cpu ?? [])), ratioCell(ofHono)];
          return { isLost: ofHono.median > 1, cells };
        }),
      },
      {
        title: "Memory, as ratios",
        headings: ["", "of node:http", "of Hono"],
        rows: [
          memoryRow(
            "at rest",
            memory.map(({ atRest }) => atRest),
          ),
          memoryRow(
            "at most, after the requests above",
            memory.map(({ atMost }) => atMost),
          ),
          memoryRow(
            "at most, bodies of 10 MB",
            large.memory.map(({ atMost }) => atMost),
          ),
        ],
      },
    ];
  });
}

function requestRow({ case: { name }, sides }: Race["results"][number]): Row {
  const [ours, raw, tuned, hono, oneLine] = sides;
  if (!ours || !raw || !tuned || !hono || !oneLine) throw new Error("A contestant is missing.");
  const [ofRaw, ofTuned, ...ofHono] = [raw, tuned, hono, oneLine].map(({ cpu }) => ratios(ours.cpu, cpu));
  if (ofRaw === undefined || ofTuned === undefined) throw new Error("A contestant is missing.");
  return {
    isLost: ofHono.some(({ median }) => median > 1),
    above: [
      ...above(`${name}, of node:http`, ofRaw.median, ofRawTarget(name)),
      ...above(`${name}, of the same, tuned`, ofTuned.median, targets.tuned),
    ],
    cells: [name, ...[ofRaw, ofTuned, ...ofHono].map(ratioCell)],
  };
}

/** Latencies at 50 and 80 % of what the slowest can do, with requests at fixed times. */
export function latencies(isQuick: boolean): Promise<readonly Table[]> {
  return contest("latencies", async (all, directory) => {
    const contestants = mainOnes(all);
    const rows = await withServers(directory, contestants, async (servers, load, prove) => {
      const found: Row[] = [];
      for (const each of pacedCases) {
        await prove(each);
        const capacities = await alternate(
          5,
          servers.map((server) => () => loadWithWrk(each, server.port, 1)),
        );
        const capacity = Math.min(
          ...capacities.map((side) => median(side.map(({ requests, seconds }) => requests / seconds))),
        );
        for (const part of [0.5, 0.8]) {
          const sides = servers.map(
            (server) => () => load.ask<PacedResult>(pacedRequest(each, server, 2_000, capacity * part)),
          );
          found.push(latencyRow(`${each.name}, ${part * 100} %`, await alternate(isQuick ? 5 : 11, sides)));
        }
      }
      return found;
    });
    const headings = ["node:http", "Hono"].flatMap((name) => [`p50 of ${name}`, "p99", "p99.9"]);
    return [{ title: "Latency, as ratios", headings: ["", "p50, p99, p99.9 of flowc", ...headings], rows }];
  });
}

function latencyRow(name: string, [ours = [], ...others]: readonly (readonly PacedResult[])[]): Row {
  const at = (side: readonly PacedResult[], index: number) =>
    side.map(({ quantiles }) => quantiles[index] ?? Number.NaN);
  const own = [0, 1, 2].map((index) => median(at(ours, index)).toFixed(2));
  const cells = others.flatMap((side) => [0, 1, 2].map((index) => ratios(at(ours, index), at(side, index))));
  return {
    // As long as a quarter of the rounds shows no more than of Hono, nobody can say that there is more.
    isLost: cells.slice(3, 5).some(({ low }) => low > 1),
    cells: [name, `${own.join(", ")} ms`, ...cells.map(ratioCell)],
  };
}

const firstRequests = 4_000;
const perSecond = 1_000;

/** The processor time of the first requests of a process, most of which V8 takes to interpret and to compile. */
export function warmUp(isQuick: boolean): Promise<readonly Table[]> {
  return contest("warm-up", async (all) => {
    const contestants = mainOnes(all);
    const load = startHelper("paced", {}, [], "load");
    try {
      const rows: Row[] = [];
      for (const each of [plainCases[1], upstreamCases[0]].flatMap((one) => one ?? [])) {
        const sides = contestants.map(({ run, env }) => async (): Promise<number> => {
          const server = await startServer(run, probe, env);
          const before = server.cpu();
          const milliseconds = (firstRequests / perSecond) * 1_000;
          await load.ask<PacedResult>(pacedRequest(each, server, milliseconds, perSecond));
          const seconds = (server.cpu() - before) / 1e6;
          await server.stop();
          return seconds;
        });
        const [ours = [], ...others] = await alternate(isQuick ? 5 : 11, sides);
        const found = others.map((side) => ratios(ours, side));
        rows.push({
          isLost: (found[1]?.median ?? Number.NaN) > 1,
          cells: [each.name, `${median(ours).toFixed(2)} s`, ...found.map(ratioCell)],
        });
      }
      const title = `Processor time of the first ${firstRequests.toLocaleString("en")} requests, at ${perSecond.toLocaleString("en")} a second`;
      return [{ title, headings: ["", "flowc", "of node:http", "of Hono"], rows }];
    } finally {
      await load.stop();
    }
  });
}

/** Measures the cost of OpenTelemetry and of FLOW_RECORD where they work, beside the same app without. */
export function telemetry(isQuick: boolean): Promise<readonly Table[]> {
  return contest("telemetry", async ([flowc], directory) => {
    if (flowc === undefined) return [];
    const collector = createServer((request, response) => request.resume().on("end", () => response.end()));
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const { port } = collector.address() as AddressInfo;
    const traced = (part: string) => ({
      ...flowc.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: part,
    });
    const contestants: readonly (Contestant & { readonly target: number })[] = [
      { ...flowc, target: 1 },
      {
        ...flowc,
        name: "metrics",
        env: { ...flowc.env, FLOW_ADMIN_PORT: "0" },
        target: targets.telemetry.metrics,
      },
      {
        ...flowc,
        name: "requests kept that fail",
        env: { ...flowc.env, FLOW_RECORD: "failed,slow:2s", FLOW_RECORD_DIRECTORY: join(directory, "kept") },
        target: targets.telemetry.kept,
      },
      { ...flowc, name: "1 % of the traces", env: traced("0.01"), target: targets.telemetry.someTraces },
      { ...flowc, name: "all traces", env: traced("1"), target: targets.telemetry.allTraces },
    ];
    const cases = [plainCases[0], upstreamCases[0]].flatMap((each) => each ?? []);
    try {
      const { results } = await race(directory, contestants, cases, isQuick ? [3, 2] : [5, 3], {
        settleSeconds: 6,
      });
      const [, ...others] = contestants;
      const rows = results.map(({ case: each, sides: [off, ...on] }): Row => {
        const found = on.map((side) => ratios(side.cpu, off?.cpu ?? []));
        return {
          isLost: false,
          above: found.flatMap(({ median }, index) =>
            above(`${each.name}, ${others[index]?.name}`, median, others[index]?.target ?? Number.NaN),
          ),
          cells: [each.name, ...found.map(ratioCell)],
        };
      });
      return [
        {
          title: "Telemetry: processor time of the same without",
          headings: ["", ...others.map(({ name }) => name)],
          rows,
        },
      ];
    } finally {
      collector.close();
    }
  });
}
