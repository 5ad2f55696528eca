import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { largeCases, pacedCases, plainCases, upstreamCases } from "./cases.js";
import { contest } from "./contestants.js";
import { alternate, median, ratios } from "./measure.js";
import type { PacedResult } from "./paced.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { startHelper, startServer } from "./processes.js";
import { type Contestant, pacedRequest, probe, race, withServers } from "./race.js";
import { loadWithWrk } from "./wrk.js";

const memoryTarget = 1.1;

/** Processor time and throughput of each request, and what memory the servers take. */
export function requests(isQuick: boolean): Promise<readonly Table[]> {
  return contest("requests", async (contestants, directory) => {
    const rounds = isQuick ? ([3, 2] as const) : ([5, 3] as const);
    const { results, memory } = await race(
      directory,
      contestants,
      [...plainCases, ...upstreamCases],
      rounds,
      { withRates: true },
    );
    // In processes of their own: their memory must not grow with the bodies.
    const large = await race(directory, contestants, largeCases, rounds, { withRates: true });
    const rows = [...results, ...large.results].map(({ case: each, sides }): Row => {
      const [ours, raw, tuned, hono] = sides;
      if (!ours || !raw || !tuned || !hono) throw new Error("A contestant is missing.");
      const ofRaw = ratios(ours.cpu, raw.cpu);
      const ofTuned = ratios(ours.cpu, tuned.cpu);
      const ofHono = ratios(ours.cpu, hono.cpu);
      const isLost =
        ofRaw.median > each.target ||
        ofTuned.median > (each.tunedTarget ?? Number.POSITIVE_INFINITY) ||
        ofHono.median > 1;
      return {
        isLost,
        cells: [
          each.name,
          ratioCell(ofRaw, each.target),
          ratioCell(ofTuned, each.tunedTarget),
          ratioCell(ofHono, 1),
          ratioCell(ratios(ours.perSecond, raw.perSecond)),
          ratioCell(ratios(ours.perSecond, hono.perSecond)),
        ],
      };
    });
    const memoryRow = (name: string, values: readonly number[]): Row => {
      const [ours = Number.NaN, raw = Number.NaN, , hono = Number.NaN] = values;
      const isLost = ours / hono > memoryTarget;
      return {
        isLost,
        cells: [name, (ours / raw).toFixed(2), `${(ours / hono).toFixed(2)} (≤ ${memoryTarget})`],
      };
    };
    return [
      {
        title: "Processor time and requests per second, as ratios",
        headings: [
          "",
          "time of node:http",
          "time of the same, tuned",
          "time of Hono",
          "rate of node:http",
          "rate of Hono",
        ],
        rows,
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

/** Latencies at 50 and 80 % of what the slowest can do, with requests at fixed times. */
export function latencies(isQuick: boolean): Promise<readonly Table[]> {
  return contest("latencies", async (all, directory) => {
    const contestants = all.filter(({ name }) => !name.includes("tuned"));
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
    // As long as a quarter of the rounds shows no more, nobody can say that there is more.
    isLost: cells.some(({ low }, index) => index % 3 < 2 && low > 1),
    cells: [name, `${own.join(", ")} ms`, ...cells.map((cell) => ratioCell(cell))],
  };
}

const firstRequests = 4_000;
const perSecond = 1_000;

/** The processor time of the first requests of a process, most of which V8 takes to interpret and to compile. */
export function warmUp(isQuick: boolean): Promise<readonly Table[]> {
  return contest("warm-up", async (all) => {
    const contestants = all.filter(({ name }) => !name.includes("tuned"));
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
          isLost: found.some(({ median }) => median > 1),
          cells: [each.name, `${median(ours).toFixed(2)} s`, ...found.map((ratio) => ratioCell(ratio))],
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
        target: 1.03,
      },
      {
        ...flowc,
        name: "requests kept that fail",
        env: { ...flowc.env, FLOW_RECORD: "failed,slow:2s", FLOW_RECORD_DIRECTORY: join(directory, "kept") },
        target: 1.03,
      },
      { ...flowc, name: "1 % of the traces", env: traced("0.01"), target: 1.08 },
      { ...flowc, name: "all traces", env: traced("1"), target: 1.67 },
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
          isLost: found.some(({ median }, index) => median > (others[index]?.target ?? 0)),
          cells: [each.name, ...found.map((cell, index) => ratioCell(cell, others[index]?.target))],
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
