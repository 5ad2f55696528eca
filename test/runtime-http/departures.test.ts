/** Clients that hang up, and answers that come before the body was read: whose fault the log says it was. */
import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { answer, open, sendRaw } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { upstream } from "../support/servers.js";

const to = (path: string) => `{ "url": {{ concat($env/UPSTREAM, "${path}") }} }`;
const names = Array.from({ length: 15 }, (_, index) => `"r${index}": ${to(`/hangs?${index}`)}`);

let asked: string[] = [];
/** How many requests the upstream has that nobody has given up. */
let waiting = 0;
const system = await upstream((request, response: ServerResponse) => {
  asked.push(request.url ?? "");
  waiting++;
  response.on("close", () => waiting--);
});
afterAll(() => system.stop());

const flows = {
  "/asks": `<request>${to("/hangs")}</request><request>${to("/second")}</request>`,
  "/many": `<requests>{ ${names.join(", ")} }</requests>`,
  "/proxy": `<proxy-request>${to("/hangs")}</proxy-request>`,
  "/body": `<pass-body/><template>{ "a": {{ string-length($body) }} }</template>`,
  "/unread": "<echo>done</echo>",
};
const server = await served(apiFiles(flows, { error: `<request>${to("/error")}</request>` }), {
  UPSTREAM: system.url,
  FLOW_MAX_REQUESTS_PER_UPSTREAM: "1", // a client counts once, however often it asks at a time
  FLOW_ADMIN_PORT: "0",
  FLOW_DEFAULT_TIMEOUT: "30",
});
beforeEach(() => {
  asked = [];
});

/** Returns the events logged while `work` ran, once there are so many. The next request is logged last. */
async function logged(work: () => Promise<unknown>, accesses = 1) {
  const begin = server.events().length;
  await work();
  return vi.waitFor(() => {
    const events = server.events().slice(begin);
    const count = events.filter(({ type }) => type === "engine_access").length;
    expect(count).toBeGreaterThanOrEqual(accesses);
    return events;
  });
}

/** Leaves when the upstream has been asked so often. */
async function leave(request: string, count = 1): Promise<void> {
  const socket = await open(server.url);
  socket.write(request);
  await vi.waitFor(() => expect(asked).toHaveLength(count), { timeout: 10_000 });
  socket.destroy();
}

const head = (line: string, ...fields: readonly string[]) =>
  `${[`${line} HTTP/1.1`, "Host: a", ...fields].join("\r\n")}\r\n\r\n`;

const metric = async (name: string): Promise<readonly string[]> => {
  await setTimeout(1_100); // metrics are told again for a second
  return (await server.metrics()).split("\n").filter((line) => line.startsWith(name));
};

test.each([
  ["/asks", 1],
  ["/many", 15],
  ["/proxy", 1],
])("a client that leaves %s ends the upstream requests, and it is nobody's fault", async (path, count) => {
  const events = await logged(() => leave(head(`GET /t${path}`), count));
  await vi.waitFor(() => expect(waiting).toBe(0));
  expect(asked).toHaveLength(count); // neither another request, nor one of the error flow
  const sent = events.filter(({ type }) => type === "engine_request");
  expect(sent).toHaveLength(count);
  expect(sent[0]).toMatchObject({ curlErrorCode: 42, curlErrorMessage: "The client is gone." });
  const others = events.filter(({ type }) => type !== "engine_request");
  expect(others).toMatchObject([{ type: "engine_access", status: 499, bytes: 0, path: `/t${path}` }]);
  expect(server.log()).not.toContain("MaxListeners");
});

test("metrics count it as the client's", async () => {
  const abandoned = async () =>
    Number((await metric("flow_requests_abandoned_total"))[0]?.split(" ")[1] ?? 0);
  const before = await abandoned();
  await logged(() => leave(head("GET /t/asks")));
  expect(await abandoned()).toBe(before + 1);
  const client = await metric("http_client_request_duration_seconds_count");
  expect(client.filter((line) => line.includes("error_type"))).toEqual([]);
  const served = await metric("http_server_request_duration_seconds_count");
  expect(served.filter((line) => line.includes('status_code="499"'))).toHaveLength(3);
});

test("a client that leaves while it sends its body", async () => {
  const events = await logged(async () => {
    const socket = await open(server.url);
    const continued = answer(socket);
    socket.write(head("POST /t/body", "Content-Length: 10", "Expect: 100-continue"));
    setTimeout(50).then(() => socket.destroy());
    await continued;
  });
  expect(events).toMatchObject([{ type: "engine_access", status: 499, path: "/t/body" }]);
});

test.each([
  ["a wrong chunk", head("POST /t/unread", "Transfer-Encoding: chunked"), "zz\r\n"],
  ["silence", head("POST /t/unread", "Content-Length: 5"), "x"],
])("an answer before the body was read is one event, whatever follows: %s", async (_, request, rest) => {
  const events = await logged(async () => {
    const socket = await open(server.url);
    const answered = answer(socket);
    socket.write(request);
    expect((await answered).status).toBe(200);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(rest);
    await closed;
    await sendRaw(server.url, head("GET /t/unread", "Connection: close"));
  }, 2);
  expect(events).toMatchObject([
    { type: "engine_access", status: 200, path: "/t/unread", method: "POST" },
    { type: "engine_access", status: 200, path: "/t/unread", method: "GET" },
  ]);
  expect(events).toHaveLength(2);
});
