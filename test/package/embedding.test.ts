/** Generated modules in an app of somebody's own, with the runtime alone: what docs/embedding.md says. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { listFiles, repository, run } from "../support/project.js";

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
  expect(await installed.flowc("init", "flows")).toMatchObject({ code: 0 });
  expect(await installed.flowc("build", "flows", "-o", "gen")).toMatchObject({ code: 0 });
  // Without the command line and the compiler, nothing of them can be loaded.
  for (const room of ["bin", "compiler"])
    rmSync(join(installed.project, "node_modules/flowc/dist", room), { recursive: true });
  const page = readFileSync(join(repository, "docs/embedding.md"), "utf8");
  const [, example = ""] = /^```ts example\n([\s\S]*?)^```$/m.exec(page) ?? [];
  expect(example).toContain("flows.fetch");
  writeFileSync(join(installed.project, "server.ts"), example);
  writeFileSync(join(installed.project, "ask.ts"), ask);
});
afterAll(() => installed.remove());

const ask = `
import app from "./server.js";
for (const path of ["/version", "/api/hello?name=Ada", "/api/nowhere", "/elsewhere"]) {
  const response = await app.request(path);
  console.log(response.status, await response.text());
}
`;

const answers = [
  '200 {"version":7}',
  '200 {"greeting":"Hello, Ada!"}',
  '400 {"message":"Input Validation Failed","details":["Path /api/nowhere not found."]}',
  "404 404 Not Found",
  "",
];

test("bundled with the runtime, flows answer their paths, and need nothing installed", async () => {
  const { metafile } = await build({
    entryPoints: ["ask.ts"],
    absWorkingDir: installed.project,
    outfile: "bundle/ask.mjs",
    bundle: true,
    platform: "node",
    format: "esm",
    metafile: true,
    logLevel: "silent",
  });
  const bytes = Object.values(metafile.outputs)[0]?.bytes ?? 0;
  expect(bytes).toBeLessThan(400_000);
  const bundle = readFileSync(join(installed.project, "bundle/ask.mjs"), "utf8");
  expect([...bundle.matchAll(/from "([^"]+)"/g)].map(([, name]) => name)).toEqual([]);
  expect(
    (await run([join(installed.project, "bundle/ask.mjs")], installed.project)).stdout.split("\n"),
  ).toEqual(answers);
});

test("not bundled, Node finds the runtime and what that needs", async () => {
  await build({
    entryPoints: [
      "ask.ts",
      "server.ts",
      ...listFiles(join(installed.project, "gen"))
        .filter((path) => /(?<!\.d)\.ts$|^schemas\/.*\.js$/.test(path))
        .map((path) => `gen/${path}`),
    ],
    absWorkingDir: installed.project,
    outdir: "plain",
    outbase: ".",
    format: "esm",
    logLevel: "silent",
  });
  const { stdout, stderr } = await run([join(installed.project, "plain/ask.js")], installed.project);
  expect(stdout.split("\n"), stderr).toEqual(answers);
});

test("all entries of the runtime that run on Node find what they need", async () => {
  const rooms = listFiles(join(installed.project, "node_modules/flowc/dist/runtime")).flatMap(
    (path) => /^(?!index\.)([^/]+)\.js$/.exec(path)?.[1] ?? [],
  );
  expect(rooms).toEqual(expect.arrayContaining(["jwt", "ldap", "cache", "saxon", "html", "xml-security"]));
  const entries = ["flowc/runtime", ...rooms.map((room) => `flowc/runtime/${room}`)];
  const lines = entries.map((name) => `await import(${JSON.stringify(name)});\n`);
  writeFileSync(join(installed.project, "entries.mjs"), lines.join(""));
  expect(await run([join(installed.project, "entries.mjs")], installed.project)).toMatchObject({
    code: 0,
    stderr: "",
  });
});
