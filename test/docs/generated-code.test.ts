/** "Reading the generated code": the page shows what the build writes, and explains each name in it, and those that are met most. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/index.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { compileFiles } from "../support/compile.js";
import { repository } from "../support/project.js";

const page = readFileSync(join(repository, "docs/generated-code.md"), "utf8");
const sections = [
  ...page.matchAll(/^## (.+)$[\s\S]*?```xml\n([\s\S]*?)```\s+```ts\n([\s\S]*?)```([\s\S]*?)(?=^## )/gm),
].map(([, title = "", flow = "", code = "", rest = ""]) => ({ title, flow, code, rest }));

const api = JSON.stringify({
  swagger: "2.0",
  basePath: "/api",
  paths: { "/orders/{id}/{kind}": { post: { "x-flow": "order.xml" } } },
});
const check = `<flow><error if="$request/headers/x-key != 'k'" status="403"/></flow>`;

async function generated(flow: string) {
  const files = {
    "swagger.yaml": api,
    "order.xml": flow,
    ...(flow.includes("check.xml") && { "check.xml": check }),
  };
  const { modules, diagnostics } = await compileFiles(files);
  const module = modules.find(({ path }) => path.startsWith("endpoints/"));
  return { module, errors: diagnostics.filter(({ severity }) => severity === "error") };
}

/** Without the places, and with one blank for any. */
const plain = (code: string): string =>
  code
    .replace(/\/\/ \S+:\d+:\d+ .*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();

const tables = sections.map(({ rest }) => rest).join("\n");
const told = new Set(
  [...tables.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  ),
);

describe.each(sections)("$title", ({ flow, code }) => {
  test("is what the build writes", async () => {
    const { module, errors } = await generated(flow);
    expect(errors).toEqual([]);
    expect(plain(module?.text ?? "")).toContain(plain(code));
  });

  test("has no name that is not explained", async () => {
    const { module } = await generated(flow);
    const names = [...(module?.imports?.get("flowc/runtime") ?? [])];
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !told.has(name))).toEqual([]);
  });
});

test("explains the names that are met most, and no more than 25", async () => {
  const counts = new Map<string, number>();
  for (const app of ["petstore", "aggregator", "library"]) {
    const { modules } = await compile(readDirectory(join(repository, "fixtures", app), undefined));
    for (const { path, imports } of modules)
      if (path.startsWith("endpoints/"))
        for (const name of imports?.get("flowc/runtime") ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const often = [...counts].flatMap(([name, count]) => (count > 8 ? name : []));
  expect(often.length).toBeGreaterThan(6);
  expect(often.filter((name) => !told.has(name))).toEqual([]);
  expect(told.size).toBeGreaterThanOrEqual(20);
  expect(told.size).toBeLessThanOrEqual(25);
});
