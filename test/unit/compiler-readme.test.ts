/** The flow that compiler/README.md follows goes through the phases as the page says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { analyse } from "../../compiler/analyse/program.js";
import { factsOf } from "../../compiler/constructs/actions/facts.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { load } from "../../compiler/load/index.js";
import { Files } from "../../compiler/source/files.js";
import { treeOf } from "../../compiler/syntax/flow-summary.js";
import { actionsOf } from "../../compiler/syntax/statements.js";
import { compileFiles, inputOf } from "../support/compile.js";
import { repository } from "../support/project.js";

const page = readFileSync(join(repository, "compiler/README.md"), "utf8");

function excerpt(info: string): string {
  const start = page.indexOf(`\n\`\`\`${info}\n`);
  expect(start, info).toBeGreaterThan(0);
  const begin = start + info.length + 5;
  return page.slice(begin, page.indexOf("```", begin));
}

const json = (info: string): object => JSON.parse(excerpt(`json ${info}`)) as object;

const files = { "swagger.yaml": excerpt("yaml"), "order.xml": excerpt("xml") };

test("the trees and facts are those of the page", () => {
  const reporter = new Reporter();
  const app = load(new Files(inputOf(files)), language, reporter);
  if (app === undefined) throw new Error("The app of the page was not loaded.");
  const actions = [...actionsOf(treeOf(app.flows.get("order.xml"))?.statements ?? [])];
  const error = actions.find(({ element }) => element === "error");
  if (error === undefined) throw new Error("The flow of the page has no error.");
  expect(error).toMatchObject(json("statement"));
  expect(factsOf(error)).toMatchObject(json("facts"));
  const { dataFlow, templates } = analyse(app, reporter);
  const reads = [...dataFlow.variables].filter(([{ name }]) => name === "id");
  expect(reads.map(([, { type }]) => type)).toEqual(["number", "number"]);
  expect([...templates.values()].at(-1)).toMatchObject(json("template"));
  expect(reporter.sorted()).toEqual([]);
});

test("the module is that of the page", async () => {
  const { modules } = await compileFiles(files);
  expect(modules.find(({ path }) => path.startsWith("endpoints/"))?.text).toBe(excerpt("ts module"));
});

test("the files that the page names exist", () => {
  const names = [...page.matchAll(/`((?:\.\.\/)?(?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  const exists = (name: string) =>
    ["", "compiler/"].some((folder) => {
      try {
        return readFileSync(join(repository, folder, name), "utf8") !== "";
      } catch {
        return false;
      }
    });
  expect(
    names.filter((name) => !name.startsWith("endpoints/") && !name.includes("<") && !exists(name)),
  ).toEqual([]);
});
