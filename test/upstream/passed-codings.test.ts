/** Compressed content that passes through a proxy: as it is, where only a client reads it that takes it so. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { type RunningProcess, type RunningServer, upstream } from "../support/servers.js";

const plain = Buffer.from("some text ".repeat(1_000));
const coded: Readonly<Record<string, Uint8Array>> = {
  gzip: gzipSync(plain),
  "x-gzip": gzipSync(plain),
  br: brotliCompressSync(plain),
  "gzip, br": brotliCompressSync(gzipSync(plain)),
  zstd: Buffer.from("in truth, anything"),
};

let system: RunningServer;
let app: RunningProcess;
/** The fields `Accept-Encoding` and `Range` that the system has got. */
let asked: (readonly [coding: string | undefined, range: string | undefined])[] = [];

beforeAll(async () => {
  system = await upstream(({ method, url = "", headers }, response) => {
    asked.push([headers["accept-encoding"] as string | undefined, headers.range]);
    const [path = "", query] = url.split("?");
    const coding = decodeURIComponent(path.slice(1));
    const content = coded[coding] ?? plain;
    const fields: Record<string, string> = {
      "content-type": "text/plain",
      "content-length": `${content.byteLength}`,
      "content-digest": "sha-256=:YQ==:",
      "cache-control": "max-age=60",
      etag: '"1"',
    };
    if (coding in coded) fields["content-encoding"] = coding;
    if (query?.startsWith("vary=")) fields.vary = decodeURIComponent(query.slice(5));
    if (headers.range !== undefined) {
      const part = content.subarray(0, 10);
      response.writeHead(206, {
        ...fields,
        "content-length": "10",
        "content-range": `bytes 0-9/${content.length}`,
      });
      response.end(part);
    } else if (query === "same") {
      response.writeHead(304, { etag: '"1"', "content-encoding": coding }).end();
    } else {
      response.writeHead(200, fields).end(method === "HEAD" ? undefined : content);
    }
  });
  const proxy = (more = "", options = "") =>
    `<proxy-request>{ "origin": {{ $env/SYSTEM }}, "stripEndpoint": true ${more}, "options": { ${options} } }</proxy-request>`;
  const out = await built(
    apiFiles({
      "/proxy/**": proxy(),
      "/guarded/**": proxy("", `"retries": 1`),
      "/read/**": `${proxy()}<eval out="$length">string-length(content())</eval><set-response-headers>{ "X-Length": {{ $length }} }</set-response-headers>`,
      "/cached/**": proxy("", `"use-http-cache": true`),
      "/shared/**": proxy("", `"share": true`),
      "/own/**": proxy(`, "headers": { "Accept-Encoding": "identity" }`),
    }),
  );
  app = await served(out, { SYSTEM: system.url });
});
afterAll(async () => {
  await app.stop();
  await system.stop();
});
beforeEach(() => {
  asked = [];
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

async function ask(path: string, accepted?: string, fields = {}, method = "GET"): Promise<Answer> {
  const headers = { ...(accepted !== undefined && { "accept-encoding": accepted }), ...fields };
  const sent = httpRequest(`${app.url}/t/${path}`, { method, headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) };
}

const encoded = (coding: string) => encodeURIComponent(coding);

describe("goes to a client that takes it", () => {
  test.each([
    ["gzip", "gzip"],
    ["gzip", "deflate, GZIP;q=0.5"],
    ["gzip", "x-gzip"],
    ["x-gzip", "gzip"],
    ["br", "gzip, deflate, br, zstd"],
    ["br", "*"],
    ["gzip, br", "br, gzip"],
    ["zstd", "gzip"], // nobody here can take it off
  ])("%s to one with Accept-Encoding: %s", async (coding, accepted) => {
    for (const way of ["proxy", "guarded"]) {
      const { headers, body } = await ask(`${way}/${encoded(coding)}`, accepted);
      expect(body.equals(coded[coding] as Uint8Array)).toBe(true);
      expect(headers).toMatchObject({
        "content-encoding": coding,
        "content-length": `${body.length}`,
        "content-digest": "sha-256=:YQ==:",
        etag: '"1"',
      });
      if (coding !== "zstd") expect(headers.vary).toBe("Accept-Encoding");
    }
    expect(asked).toEqual([
      [accepted, undefined],
      [accepted, undefined],
    ]);
  });

  test("also without the content: HEAD, and what has not changed", async () => {
    const { headers } = await ask("proxy/gzip", "gzip", {}, "HEAD");
    expect(headers).toMatchObject({ "content-encoding": "gzip", "content-length": `${coded.gzip?.length}` });
    const same = await ask("proxy/gzip?same", "gzip", { "if-none-match": '"1"' });
    expect([same.status, same.headers.etag, same.headers["content-encoding"]]).toEqual([304, '"1"', "gzip"]);
  });

  test("in parts", async () => {
    for (const accepted of ["gzip", "br"]) {
      const { status, headers, body } = await ask("proxy/gzip", accepted, { range: "bytes=0-9" });
      expect([status, headers["content-encoding"], headers["content-range"]]).toEqual([
        206,
        "gzip",
        `bytes 0-9/${coded.gzip?.length}`,
      ]);
      expect(body.equals((coded.gzip as Uint8Array).subarray(0, 10))).toBe(true);
    }
  });
});

describe("loses its coding", () => {
  const usual = "gzip, deflate";

  test.each<readonly [string, string, string, string | undefined, string]>([
    ["a client that says nothing", "proxy", "gzip", undefined, usual],
    ["a client that takes none", "proxy", "gzip", "identity", usual],
    ["a client that takes nothing", "proxy", "gzip", "gzip;q=0, br;q=0.000", usual],
    ["a client that takes another one", "proxy", "br", "gzip", "gzip"],
    ["a client that takes one of two", "proxy", "gzip, br", "br", "br"],
    ["a client that refuses one of all", "proxy", "gzip", "*, gzip;q=0", "*, gzip;q=0"],
    ["a client whose weight is none", "proxy", "gzip", "gzip;q=x, br", "gzip;q=x, br"],
    ["a flow that reads the content", "read", "gzip", "gzip", usual],
    ["the cache", "cached", "gzip", "gzip", usual],
    ["a flow that asks itself", "own", "gzip", "gzip", "identity"],
  ])("for %s", async (_, way, coding, accepted, asks) => {
    const { headers, body } = await ask(`${way}/${encoded(coding)}`, accepted);
    expect(body.equals(plain)).toBe(true);
    expect(headers).toMatchObject({ etag: 'W/"1"', vary: "Accept-Encoding" });
    for (const name of ["content-encoding", "content-digest"]) expect(headers).not.toHaveProperty(name);
    expect(asked).toEqual([[asks, undefined]]);
  });

  test("which a part cannot: those who take none ask for the plain content", async () => {
    await ask("proxy/plain", undefined, { range: "bytes=0-9" });
    expect(asked).toEqual([["identity", "bytes=0-9"]]);
  });

  test("also without the content", async () => {
    const { headers } = await ask("proxy/gzip", undefined, {}, "HEAD");
    for (const name of ["content-encoding", "content-length"]) expect(headers).not.toHaveProperty(name);
    expect(headers.etag).toBe('W/"1"');
  });
});

test("clients that take different codings share no response", async () => {
  const clients = ["gzip", "gzip", undefined, undefined];
  const answers = await Promise.all(clients.map((accepted) => ask("shared/gzip", accepted)));
  expect(answers.map(({ headers }) => headers["content-encoding"])).toEqual([
    "gzip",
    "gzip",
    undefined,
    undefined,
  ]);
  for (const [index, content] of [coded.gzip, coded.gzip, plain, plain].entries())
    expect(answers[index]?.body.equals(content as Uint8Array)).toBe(true);
});

test("content without a coding stays as it is", async () => {
  for (const accepted of [undefined, "gzip"]) {
    const { headers, body } = await ask("proxy/plain", accepted);
    expect([headers.etag, headers.vary, headers["content-length"]]).toEqual([
      '"1"',
      undefined,
      `${plain.length}`,
    ]);
    expect(body.equals(plain)).toBe(true);
  }
});

test.each([
  ["Origin", "Origin, Accept-Encoding"],
  ["Origin, accept-encoding", "Origin, accept-encoding"],
  ["*", "*"],
])("Vary: %s becomes %s", async (vary, told) => {
  for (const accepted of [undefined, "gzip"])
    expect((await ask(`proxy/gzip?vary=${encoded(vary)}`, accepted)).headers.vary).toBe(told);
});
