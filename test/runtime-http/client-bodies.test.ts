/** Bodies of clients, as each server reads them: flows, upstream systems and the log have the same of all of them. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { needing } from "../support/needs.js";
import { installed, otherServers, otherTargets } from "../support/other-servers.js";
import { open } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { built, outputOf, served, whenDone } from "../support/served.js";
import { type RunningProcess, reply, upstream } from "../support/servers.js";
import { serveWorker } from "../support/workerd.js";

/** Shows the bytes that it gets. */
const system = await upstream(async (request, response: ServerResponse) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  reply(response, 200, Buffer.concat(pieces).toString("hex"));
});
afterAll(() => system.stop());

const files = apiFiles({
  "/read": "<template>{{ $body }}</template>",
  "/passed": `<eval out="$read">string($body)</eval><proxy-request>{ "url": {{ $env/UP }} }</proxy-request>`,
  "/unread": "<template>[]</template>",
});

interface Case {
  /** A character for each byte. */
  readonly body: string;
  readonly type?: string;
  readonly isChunked?: true;
  /** `$body` in JSON; none if the body is refused. */
  readonly read?: unknown;
  /** What is told of it in the log. */
  readonly alert?: string;
}

const latin1 = (text: string) => Buffer.from(text).toString("latin1");
const utf16 = (text: string) => `\xff\xfe${Buffer.from(text, "utf16le").toString("latin1")}`;
const noJson = "The client's body is declared as application/json and does not parse.";

const cases: Readonly<Record<string, Case>> = {
  JSON: { body: '{"a":[1,"x"]}', read: { a: [1, "x"] } },
  "beyond ASCII": { body: latin1('["é","中","😀"]'), read: ["é", "中", "😀"] },
  "with U+FFFD": { body: latin1('["\ufffd"]'), read: ["\ufffd"] },
  "in chunks": { body: '["x"]', isChunked: true, read: ["x"] },
  "in chunks, beyond ASCII": { body: latin1('["é"]'), isChunked: true, read: ["é"] },
  "with a charset": { body: latin1('["é"]'), type: "application/json; charset=UTF-8", read: ["é"] },
  "in another charset": { body: '["\xe9"]', type: "application/json; charset=iso-8859-1", read: ["é"] },
  "in an unknown charset": { body: latin1('["é"]'), type: "application/json; charset=none", read: ["é"] },
  "with a mark": { body: '\xef\xbb\xbf["x"]', read: ["x"] },
  "with two marks": {
    body: '\xef\xbb\xbf\xef\xbb\xbf["x"]',
    read: '\ufeff["x"]',
    alert: noJson,
  },
  "in UTF-16 with a mark": { body: utf16('["x"]'), read: ["x"] },
  "in UTF-16 as long as in UTF-8": { body: utf16('["中中中中中中"]'), read: ["中中中中中中"] },
  "in UTF-16 without a mark": {
    body: '[\0"\0x\0"\0]\0',
    read: '[\0"\0x\0"\0]\0',
    alert: noJson,
  },
  "no UTF-8": { body: '["\xff"]', read: ["\ufffd"] },
  "no UTF-8, as long": { body: '["\xf0\x9f\x98"]', read: ["\ufffd"] },
  "no JSON": { body: "{", read: "{", alert: noJson },
  empty: { body: "", read: null },
  "JSON by another name": { body: '{"a":1}', type: "application/problem+json", read: '{"a":1}' },
  text: { body: latin1("é"), type: "text/plain", read: "é" },
  compressed: { body: "\x1f\x8b\x08\0", read: "\x1f\ufffd\x08\0", alert: noJson },
  "as long as may be": { body: `"${"x".repeat(1998)}"`, read: "x".repeat(1998) },
  "too long": { body: `"${"x".repeat(1999)}"` },
  "in chunks, too long": { body: `"${"x".repeat(1999)}"`, isChunked: true },
};

type Env = Readonly<Record<string, string>>;

const onNode = { title: "server.js on Node", needs: { name: "Node", isThere: true }, command: undefined };
const processes = [onNode, ...otherServers].map(({ title, needs, command }) => ({
  title,
  needs,
  start: (env: Env) => served(built(files, ...otherTargets), env, command),
}));
const workerd = installed("workerd");
const worker = {
  title: "worker.js",
  needs: workerd,
  async start(env: Env) {
    const server = await serveWorker(
      await outputOf(built(files, "--target", "workers")),
      env,
      workerd.command,
    );
    whenDone(server.stop);
    return server;
  },
};

for (const { title, needs, start } of [...processes, worker])
  describe(title, needing(needs), () => {
    let server: RunningProcess;
    beforeAll(async () => {
      const env = { UP: system.url, FLOW_MAX_BODY_BYTES: "2000" };
      server = await start(env);
    });

    /** The answer to a request with the body, and its events. */
    async function sent(target: string, { body, type = "application/json", isChunked }: Case) {
      const path = `/t/${target}`;
      const bytes = Buffer.from(body, "latin1");
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": type },
        ...(isChunked ? { body: new Blob([bytes]).stream(), duplex: "half" } : { body: bytes }),
      });
      const { status } = response;
      const answer = await response.text();
      const access = await logged(path);
      const alerts = server
        .events("engine_alert")
        .filter(({ requestID }) => requestID === access.requestID)
        .map(({ message }) => message);
      return { status, answer, access, alerts };
    }

    const logged = (path: string) =>
      vi.waitFor(() => {
        const event = server.events("engine_access").find((one) => one.path === path);
        if (event === undefined) throw new Error(`There is no event of ${path}.`);
        return event;
      }, 10_000);

    const refused = "Request body exceeds 2000 bytes.";

    test.each(Object.entries(cases))("%s", async (name, each) => {
      const query = encodeURIComponent(name);
      const { status, answer, access, alerts } = await sent(`read?${query}`, each);
      const requestbytes = each.isChunked && each.read === undefined ? 0 : each.body.length;
      expect(access).toMatchObject({ status, requestbytes });
      if (each.read === undefined) {
        expect(status).toBe(413);
        expect(answer).toContain(refused);
        return;
      }
      expect({ status, read: JSON.parse(answer), alerts }).toEqual({
        status: 200,
        read: each.read,
        alerts: each.alert === undefined ? [] : [each.alert],
      });
      const passed = await sent(`passed?${query}`, each);
      const hex = Buffer.from(each.body, "latin1").toString("hex");
      expect(passed).toMatchObject({ status: 200, answer: hex, access: { requestbytes } });
    });

    test("one that the client breaks off", async () => {
      const socket = await open(server.url);
      socket.write('POST /t/read?broken HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n["x"');
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
      expect((await logged("/t/read?broken")).status).toBeOneOf([400, 499]);
    });
  });
