/** A build that is killed, wherever it is, leaves what the next one can finish. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowc, readTree, repository } from "../support/project.js";

/** Kills the process at its `KILL_AT`th change of a file that is not in the cache. */
const killer = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.KILL_AT);
for (const name of ["mkdirSync", "writeFileSync", "renameSync", "rmSync", "rmdirSync"]) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).includes("gen") && --left === 0) process.kill(process.pid, "SIGKILL");
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
`;

/** Returns whether it was killed. */
function killedBuild(flows: string, out: string, at: number): Promise<boolean> {
  const args = ["--import", `data:text/javascript,${encodeURIComponent(killer)}`];
  const command = [join(repository, "dist/bin/flowc.js"), "build", flows, "-o", out];
  return new Promise((resolve) => {
    const env = { ...process.env, KILL_AT: String(at) };
    execFile(process.execPath, [...args, ...command], { env }, (error) =>
      resolve(error?.signal === "SIGKILL"),
    );
  });
}

function project(name: string, paths: readonly string[], text: string): string {
  const directory = scratchDirectory(name);
  const routes = paths.map((path) => `  /${path}: { get: { x-flow: ${path}.xml } }\n`).join("");
  writeFiles(directory, [
    { path: "swagger.yaml", text: `swagger: "2.0"\npaths:\n${routes}` },
    ...paths.map((path) => ({ path: `${path}.xml`, text: `<flow><template>"${text}"</template></flow>` })),
  ]);
  return directory;
}

const leftovers = (out: string) =>
  [out, dirname(out)]
    .flatMap((one) => (existsSync(one) ? readdirSync(one) : []))
    .filter((name) => name.includes(".flowc-"));

async function finished(flows: string, out: string): Promise<Readonly<Record<string, string>>> {
  const { code, stderr } = await flowc("build", flows, "-o", out, "--source-root", ".");
  expect([code, stderr]).toEqual([0, ""]);
  return readTree(out);
}

describe("a build that is killed", { timeout: 240_000 }, () => {
  const older = project("killed", ["a", "b"], "old");
  const newer = project("killed", ["a", "c"], "new");

  test("leaves a new directory that is whole, or none", async () => {
    const out = join(scratchDirectory("killed"), "gen");
    for (const at of [2, 5, 9, 40]) {
      const wasKilled = await killedBuild(newer, out, at);
      expect(existsSync(out)).toBe(!wasKilled);
    }
    const whole = await finished(newer, join(scratchDirectory("killed"), "gen"));
    expect(Object.keys(readTree(out))).toEqual(Object.keys(whole));
    expect(leftovers(out)).toEqual([]);
  });

  test("leaves files of others, and what the next build finishes without --force", async () => {
    const before = join(scratchDirectory("killed"), "gen");
    await finished(older, before);
    writeFileSync(join(before, "notes.txt"), "mine");
    const expected = {
      ...(await finished(newer, join(scratchDirectory("killed"), "gen"))),
      "notes.txt": "mine",
    };
    let kills = 0;
    for (let at = 1; ; at += 4) {
      const out = join(scratchDirectory("killed"), "gen");
      cpSync(before, out, { recursive: true });
      const wasKilled = await killedBuild(newer, out, at);
      // The remains of the killed build may be finished by a build of something else, too.
      if (at % 8 === 1) await finished(older, out);
      expect(await finished(newer, out)).toEqual(expected);
      expect(leftovers(out)).toEqual([]);
      if (!wasKilled) break;
      kills++;
    }
    expect(kills).toBeGreaterThan(5);
  });
});
