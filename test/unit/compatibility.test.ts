/** docs/compatibility.md: each feature has a status, and nothing counts as done without a proof that names it. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { actions } from "../../compiler/constructs/actions/index.js";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { listFiles, repository } from "../support/project.js";

interface Row {
  readonly section: string;
  readonly feature: string;
  readonly status: string;
  /** Files and directories of the repository. */
  readonly proofs: readonly string[];
  readonly remark: string;
}

const codeSpans = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);

const page = readFileSync(join(repository, "docs/compatibility.md"), "utf8");

const rows: readonly Row[] = page.split("\n## ").flatMap((section) =>
  [...section.matchAll(/^\| (.+?) \| (done|partly|not) \| (.*?) ?\| (.*?) ?\|$/gm)].map(
    ([, feature = "", status = "", proofs = "", remark = ""]) => ({
      section: section.slice(0, section.indexOf("\n")),
      feature,
      status,
      proofs: codeSpans(proofs),
      remark,
    }),
  ),
);

const inSection = (title: string) => rows.filter(({ section }) => section === title);

/** The text of a file, or of all files of a directory with their names; of an app of fixtures/ its exchanges, too. */
function textOf(path: string): string {
  const place = join(repository, path);
  if (!statSync(place).isDirectory()) return readFileSync(place, "utf8");
  const texts = listFiles(place).map((file) => `${file}\n${readFileSync(join(place, file), "utf8")}`);
  const app = /^fixtures\/(\w+)$/.exec(path)?.[1];
  if (app !== undefined) texts.push(textOf(`test/support/exchanges/${app}.ts`));
  return texts.join("\n");
}

/** Text with the names of flowc in the place of the original ones. */
const renamed = (text: string): string =>
  text.replaceAll("x-flat-flow", "x-flow").replaceAll("x-flat-", "x-flow-").replaceAll("FLAT_", "FLOW_");

/** A feature's name as it is used: without what stands for anything, and what may stand elsewhere. */
const inUse = (code: string): string => code.replace(/[\s>/(){}…]+$|<\w+>$/g, "");

test("every row of the tables is read, and there once", () => {
  // Tables of decisions are written from their catalogue.
  const others = /^\| (?:Feature \||Decision \||\[?D-[A-Z]+-\d\d)/;
  const lines = page.split("\n").filter((line) => /^\| .*\|$/.test(line) && !others.test(line));
  // The first table tells what a status means.
  expect(rows).toHaveLength(lines.length - 4);
  const features = rows.map(({ section, feature }) => `${section}: ${feature}`);
  expect(features).toEqual([...new Set(features)]);
});

test.each(rows.filter(({ status }) => status !== "done"))("$section: $feature is explained", ({ remark }) => {
  expect(remark).not.toBe("");
});

test.each(rows.filter(({ status }) => status !== "not"))(
  "$section: $feature has proofs that name it",
  ({ feature, proofs }) => {
    expect(proofs).not.toEqual([]);
    for (const path of proofs) {
      expect(path).toMatch(/^(fixtures|test|docs\/language)\//);
      expect(existsSync(join(repository, path)), path).toBe(true);
    }
    const text = renamed(proofs.map(textOf).join("\n"));
    expect(codeSpans(feature).filter((code) => !text.includes(inUse(code)))).toEqual([]);
  },
);

describe("an app of fixtures/ uses", () => {
  const apps = renamed(textOf("fixtures"));

  test.each([...actions.keys()])("<%s>", (name) => {
    expect(apps).toMatch(new RegExp(`<${name}[\\s/>]`));
  });

  const extensions = inSection("API description")
    .filter(({ status }) => status === "done")
    .flatMap(({ feature }) => codeSpans(feature))
    .filter((code) => code.startsWith("x-flow"));

  test.each([...new Set(extensions)])("%s", (name) => {
    expect(apps).toMatch(new RegExp(`^ *${name}:`, "m"));
  });
});

describe("what flowc compiles is not said to be missing", () => {
  const statuses = (title: string): ReadonlyMap<string, string> =>
    new Map(inSection(title).map(({ feature, status }) => [codeSpans(feature)[0] ?? "", status]));

  test.each([...actions.keys()])("<%s>", (name) => {
    expect(["done", "partly"]).toContain(statuses("Actions").get(`<${name}>`));
  });

  test.each([...functions.keys()])("%s()", (name) => {
    expect(["done", "partly"]).toContain(statuses("Functions").get(`${name}()`));
  });
});
