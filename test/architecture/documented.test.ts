/** A command, and a platform that apps are built for, have what a user looks for: a page, a row in the lists, a test. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { targets } from "../../compiler/output/targets/index.js";
import { listFiles, repository } from "../support/project.js";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const commands = readdirSync(join(repository, "bin/commands"));
// Other tests write below `.tmp` while this one reads.
const tests = readdirSync(join(repository, "test"), { withFileTypes: true })
  .filter(({ name }) => !name.startsWith(".") && name !== "runtimes")
  .flatMap((entry) =>
    entry.isFile()
      ? [entry.name]
      : listFiles(join(repository, "test", entry.name)).map((path) => `${entry.name}/${path}`),
  )
  .filter((path) => path.endsWith(".ts") && !path.includes("/node_modules/"))
  .map((path) => read(`test/${path}`));

describe.each(commands)("flowc %s", (name) => {
  test("has a page, which begins with its name", () => {
    expect(existsSync(join(repository, `docs/commands/${name}.md`))).toBe(true);
    expect(read(`docs/commands/${name}.md`)).toMatch(new RegExp(`^# flowc ${name}\n`));
  });

  test("has a row in README.md, and a link in docs/README.md", () => {
    expect(read("README.md")).toMatch(
      new RegExp(`^\\| \\[\`flowc ${name}\\b.*docs/commands/${name}\\.md`, "m"),
    );
    expect(read("docs/README.md")).toContain(`[\`${name}\`](commands/${name}.md)`);
  });

  test("is run by a test", () => {
    const isRun = new RegExp(
      `(?:flowc|[Rr]un|[Ss]tart|spawn)\\w*\\([^;]{0,60}"${name}"|\\[[^\\]]{0,60}"${name}"`,
    );
    expect(tests.some((text) => isRun.test(text))).toBe(true);
  });
});

describe.each(Object.entries(targets))("the platform %s", (name, { entry: { file } }) => {
  test("has a row with its bundle in docs/deploying.md", () => {
    const row = read("docs/deploying.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(`\`${file}\``);
  });

  test("is named by the pages of build and of the API, and by a test", () => {
    expect(read("docs/commands/build.md")).toMatch(new RegExp(`--target [\\w|]*\\b${name}\\b`));
    expect(read("docs/api.md")).toContain(`\`"${name}"\``);
    expect(tests.some((text) => text.includes("--target") && text.includes(`"${name}"`))).toBe(true);
  });
});
