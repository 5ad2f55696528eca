/** Apps with keys and signed XML, as `node server.js` runs them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Session } from "../compiler/session/session.js";
import { compileFiles, type Files, inputOf, scratchDirectory, writeFiles } from "./support/compile.js";
import { bare, certificate, rsa } from "./support/keys.js";
import { repository, tscStrict } from "./support/project.js";
import { apiFiles } from "./support/samples.js";
import { served } from "./support/served.js";
import type { RunningProcess } from "./support/servers.js";

const document = (name: string): string =>
  readFileSync(join(repository, "test/xml-security", `${name}.xml`), "utf8");

/** `server.js` and its map. */
async function bundled(files: Files): Promise<{ readonly code: string; readonly map: string }> {
  const { files: made } = await new Session().build(inputOf(files));
  const text = (name: string) => made.find(({ path }) => path === name)?.text ?? "";
  return { code: text("server.js"), map: text("server.js.map") };
}

const flow = `
  <eval out="$signature">calc-signature("data", $env/KEY)</eval>
  <eval out="$signed">xml-parse(string($body/json/signed))</eval>
  <eval out="$encrypted">xml-parse(string($body/json/encrypted))</eval>
  <template>
  [
    {{ verify-signature($signature, "data", $env/CERTIFICATE) }},
    {{ decrypt(encrypt("data", $env/CERTIFICATE), $env/KEY) }},
    {{ verify-xmldsig($signed) }},
    {{ decrypt-xml($encrypted, $env/KEY) }},
    {{ string($encrypted//*[local-name() = "number"]) }}
  ]
  </template>`;

describe("server.js with all of them", () => {
  const files = apiFiles({ "/x": flow });
  let server: RunningProcess;
  let made: Awaited<ReturnType<typeof bundled>>;

  beforeAll(async () => {
    made = await bundled(files);
    const directory = scratchDirectory("keys-bundle");
    writeFiles(directory, [{ path: "server.js", text: made.code }]);
    server = await served(directory, { KEY: bare(rsa), CERTIFICATE: certificate });
  });

  test("runs alone", async () => {
    const body = { signed: document("signed-by-id"), encrypted: document("encrypted-content") };
    const response = await server.get("/t/x", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toStrictEqual([true, "data", true, true, "4111 & 1"]);
  });

  test("is made of strict TypeScript", async () => {
    const { modules } = await compileFiles(files);
    const directory = scratchDirectory("keys-strict");
    writeFiles(directory, modules);
    expect(await tscStrict(directory)).toBe("");
  });

  test("notes the licences of what it contains", () => {
    const noted = [...made.code.matchAll(/^\/\/ Contains (\S+) \((.*)\)$/gm)].map(([, name, terms]) => [
      name,
      terms,
    ]);
    expect(noted).toContainEqual(["xml-crypto", "MIT; Copyright (c) Yaron Naveh <yaronn01@gmail.com>"]);
    expect(noted.map(([name]) => name)).toStrictEqual([
      "hono",
      "@xmldom/is-dom-node",
      "@xmldom/xmldom",
      "xml-crypto",
      "xml-encryption",
      "xpath",
    ]);
  });

  test("tells no path of the machine, and has the sources of packages in the map", () => {
    const { sources } = JSON.parse(made.map) as { readonly sources: readonly string[] };
    expect(sources).toContain("node_modules/xpath/xpath.js");
    expect(sources.filter((source) => /^\/|\.\.|:/.test(source))).toStrictEqual([]);
    for (const text of [made.code, made.map]) expect(text).not.toContain(repository);
  });
});

test("an app that only signs has no library for XML in it", async () => {
  const { code } = await bundled(
    apiFiles({ "/x": `<template>{{ calc-signature("data", $env/KEY) }}</template>` }),
  );
  expect(code).not.toMatch(/xmldom|xpath/);
  expect(code.length).toBeLessThan(179_000);
});
