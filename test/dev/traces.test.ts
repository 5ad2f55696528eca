/** The requests that `flowc dev` keeps, and that it stays within its bounds. */
import { describe, expect, test } from "vitest";
import type { FlowSource, RequestDetail, RequestSummary } from "../../bin/commands/dev/api.js";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

const flow = `<flow>
  <eval out="$n">number($request/get/n)</eval>
  <error if="$n > 9" status="422">{ "message": "too large" }</error>
  <template>{ "n": {{ $n }} }</template>
</flow>
`;
const app = { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": flow };

const list = async (server: DevServer): Promise<readonly RequestSummary[]> =>
  (await server.api<{ requests: RequestSummary[] }>("/requests")).requests;

describe("a request", () => {
  test("is kept with its trace, and its flow with the build that answered", async () => {
    const server = await DevServer.start({ files: app });
    await fetch(`${server.app}/api/a?n=3`);
    const [summary] = await list(server);
    expect(summary).toMatchObject({
      target: "/api/a?n=3",
      route: "/a",
      flow: "a.xml",
      status: 200,
      build: 1,
    });
    const trace = await server.api<RequestDetail>(`/requests/${summary?.key}`);
    const actions = trace.events.flatMap((event) => (event.kind === "action" ? event.place : []));
    // The condition of the error does not hold.
    expect(actions).toEqual(["a.xml:2:3", "a.xml:4:3"]);
    await server.change("a.xml", flow.replace("too large", "too much"));
    const source = (build: number): Promise<FlowSource> => server.api(`/source?file=a.xml&build=${build}`);
    expect(await source(1)).toMatchObject({ build: 1, text: flow });
    expect((await source(2)).text).toContain("too much");
    expect((await source(99)).build).toBe(2);
  });

  test("says how it failed, also where no flow answers", async () => {
    const server = await DevServer.start({ files: app });
    await fetch(`${server.app}/api/a?n=10`);
    await fetch(`${server.app}/elsewhere?password=hunter2hunter2`);
    expect(await list(server)).toMatchObject([
      { status: 422, error: "too large" },
      { status: 404, target: "/elsewhere?password=***", flow: "" },
    ]);
    await server.until(/GET \/elsewhere/);
    expect(server.text).not.toContain("hunter2");
  });

  test("has no secrets, unless they are asked for", async () => {
    const server = await DevServer.start({ files: app, args: ["--secret", "x-club"] });
    const send = (): Promise<unknown> =>
      fetch(`${server.app}/api/a?n=1`, {
        headers: { authorization: "Bearer abcdef123", "x-club": "sesame-sesame", "x-plain": "seen" },
      });
    await send();
    const kept = JSON.stringify(await server.api(`/requests/${(await list(server)).at(-1)?.key}`));
    expect(kept).toContain("seen");
    expect(kept).not.toMatch(/abcdef123|sesame/);
    await server.api("/secrets", "PUT", { shows: true });
    await send();
    const shown = JSON.stringify(await server.api(`/requests/${(await list(server)).at(-1)?.key}`));
    expect(shown).toMatch(/abcdef123/);
    expect(shown).toMatch(/sesame/);
  });
});

describe("the list", () => {
  test("has room for 500 requests, and for those that are kept", async () => {
    const server = await DevServer.start({ files: app, args: ["--quiet"] });
    await fetch(`${server.app}/api/a?n=1`);
    const [first] = await list(server);
    await server.api(`/requests/${first?.key}/kept`, "PUT", { isKept: true });
    for (let round = 0; round < 60; round++)
      await Promise.all(Array.from({ length: 10 }, () => fetch(`${server.app}/api/a?n=2`)));
    const all = await list(server);
    expect(all.length).toBe(500);
    expect(all[0]).toMatchObject({ key: first?.key, isKept: true });
    expect((await server.ask("/requests/2")).status).toBe(404);
    await server.api("/requests", "DELETE");
    expect(await list(server)).toMatchObject([{ key: first?.key }]);
  });

  test("is told to pages in batches: what is new, what has changed and what is gone", async () => {
    const server = await DevServer.start({ files: app });
    const response = await fetch(`${server.page}/api/events`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const until = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(text)) text += (await reader?.read())?.value ?? "";
    };
    await until(/^event: requests\ndata: \{"requests":\[\]\}$/m);
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.app}/api/a?n=2`)));
    await until(/"key":50,.*"status":200/);
    expect(text.match(/^event: requests$/gm)?.length).toBeLessThan(20);
    await server.api("/requests", "DELETE");
    await until(/^event: gone\ndata: \{"keys":\[1,2,/m);
    await server.change("a.xml", "<flow>");
    await until(/^event: state\ndata: .*"isGood":false/m);
    await until(/^event: findings\ndata: \{"findings":\[\{"code":"FLOW/m);
    await reader?.cancel();
  });
});
