import { join } from "node:path";
import { type Case, cases } from "./cases.js";
import type { Load, LoadResult } from "./load.js";
import { compare } from "./measure.js";
import { type Helper, type Server, startHelper, startServer } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, sources } from "./project.js";
import type { Row } from "./table.js";

/** Requests per second over loopback: `node server.js` beside a server written by hand. */
export async function http(quick: boolean): Promise<Row[]> {
  const out = freshDirectory("http");
  await flowc(join(sources, "flows"), out);
  const byHand = await bundleByHand("server.ts", join(out, "by-hand/server.cjs"));
  const upstream = startHelper("upstream");
  const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
  try {
    return await compareServers(cases, quick, 0.95, {
      generated: [join(out, "server.js"), "/api/hello", env],
      reference: [byHand, "/api/hello", env],
    });
  } finally {
    await upstream.stop();
  }
}

/** What `startServer` is called with, on both sides. */
export interface Servers {
  readonly generated: Parameters<typeof startServer>;
  readonly reference: Parameters<typeof startServer>;
}

/** Requests per second of two servers, of which the generated one has to reach `target` of the other's. */
export async function compareServers(
  requests: readonly Case[],
  quick: boolean,
  target: number,
  servers: Servers,
): Promise<Row[]> {
  const load = startHelper("load");
  const generated = await startServer(...servers.generated);
  const reference = await startServer(...servers.reference);
  try {
    const rows: Row[] = [];
    for (const each of requests) {
      await checkSame(each, generated, reference);
      rows.push(...(await measure(each, load, generated, reference, quick, target)));
    }
    rows.push(...memoryRows(generated, reference));
    return rows;
  } finally {
    await Promise.all([generated, reference, load].map((one) => one.stop()));
  }
}

async function measure(
  each: Case,
  load: Helper,
  generated: Server,
  reference: Server,
  quick: boolean,
  target: number,
): Promise<Row[]> {
  const processorTimes = new Map<Server, { seconds: number; requests: number }>();
  const side = (server: Server, milliseconds: number) => async (): Promise<number> => {
    const before = server.cpu();
    const { requests, seconds } = await load.ask<LoadResult>(loadOf(each, server, milliseconds));
    const after = server.cpu();
    const sum = processorTimes.get(server) ?? { seconds: 0, requests: 0 };
    sum.requests += requests;
    sum.seconds += after === undefined || before === undefined ? Number.NaN : after - before;
    processorTimes.set(server, sum);
    return requests / seconds;
  };
  await compare(2, side(generated, 400), side(reference, 400)); // until the code is compiled
  processorTimes.clear();
  const milliseconds = quick ? 250 : 1_000;
  const result = await compare(quick ? 6 : 12, side(generated, milliseconds), side(reference, milliseconds));
  const microseconds = (server: Server): number => {
    const { seconds, requests } = processorTimes.get(server) ?? { seconds: Number.NaN, requests: 1 };
    return (seconds / requests) * 1e6;
  };
  const rows: Row[] = [
    {
      name: each.name,
      generated: `${result.generated.toFixed(0)}/s`,
      reference: `${result.reference.toFixed(0)}/s`,
      result: result.ratio.toFixed(3),
      target: `>= ${target}`,
      ok: result.ratio >= target,
    },
  ];
  const [ours, theirs] = [microseconds(generated), microseconds(reference)];
  if (Number.isFinite(ours) && Number.isFinite(theirs)) {
    rows.push({
      name: "  processor time per request",
      generated: `${ours.toFixed(1)} us`,
      reference: `${theirs.toFixed(1)} us`,
      result: `${ours >= theirs ? "+" : ""}${(ours - theirs).toFixed(1)} us`,
      target: "",
      ok: undefined,
    });
  }
  return rows;
}

function memoryRows(generated: Server, reference: Server): Row[] {
  const [ours, theirs] = [generated.peakMemory(), reference.peakMemory()];
  if (ours === undefined || theirs === undefined) return [];
  return [
    {
      name: "memory at most",
      generated: `${ours.toFixed(0)} MB`,
      reference: `${theirs.toFixed(0)} MB`,
      result: "",
      target: "",
      ok: undefined,
    },
  ];
}

function loadOf(request: Case, { port }: Server, milliseconds: number): Load {
  const { method, path, headers, body, status, connections = 16 } = request;
  const content =
    body === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
  const fields = { Host: `127.0.0.1:${port}`, "User-Agent": "flowc-bench", ...headers, ...content };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return {
    port,
    request: head + (body ?? ""),
    status,
    connections,
    milliseconds,
    maxRequests: 1_000_000,
  };
}

/** A comparison of programs that do different jobs would say nothing. */
async function checkSame(each: Case, ...servers: readonly Server[]): Promise<void> {
  const [first, second] = await Promise.all(
    servers.map(async ({ port }) => {
      const response = await fetch(`http://127.0.0.1:${port}${each.path}`, {
        method: each.method,
        headers: {
          ...each.headers,
          ...(each.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(each.body === undefined ? {} : { body: each.body }),
      });
      return JSON.stringify([
        response.status,
        response.headers.get("content-type")?.split(";", 1)[0],
        response.headers.get("cache-control"),
        response.headers.get("x-item"),
        await response.json(),
      ]);
    }),
  );
  if (first !== second) throw new Error(`${each.name}: the answers differ:\n${first}\n${second}`);
}
