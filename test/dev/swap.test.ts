/** Apps are swapped under load: no request and no connection is lost. */
import { describe, expect, test } from "vitest";
import { describing } from "../commands/app.js";
import { reply, upstream } from "../support/servers.js";
import { Clients } from "./support/clients.js";
import { DevServer, pause } from "./support/dev-server.js";

const saying = (text: string): string => `<flow><template>{ "said": "${text}" }</template></flow>`;

describe("swapping", () => {
  test("loses no request and no connection in 20 swaps under load", async () => {
    const server = await DevServer.start({
      files: { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": saying("0") },
      args: ["--quiet"],
    });
    const clients = new Clients(`${server.app}/api/a`, 8);
    for (let swap = 1; swap <= 20; swap++) await server.change("a.xml", saying(String(swap)));
    await clients.stop();
    expect(clients.failures).toEqual([]);
    expect(clients.answered).toBeGreaterThan(200);
    expect(clients.answers.size).toBe(21);
    expect(clients.connections).toBe(8);
  });

  test("a request that runs finishes with the app that it began with, and so does a stream", async () => {
    let goOn: () => void = () => {};
    const going = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = await upstream((incoming, outgoing) => {
      if (incoming.url === "/stream") {
        outgoing.writeHead(200, { "content-type": "text/plain" });
        outgoing.write("first ");
        going.then(() => outgoing.end("last"));
      } else going.then(() => reply(outgoing, 200, { text: "slow" }));
    });
    const flow = (version: string): string => `<flow>
      <request content="r">{ "url": {{ concat($env/SLOW, "/json") }}, "options": { "timeout": 60 } }</request>
      <template>{ "version": "${version}", "text": {{ content("r")/json/text }} }</template>
    </flow>`;
    const passing =
      '<flow><proxy-request>{ "url": {{ concat($env/SLOW, "/stream") }}, "options": { "timeout": 60 } }</proxy-request></flow>';
    const server = await DevServer.start({
      files: {
        "swagger.yaml": describing({ "/slow": "slow.xml", "/stream": "stream.xml" }),
        "slow.xml": flow("old"),
        "stream.xml": passing,
      },
      args: ["--upstream", `SLOW=${slow.url}`],
    });
    const answer = fetch(`${server.app}/api/slow`).then((response) => response.json());
    const stream = await fetch(`${server.app}/api/stream`);
    await pause(100);
    await server.change("slow.xml", flow("new"));
    await server.change("stream.xml", saying("no stream"));
    expect(await (await fetch(`${server.app}/api/stream`)).json()).toEqual({ said: "no stream" });
    goOn();
    expect(await answer).toEqual({ version: "old", text: "slow" });
    expect(await stream.text()).toBe("first last");
    expect(await (await fetch(`${server.app}/api/slow`)).json()).toEqual({ version: "new", text: "slow" });
    await slow.stop();
  });
});
