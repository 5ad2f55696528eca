import { join } from "node:path";
import { type Case, cases } from "./cases.js";
import type { Load, LoadResult } from "./load.js";
import { compare } from "./measure.js";
import { type Helper, type Server, startHelper, startServer } from "./processes.js";
import { bundleByHand, flowc, freshDirectory, sources } from "./project.js";
import type { Row } from "./table.js";

const target = 0.95;

/** Requests per second over loopback: `node server.js` beside a server written by hand. */
export async function http(quick: boolean): Promise<Row[]> {
  const out = freshDirectory("http");
  await flowc(join(sources, "flows"), out);
  const byHand = await bundleByHand("server.ts", join(out, "by-hand/server.cjs"));
  const upstream = startHelper("upstream");
  const load = startHelper("load");
  const env = { UPSTREAM: `http://127.0.0.1:${await upstream.ask<number>({})}` };
  const generated = await startServer(join(out, "server.js"), "/api/hello", env);
  const reference = await startServer(byHand, "/api/hello", env);
  try {
    const rows: Row[] = [];
    for (const each of cases) {
      await checkSame(each, generated, reference);
      rows.push(...(await measure(each, load, generated, reference, quick)));
    }
    return rows;
  } finally {
    await Promise.all([generated, reference, upstream, load].map((one) => one.stop()));
  }
}

async function measure(
  each: Case,
  load: Helper,
  generated: Server,
  reference: Server,
  quick: boolean,
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

function loadOf({ method, path, body, status }: Case, { port }: Server, milliseconds: number): Load {
  const content =
    body === undefined
      ? ""
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: flowc-bench\r\n${content}\r\n`;
  return {
    port,
    request: head + (body ?? ""),
    status,
    connections: 16,
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
        ...(each.body === undefined
          ? {}
          : { body: each.body, headers: { "content-type": "application/json" } }),
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
