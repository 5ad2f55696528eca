/** `flowc dev`: where it listens, what the app's environment is, and how it ends. */
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { appOf, describing } from "../commands/app.js";
import { scratchDirectory } from "../support/compile.js";
import { flowc } from "../support/project.js";
import { onFreePort } from "../support/servers.js";
import { DevServer } from "./support/dev-server.js";

const asking = '<flow><template>{ "a": {{ $env/A_NAME }}, "b": {{ $env/B_NAME }} }</template></flow>';
const app = { "swagger.yaml": describing({ "/a": "a.xml" }), "a.xml": asking };

const answer = async (server: DevServer): Promise<unknown> => (await fetch(`${server.app}/api/a`)).json();

describe("the environment of the app", () => {
  test("comes from .env files, over which the process goes, and is read again", async () => {
    const server = await DevServer.start({
      files: { ...app, ".env": 'A_NAME="from file"\nB_NAME=file', ".env.local": "B_NAME='local'\nC=1" },
      env: { C: "process" },
    });
    expect(await answer(server)).toEqual({ a: "from file", b: "local" });
    server.write(".env", "A_NAME=changed");
    await server.until(/The environment has changed: the app has started again/);
    expect(await answer(server)).toEqual({ a: "changed", b: "local" });
    writeFileSync(join(dirname(server.directory), ".env"), "B_NAME=less\nA_NAME=less");
    server.write(".env.local", "");
    // The files are looked at one by one.
    await expect.poll(() => answer(server)).toEqual({ a: "changed", b: "less" });
    expect(server.text).not.toContain("from file");
  });

  test("what the process has goes over files, and --upstream over both", async () => {
    const server = await DevServer.start({
      files: { ...app, ".env": "A_NAME=file\nB_NAME=file" },
      env: { A_NAME: "process", B_NAME: "process" },
      args: ["--upstream", "B_NAME=http://127.0.0.1:9/x", "--upstream", "D=https://d.test"],
    });
    expect(await answer(server)).toEqual({ a: "process", b: "http://127.0.0.1:9/x" });
  });
});

/** A program that writes its environment to a file, and where that is. */
function program(name: string) {
  const [path, out] = [join(scratchDirectory("programs"), name), join(scratchDirectory("programs"), "out")];
  const code = `const fs = process.getBuiltinModule("node:fs");
fs.writeFileSync(${JSON.stringify(`${out}.part`)}, JSON.stringify(process.env));
fs.renameSync(${JSON.stringify(`${out}.part`)}, ${JSON.stringify(out)});`;
  writeFileSync(path, `#!${process.execPath}\n${code}\n`, { mode: 0o755 });
  return { path, hasRun: () => existsSync(out), environment: () => JSON.parse(readFileSync(out, "utf8")) };
}

test("files set what the app reads, and nothing of flowc or of the programs that it starts", async () => {
  const [own, theirs, compiler] = [program("code"), program("code"), program("esbuild")];
  const cache = join(scratchDirectory("cache"), "chosen");
  const names = ["HOST", "PORT", "FLOWC_CACHE_DIR", "ESBUILD_BINARY_PATH", "NODE_OPTIONS", "NO_COLOR"];
  const server = await DevServer.start({
    files: {
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": `<flow><template>[ {{ $env/FLOWC_EDITOR }}, {{ $env/HOST }} ]</template></flow>`,
      ".env": [
        ...["HOST=::", "PORT=1", "A_NAME=app", "NODE_OPTIONS=--no-such-option", "FLOW_MAX_HEAD_BYTES=2000"],
        ...[`FLOWC_EDITOR=${theirs.path}`, `VISUAL=${theirs.path}`, `EDITOR=${theirs.path}`],
        ...[`ESBUILD_BINARY_PATH=${compiler.path}`, `FLOWC_CACHE_DIR=${cache}`, `XDG_CACHE_HOME=${cache}`],
      ].join("\n"),
    },
    env: {
      ...Object.fromEntries(names.map((name) => [name, undefined])),
      FLOWC_EDITOR: own.path,
      XDG_CACHE_HOME: scratchDirectory("cache"), // so that esbuild has to run
    },
  });
  expect(new URL(server.app).hostname).toBe("127.0.0.1");
  expect(await answer(server)).toEqual([own.path, "::"]);
  // Limits of the server are settings of the app.
  expect((await fetch(`${server.app}/api/a`, { headers: { x: "x".repeat(3000) } })).status).toBe(431);
  await server.api("/open", "POST", { file: "a.xml", line: 1, column: 1 });
  await vi.waitFor(() => expect(own.hasRun()).toBe(true), 20_000);
  const environment = own.environment();
  expect([environment.A_NAME, environment.HOST, environment.NODE_OPTIONS]).toEqual(Array(3).fill(undefined));
  expect([theirs.hasRun(), compiler.hasRun(), existsSync(cache)]).toEqual([false, false, false]);
  expect(server.text).not.toMatch(/\bflowc:/);
});

describe("the address", () => {
  test("is PORT, and the workbench has the next one, or one that is free", async () => {
    await onFreePort(async (port) => {
      const blocked = createServer().listen(port + 1, "127.0.0.1");
      onTestFinished(() => void blocked.close());
      await once(blocked, "listening");
      const server = await DevServer.start({ files: app, args: ["--port", String(port)] });
      expect(server.app).toBe(`http://127.0.0.1:${port}`);
      expect(server.page).not.toBe(`http://127.0.0.1:${port + 1}`);
      expect((await server.state()).build.isGood).toBe(true);
    });
  });

  test("that another program has is said, and nothing is left running", async () => {
    const server = await DevServer.start({ files: app });
    const { port } = new URL(server.app);
    const { code, stdout, stderr } = await flowc("dev", server.directory, "--port", port);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `flowc: Another program listens on port ${port} of 127.0.0.1. Choose another one with --port or PORT.\n`,
    );
  });
});

describe("wrong usage", () => {
  test.each([
    [["--port", "70000"], /whole number from 0 to 65535/],
    [["--upstream", "X"], /NAME=URL/],
    [["--upstream", "X=ftp://a"], /NAME=URL/],
    [["--https-key", "k.pem"], /--https-key and --https-cert belong together/],
    [["--https-key", "k.pem", "--https-cert", "c.pem"], /k\.pem cannot be read/],
  ])("%j exits with 2", async (args, message) => {
    const { code, stderr } = await flowc("dev", appOf("dev-usage", app), ...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test("a directory that is not there exits with 2", async () => {
    expect(await flowc("dev", "nowhere")).toMatchObject({
      code: 2,
      stderr: "flowc: nowhere is not a directory.\n",
    });
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends it in order", async (signal) => {
  const server = await DevServer.start({ files: app });
  const page = await fetch(`${server.page}/api/events`); // a page that stays open
  expect(page.status).toBe(200);
  expect(await server.stop(signal)).toBe(0);
});
