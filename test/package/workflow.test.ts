/** The example repository of docs/guides/repository.md: its commands, and the steps of its workflow, as they stand there. */
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type InstalledPackage, installPackage } from "../support/installed.js";
import { repository } from "../support/project.js";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number>>;
}

const workflow = parse(readFileSync(join(repository, "docs/guides/repository/flows.yml"), "utf8")) as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

const page = readFileSync(join(repository, "docs/guides/repository.md"), "utf8");
const [, commands = ""] = /These commands make it, .*:\n\n((?: {4}.*\n)+)/.exec(page) ?? [];

let installed: InstalledPackage;

/** Runs a command in the repository by a shell. `npx --no -- flowc` is the flowc that is installed there. */
async function shell(command: string): Promise<string> {
  const places = [join(installed.project, "stand-ins"), process.env.PATH ?? ""].join(":");
  const { stdout } = await promisify(execFile)("sh", ["-ec", command], {
    cwd: installed.project,
    env: { ...process.env, PATH: places },
  });
  return stdout;
}

beforeAll(async () => {
  const [, others = ""] = /^ *npm i -D \.\/flowc-[\d.]+\.tgz (.*)$/m.exec(commands) ?? [];
  installed = await installPackage(others.split(" "));
  const standIns = join(installed.project, "stand-ins");
  mkdirSync(standIns);
  const program = join(installed.project, "node_modules/flowc/dist/bin/flowc.js");
  // npm would ask its registry for flowc; what it installs is there.
  const scripts = { npx: `shift 3; exec "${process.execPath}" "${program}" "$@"`, npm: "exit 0" };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(standIns, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(standIns, name), 0o755);
  }
  await shell(commands);
});
afterAll(() => installed.remove());

describe("the example repository", () => {
  test("is as the page says after its commands", () => {
    const [, layout = ""] = /needs little:\n\n((?: {4}.*\n)+)/.exec(page) ?? [];
    const paths = [...layout.matchAll(/^ {4}(\S+)/gm)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(4);
    const missing = paths.filter((path) => !existsSync(join(installed.project, path)));
    // The reader has put the first one there; npm writes the other.
    expect(missing).toEqual(["flowc-0.1.0.tgz", "package-lock.json"]);
  });

  test("the steps of its workflow use the actions that GitHub has, by version", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(3);
    for (const name of used) expect(name).toMatch(/^(?:actions|github)\/[a-z/-]+@v\d+$/);
  });

  test("each of its commands does what it says, and the files that are attached are there", async () => {
    const run = steps.flatMap((step) => step.run ?? []);
    expect(run.filter((command) => command.startsWith("npx --no -- flowc")).length).toBe(4);
    for (const command of run) await shell(command);
    const attached = steps.flatMap(({ with: given }) => given?.path ?? given?.sarif_file ?? []);
    expect(attached).toEqual(["flows.sarif", "reports/", "gen/"]);
    for (const path of attached) expect(existsSync(join(installed.project, String(path)))).toBe(true);
    for (const path of ["reports/tests.xml", "reports/coverage/lcov.info", "gen/server.js.cdx.json"])
      expect(existsSync(join(installed.project, path)), path).toBe(true);
    const sarif = JSON.parse(readFileSync(join(installed.project, "flows.sarif"), "utf8")) as object;
    expect(sarif).toMatchObject({ version: "2.1.0" });
  });

  test("a mistake in a flow fails the check", async () => {
    writeFileSync(join(installed.project, "flows/hello.xml"), "<flow><eval/></flow>");
    const [check = ""] = steps.flatMap(({ name, run }) => (name === "Check" ? (run ?? []) : []));
    await expect(shell(check)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining("::error file=flows/hello.xml"),
    });
  });
});
