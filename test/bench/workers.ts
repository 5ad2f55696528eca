import type { Load, LoadResult } from "./load.js";
import { alternate, median } from "./measure.js";
import { type Server, startHelper, startServer } from "./processes.js";
import { flowc, freshDirectory, write } from "./project.js";
import { type Table, verdict } from "./table.js";

const target = 1.8;

const probe = "/api/numbers";

/** Each request takes the server some milliseconds, and the load generator next to nothing. */
const flow = `<flow>
  <template>{ "count": {{ count($body/json/value[count($body/json/value[. > 50]) > 10]) }} }</template>
</flow>`;

const body = JSON.stringify(Array.from({ length: 400 }, (_, index) => index));

interface Round {
  readonly perSecond: number;
  /** Microseconds of processor time of all processes per request. */
  readonly cpu: number;
}

/** Requests per second of two workers beside those of one process. They may use all cores. */
export async function* workers(quick: boolean): AsyncIterable<Table> {
  const flows = freshDirectory("workers-flows");
  const paths = { "/numbers": { get: { "x-flow": "numbers.xml" }, post: { "x-flow": "numbers.xml" } } };
  write(flows, {
    "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: "/api", paths }),
    "numbers.xml": flow,
  });
  const out = freshDirectory("workers");
  await flowc(flows, out);
  const load = startHelper("load");
  const servers: Server[] = [];
  try {
    for (const FLOW_WORKERS of ["2", "1"]) {
      servers.push(await startServer(`${out}/server.js`, probe, { FLOW_WORKERS }, undefined, false));
    }
    await new Promise((resolve) => setTimeout(resolve, 1000)); // until the second worker listens
    const side = (server: Server, milliseconds: number) => async (): Promise<Round> => {
      const before = server.cpu();
      const { requests, seconds } = await load.ask<LoadResult>(loadOf(server, milliseconds));
      return { perSecond: requests / seconds, cpu: (server.cpu() - before) / requests };
    };
    const sides = (milliseconds: number) => servers.map((server) => side(server, milliseconds));
    await alternate(2, sides(1500)); // until the code is compiled
    yield tableOf(await alternate(quick ? 6 : 15, sides(quick ? 800 : 1500)));
  } finally {
    await Promise.all([...servers, load].map((one) => one.stop()));
  }
}

function loadOf({ port }: Server, milliseconds: number): Load {
  const fields = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const request = `POST ${probe} HTTP/1.1\r\n${fields}\r\n${body}`;
  return { port, request, status: 200, connections: 16, milliseconds, maxRequests: 1_000_000 };
}

function tableOf([two = [], one = []]: readonly (readonly Round[])[]): Table {
  const row = (name: string, field: keyof Round, unit: string, goal?: number) => {
    const ratio = median(two.map((round, index) => round[field] / (one[index]?.[field] ?? Number.NaN)));
    const shown = [two, one].map(
      (rounds) => `${median(rounds.map((round) => round[field])).toFixed(0)}${unit}`,
    );
    const isMet = goal === undefined ? undefined : ratio >= goal;
    return [name, ...shown, ratio.toFixed(2), goal === undefined ? "" : `>= ${goal}`, verdict(isMet)];
  };
  return {
    title: "workers: two workers beside one process",
    headings: ["", "two workers", "one process", "of one process", "target", ""],
    rows: [row("requests", "perSecond", "/s", target), row("  processor time of a request", "cpu", " µs")],
  };
}
