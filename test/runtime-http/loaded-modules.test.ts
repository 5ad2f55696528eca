import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { built, served } from "../support/served.js";

/** Writes, when it is asked to end, which of Node's modules the process has loaded. */
const preload = `process.prependListener("SIGTERM", () =>
  require("node:fs").writeFileSync("modules.txt", process.moduleLoadList.join("\\n")))`;

test("up to its first response, a server loads nothing that only globals of the Web need", async () => {
  const out = await built({
    "swagger.yaml": 'swagger: "2.0"\npaths: { /: { get: { x-flow: flow.xml } } }',
    "flow.xml": `<flow><template>{ "a": 1 }</template></flow>`,
  });
  writeFileSync(join(out, "preload.cjs"), preload);
  writeFileSync(join(out, "package.json"), "{}"); // as in a container: Node's loader of ES modules needs such modules
  const server = await served(out, { NODE_OPTIONS: "--require=./preload.cjs" });
  const response = await fetch(server.url);
  expect(await response.json()).toEqual({ a: 1 });
  await server.end();
  const modules = readFileSync(join(out, "modules.txt"), "utf8").split("\n");
  expect(modules).toContain("NativeModule _http_server");
  const names = ["internal/webstreams/readablestream", "internal/crypto/webcrypto", "http2", "zlib"];
  for (const name of names) expect(modules).not.toContain(`NativeModule ${name}`);
});
