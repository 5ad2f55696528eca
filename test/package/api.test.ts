/** The examples of docs/api.md and docs/embedding.md, in a project that has flowc installed: types, and what they print. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { repository, run } from "../support/project.js";

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage(["@types/node", "undici-types"]);
  expect(await installed.flowc("init", "flows")).toMatchObject({ code: 0 });
});
afterAll(() => installed.remove());

const examples = [
  ...readFileSync(join(repository, "docs/api.md"), "utf8").matchAll(
    /^```ts example\n([\s\S]*?)^```\n\n```text output\n([\s\S]*?)^```$/gm,
  ),
].map(([, code = "", output = ""], index) => ({ name: `example${index}`, code, output }));

test("every example says what it prints", () => {
  const page = readFileSync(join(repository, "docs/api.md"), "utf8");
  expect(examples).toHaveLength(page.match(/^```ts/gm)?.length ?? 0);
  expect(examples.length).toBeGreaterThan(5);
});

test("the examples have right types", async () => {
  const files = examples.map(({ name, code }) => {
    writeFileSync(join(installed.project, `${name}.ts`), code);
    return `${name}.ts`;
  });
  const options = "--ignoreConfig --strict --noEmit --module nodenext --target es2023 --types node";
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  // Without --skipLibCheck, the declarations of flowc itself are checked, too.
  expect(await run([tsc, ...options.split(" "), ...files], installed.project)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

test.each(examples)("$name prints what the page says", async ({ name, code, output }) => {
  const module = join(installed.project, `${name}.mjs`);
  writeFileSync(module, (await transform(code, { loader: "ts", target: "node20" })).code);
  expect(await run([module], installed.project)).toEqual({ code: 0, stdout: output, stderr: "" });
});

test("a directory that is not there is an error, and mistakes in flows are results", async () => {
  const module = join(installed.project, "faults.mjs");
  const program = `
    import { build, compile, readDirectory, test } from "flowc";
    const messageOf = (error) => error.message;
    console.log(await test("nowhere").catch(messageOf));
    console.log(await test("flows", { files: ["none.xml"] }).catch(messageOf));
    try { readDirectory("package.json"); } catch (error) { console.log(error.message); }
    const flows = readDirectory("flows");
    const broken = { ...flows, read: (path) => path === "hello.xml" ? "<flow><eval/></flow>" : flows.read(path) };
    const built = await build(broken);
    const compiled = await compile(broken);
    console.log(built.isOk, built.files.length, built.findings.map(({ severity }) => severity)[0]);
    console.log(compiled.isOk, compiled.modules.length, compiled.findings[0].place.file);
  `;
  writeFileSync(module, program);
  expect((await run([module], installed.project)).stdout.split("\n")).toEqual([
    "nowhere is not a directory.",
    "There is no file none.xml in flows.",
    "package.json is not a directory.",
    "false 0 error",
    "false 0 hello.xml",
    "",
  ]);
});
