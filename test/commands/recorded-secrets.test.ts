/** No secret is in the clear, whatever message it is in and whichever command or setting writes it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Body } from "../../runtime/observe/trace/exchange.js";
import type { RecordedExchange } from "../../runtime/observe/trace/recording.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc } from "../support/project.js";
import { built, served } from "../support/served.js";
import { upstream } from "../support/servers.js";
import {
  bytes,
  hidden,
  inJson,
  leaks,
  secret,
  secretAnswerFields,
  secretFields,
} from "../trace/secret-messages.js";
import { appOf, describing } from "./app.js";
import { recorder } from "./recorder.js";

/** Bodies with content codings, of which some say another one than they have. */
const coded: Readonly<Record<string, readonly [coding: string, body: Buffer]>> = {
  gzip: ["gzip", gzipSync(inJson)],
  deflate: ["deflate", deflateSync(inJson)],
  "deflate without its head": ["deflate", deflateRawSync(inJson)],
  br: ["br", brotliCompressSync(inJson)],
  "gzip twice": ["gzip, gzip", gzipSync(gzipSync(inJson))],
  "gzip twice that says it once": ["gzip", gzipSync(gzipSync(inJson))],
  "gzip in br": ["gzip, br", brotliCompressSync(gzipSync(inJson))],
  "zstd that is none": ["zstd", gzipSync(inJson)],
  "a coding that nobody knows": ["snappy", deflateRawSync(inJson)],
  "gzip that is none": ["gzip", Buffer.from(inJson)],
  "gzip of 17 MB": ["gzip", gzipSync(`${" ".repeat(17_000_000)}${inJson}`)],
};

/** All bodies, with the fields that say what they are. */
const bodies: readonly (readonly [name: string, fields: Readonly<Record<string, string>>, body: Buffer])[] = [
  ...Object.entries(hidden).map(
    ([name, [type, body]]) => [name, { "content-type": type }, Buffer.from(body)] as const,
  ),
  ...Object.entries(coded).map(
    ([name, [coding, body]]) =>
      [name, { "content-type": "application/json", "content-encoding": coding }, body] as const,
  ),
  ["gzip that nobody says", { "content-type": "application/json" }, gzipSync(inJson)],
  [
    "a coding in Latin-1",
    { "content-type": "text/plain; charset=iso-8859-1", "content-encoding": "br" },
    brotliCompressSync(inJson),
  ],
];

function expectNone(text: string, what: string): void {
  const found = leaks.filter((leak) => text.includes(leak));
  const [at] = found.map((leak) => text.indexOf(leak));
  const around = at === undefined ? "" : text.slice(Math.max(0, at - 60), at + 60);
  expect({ what, found, around }).toEqual({ what, found: [], around: "" });
}

/** Resolves to the status when the answer has ended. Unlike `fetch`, it does not unpack what may be packed wrongly. */
function post(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, agent: false }, (answer) => {
      answer.on("close", () => resolve(answer.statusCode ?? 0)).resume();
    });
    sent.on("error", reject).end(body);
  });
}

/** Answers with what it gets, and with the fields of answers. */
async function echo(): Promise<string> {
  const { url, stop } = await upstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { "content-type": type = "", "content-encoding": coding } = request.headers;
    const own = { "content-type": type, ...(coding && { "content-encoding": coding }) };
    response.writeHead(200, { ...own, ...secretAnswerFields }).end(Buffer.concat(pieces));
  });
  onTestFinished(stop);
  return url;
}

const linesIn = (text: string): readonly RecordedExchange[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedExchange);

const bodiesOf = ({ request, response, upstream: sent }: RecordedExchange): readonly (Body | undefined)[] =>
  [request, response, ...sent.flatMap((each) => [each.request, each.response])].map((each) => each?.body);

test("flowc record, and what imports its recording", { timeout: 240_000 }, async () => {
  const file = join(scratchDirectory("recorded-secrets"), "recording.jsonl");
  const one = await recorder("--old", await echo(), "--listen", "0", "-o", file);
  const target = `/x?access_token=${secret}&next=${encodeURIComponent(`/y?code=${secret}`)}`;
  for (const [, fields, body] of [...bodies, ...bodies.slice(-2)]) {
    await post(one.listen + target, { ...fields, ...secretFields }, body);
  }
  expect((await one.end())[0]).toBe(0);
  const lines = linesIn(readFileSync(file, "utf8"));
  expect(lines.length).toBe(bodies.length + 2);
  for (const [index, line] of lines.entries()) {
    const [name = ""] = bodies[index] ?? [];
    expectNone(JSON.stringify(line), name);
    for (const body of bodiesOf(line)) expect([name, body?.base64]).toEqual([name, undefined]);
  }
  // What cannot be read has a stand-in, the same for the same body.
  const [unread, again] = [lines.at(-4), lines.at(-2)].map((line) => line?.request.body);
  expect(unread).toMatchObject({ isHidden: true, text: expect.stringMatching(/^hidden-[\da-f]{16}$/) });
  expect(again).toEqual(unread);
  expect(await flowc("record", "--audit", file)).toMatchObject({
    stderr: expect.stringMatching(/^0 findings/),
  });
});

/** A flow that sends a body on, and fails with the status that it is asked for: each is a cause of its own. */
const failing = {
  "swagger.yaml": describing({ "/a": "a.xml" }),
  "a.xml": `<flow>
  <request content="copy">
  { "url": {{ concat($env/UP, "/x?token=", $request/get/access_token) }}, "method": "POST",
    "headers": { "Content-Type": {{ $request/headers/content-type }}, "X-Api-Key": {{ $env/CRM_KEY }}, "X-Copy": {{ $env/CRM_KEY }}, "Referer": {{ $request/headers/referer }} },
    "body": { "value": {{ string($body) }} } }
  </request>
  <eval out="$copy">string(content("copy"))</eval>
  <error>{ "message": "failed", "info": {{ $env/CRM_KEY }}, "status": {{ 500 + number($request/get/n) }} }</error>
</flow>
`,
};

describe("apps that fail", () => {
  const key = "KEY-1234567890-of-crm";
  let flows = "";
  let kept: readonly string[] = [];
  let log = "";
  beforeAll(async () => {
    const directory = scratchDirectory("kept-secrets");
    flows = appOf("failing-secrets", failing);
    const gen = await built(failing);
    const { url: UP, stop } = await upstream(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const type = request.headers["content-type"] ?? "";
      response.writeHead(200, { "content-type": type, ...secretAnswerFields }).end(Buffer.concat(pieces));
    });
    const names = () => readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
    const environment = {
      ...{ FLOW_RECORD: "failed", FLOW_RECORD_DIRECTORY: directory },
      ...{ UP, CRM_KEY: key, FLOW_DEBUG_ALLOW_HEADER: "true" },
    };
    const server = await served(gen, environment, () => [process.execPath, join(gen, "server.js")]);
    let count = 0;
    for (const [index, [, fields, body]] of bodies.entries()) {
      // Texts and lines of debugging, one after the other.
      const debug = index % 2 === 0 ? "::trace" : "*:trace:log";
      const headers = { ...fields, ...secretFields, debug };
      const status = await post(`${server.url}/api/a?n=${index}&access_token=${secret}`, headers, body);
      expect(status).toBeGreaterThanOrEqual(400);
      if (status < 500) continue;
      count++;
      await vi.waitFor(() => expect(names().length).toBe(count), { timeout: 20_000 });
    }
    kept = names().map((name) => join(directory, name));
    log = server.log();
    await server.stop();
    stop();
  }, 240_000);

  test("keep no secret in FLOW_RECORD", () => {
    expect(bodies.length).toBeLessThan(100); // causes differ by their status
    expect(kept.length).toBeGreaterThan(bodies.length / 2);
    for (const file of kept) {
      const text = readFileSync(file, "utf8");
      const { request } = JSON.parse(text) as RecordedExchange;
      const [name = ""] = bodies[Number(/n=(\d+)/.exec(request.target)?.[1])] ?? [];
      expectNone(text, name);
      expect([name, text.includes(key), text.includes('"base64"')]).toEqual([name, false, false]);
    }
  });

  test("log none where they are debugged", () => {
    for (const line of log.split("\n")) expectNone(line, line.slice(0, 100));
    expect(log).not.toContain(key);
  });

  test("print none in flowc replay and flowc compare, and save none in tests", {
    timeout: 240_000,
  }, async () => {
    const file = join(flows, "..", `kept-${process.pid}.jsonl`);
    onTestFinished(() => rmSync(file, { force: true }));
    const changed = kept.map((each) =>
      readFileSync(each, "utf8").replaceAll(/"(x-copy|x-api-key)","[^"]*"/g, '"$1","other"'),
    );
    writeFileSync(file, changed.join(""));
    Object.assign(process.env, { UP: "http://elsewhere.test", CRM_KEY: key });
    onTestFinished(() => {
      delete process.env.UP;
      delete process.env.CRM_KEY;
    });
    for (const args of [
      ["replay", flows, file, "--save-test"],
      ["replay", flows, file, "--format", "json"],
      ...["text", "json", "html", "junit", "sarif"].map((format) => [
        "compare",
        flows,
        file,
        "--format",
        format,
      ]),
    ] as const) {
      const { stdout, stderr } = await flowc(...(args as readonly string[]));
      const what = args.filter((each) => each !== flows && each !== file).join(" ");
      expect([what, stdout.length > 100]).toEqual([what, true]);
      expectNone(stdout + stderr, what);
      expect([what, (stdout + stderr).includes(key)]).toEqual([what, false]);
    }
    const saved = readdirSync(flows, { recursive: true, encoding: "utf8" }).filter((name) =>
      /test/.test(dirname(name)),
    );
    for (const name of saved) {
      const text = readFileSync(join(flows, name), "latin1");
      expectNone(text, name);
      expect([name, text.includes(key)]).toEqual([name, false]);
    }
  });
});

test("bodies in other character sets are replayed with the bytes that were sent", async () => {
  const directory = appOf("charset-replay", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": `<flow><template>{ "a": {{ $body/json/a }} }</template></flow>`,
  });
  const { url, stop } = await upstream((_, response) => void response.end("{}"));
  onTestFinished(stop);
  const file = join(directory, "recording.jsonl");
  const one = await recorder("--old", url, "--listen", "0", "-o", file);
  const send = (charset: string, ...parts: readonly (readonly number[] | string)[]) => {
    const headers = { "content-type": `application/json; charset=${charset}` };
    return fetch(`${one.listen}/api/a`, { method: "POST", headers, body: new Uint8Array(bytes(...parts)) });
  };
  await send("iso-8859-1", '{"password":"', [0xe4], '-secret","a":"', [0xfc, 0xdf], '"}');
  await send("UTF-16", [0xff, 0xfe], [...Buffer.from('{"password":"hunter22","a":"ж"}', "utf16le")]);
  await send("Shift_JIS", '{"a":"', [0x93, 0xfa, 0x96, 0x7b], '"}');
  await send("EUC-KR", '{"a":"', [0xc7, 0xd1], '"}');
  await send("Shift_JIS", '{"password":"hunter22-', [0x93, 0xfa], '","a":1}');
  await one.end();
  expect(linesIn(readFileSync(file, "utf8")).map(({ request }) => request.body)).toMatchObject([
    { charset: "windows-1252", text: expect.stringContaining('"a":"üß"') },
    { charset: "utf-16le", text: expect.stringContaining('"a":"ж"') },
    { charset: "shift_jis", base64: bytes('{"a":"', [0x93, 0xfa, 0x96, 0x7b], '"}').toString("base64") },
    { charset: "euc-kr", base64: bytes('{"a":"', [0xc7, 0xd1], '"}').toString("base64") },
    { isHidden: true, text: expect.stringMatching(/^hidden-/) },
  ]);
  const { stdout } = await flowc("replay", directory, file);
  for (const text of ["üß", "ж", "日本", "한"]) expect(stdout).toContain(`{"a":"${text}"}`);
});

test("a recording of version 1 stays readable", async () => {
  const directory = appOf("version-1", {
    "swagger.yaml": describing({ "/a": "a.xml" }),
    "a.xml": `<flow><template>{ "n": {{ $body/json/n }} }</template></flow>`,
  });
  const file = join(directory, "v1.jsonl");
  const exchange = {
    ...{ version: 1, kind: "exchange", id: "1", startedAt: 1_700_000_000_000, duration: 5 },
    request: {
      ...{ method: "POST", target: "/api/a", fields: [["content-type", "application/json"]] },
      body: { base64: Buffer.from('{"n":7}').toString("base64"), bytes: 7 },
    },
    upstream: [],
    response: {
      status: 200,
      fields: [["content-type", "application/json"]],
      body: { text: '{"n":7}', bytes: 7 },
    },
  };
  writeFileSync(file, `${JSON.stringify(exchange)}\n`);
  expect(await flowc("compare", directory, file)).toMatchObject({ code: 0 });
  expect((await flowc("replay", directory, file)).stdout).toContain('{"n":7}');
});
