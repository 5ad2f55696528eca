/** Commands for `curl` that the page shows: a shell runs each, and the request that arrives is the one that was shown. */
import { execFile, execFileSync } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RequestToSend } from "../../../bin/commands/dev/api.js";
import { curlCommand } from "../../../bin/commands/dev/page/replay/curl.js";
import { type Need, needing } from "../../support/needs.js";

const curlNeed: Need = { name: "curl, and a POSIX shell", isThere: hasCurl() };

function hasCurl(): boolean {
  try {
    execFileSync("sh", ["-c", "curl --version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

interface Arrived {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly fields: readonly string[];
  readonly body: Buffer;
}

/** Runs the command in a shell, and returns what arrived. */
async function arrived(request: RequestToSend): Promise<Arrived> {
  const requests: Arrived[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method, url: target, rawHeaders: fields } = incoming;
    requests.push({ method, target, fields, body: Buffer.concat(chunks) });
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const app = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const command = curlCommand(app, request).replaceAll("curl ", "curl --silent --show-error ");
  await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, no_proxy: "*" } });
  const [first] = requests;
  if (first === undefined || requests.length !== 1) throw new Error(`${requests.length} requests arrived`);
  return first;
}

const fieldsOf = ({ fields }: Arrived, name: string): readonly string[] =>
  fields.filter((_, index) => index % 2 === 1 && fields[index - 1]?.toLowerCase() === name);

const hostile = "'; touch /tmp/x; ' $(id) `id` \\ \" ! * ~ # & | < > %s %n";

describe("a command for curl", needing(curlNeed), () => {
  test("is short for a simple request", () => {
    const request = { method: "GET", target: "/api/users?page=2", fields: [], body: undefined };
    expect(curlCommand("http://127.0.0.1:8080", request)).toBe(
      "curl --globoff --path-as-is 'http://127.0.0.1:8080/api/users?page=2'",
    );
  });

  test.each(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PURGE"])(
    "sends %s",
    async (method) => {
      const got = await arrived({ method, target: "/a", fields: [], body: undefined });
      expect([got.method, got.target, got.body.length]).toEqual([method, "/a", 0]);
    },
  );

  test.each(["/a/../b/./c", "/a?x[]=1&y={z}&q=$HOME", "/'%27;id", "/a?b='\"`id`$(id)\\"])(
    "sends the target %s as it is",
    async (target) => {
      expect((await arrived({ method: "GET", target, fields: [], body: undefined })).target).toBe(target);
    },
  );

  test("sends header fields as they are, empty ones and repeated ones too", async () => {
    const fields = [
      ["x-hostile", hostile],
      ["x-empty", ""],
      ["x-at", "@/etc/hostname"],
      ["x-twice", "1"],
      ["x-twice", "2"],
    ] as const;
    const got = await arrived({ method: "GET", target: "/", fields, body: undefined });
    expect(["x-hostile", "x-empty", "x-at", "x-twice"].map((name) => fieldsOf(got, name))).toEqual([
      [hostile],
      [""],
      ["@/etc/hostname"],
      ["1", "2"],
    ]);
  });

  test.each([hostile, "@/etc/hostname", '{ "a": "it\'s" }\n\n', "", "-d x", "two\r\nlines", "ÄÖÜ 中文 😀"])(
    "sends the body %j as it is",
    async (body) => {
      const got = await arrived({ method: "POST", target: "/", fields: [["content-type", "text/x"]], body });
      expect([got.method, got.body.toString(), fieldsOf(got, "content-type")]).toEqual([
        "POST",
        body,
        ["text/x"],
      ]);
    },
  );

  test("adds no media type to a body that had none", async () => {
    const got = await arrived({ method: "PUT", target: "/", fields: [], body: "a=b" });
    expect([got.method, fieldsOf(got, "content-type")]).toEqual(["PUT", []]);
  });

  test("sends bytes that are no text", async () => {
    const bytes = Buffer.from([0, 255, 10, 39, 13, 128]);
    const request = {
      method: "POST",
      target: "/",
      fields: [],
      body: bytes.toString("base64"),
      isBase64: true,
    };
    expect((await arrived(request)).body).toEqual(bytes);
  });

  test("sends a text in its character set", async () => {
    const request = { method: "POST", target: "/", fields: [], body: "ж", charset: "koi8-r" };
    expect((await arrived(request)).body).toEqual(Buffer.of(0xd6));
  });
});
