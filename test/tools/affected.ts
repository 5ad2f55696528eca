/**
 * `npm run affected` runs the test files that have not passed since what they reach was changed.
 *
 *     npm run affected                 all that changed since each was recorded
 *     npm run affected -- HEAD~3       only what changed since that commit, and what is not committed
 *     npm run affected -- --list       names them, and why, and runs nothing
 *     npm run affected -- --record     runs all tests, and records what they reach
 */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { refreshMirror } from "./mirror.js";
import { affected, noRecord } from "./reach/affected.js";
import { repository, testFilePaths } from "./sources.js";

/** Processes of its own, which do not tell what they run, for a minute or two. */
const apart = "test/fuzz/fuzz.test.ts";

const options = process.argv.slice(2);
const has = (name: string) => options.includes(name);
const ref = options.find((option) => !option.startsWith("-"));

process.exitCode = main();

function main(): number {
  const testFiles = testFilePaths();
  if (has("--record")) return run(testFiles.filter((path) => path !== apart));
  refreshMirror();
  const found = affected(
    testFiles.filter((path) => path !== apart),
    ref === undefined ? () => true : changedSince(ref),
  );
  if (found.filter(({ because }) => because === noRecord).length > 0.9 * testFiles.length) {
    console.error("There is no record of what most tests reach. Make one, in about the time of all tests:");
    console.error("    npm run affected -- --record");
    return 2;
  }
  for (const { testFile, because } of found) console.log(`${testFile}: ${because}`);
  console.log(`${found.length} of ${testFiles.length} test files; never ${apart}, which npm test runs.`);
  return found.length === 0 || has("--list") ? 0 : run(found.map(({ testFile }) => testFile));
}

/** Whether a file differs from that commit, or is new. */
function changedSince(commit: string): (path: string) => boolean {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: repository, encoding: "utf8" })
      .split("\n")
      .filter((path) => path !== "");
  const paths = new Set([
    ...git("diff", "--name-only", "--relative", commit),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]);
  return (path) => {
    const directory = path.replace(/\/+$/, "/");
    return directory.endsWith("/") ? [...paths].some((each) => each.startsWith(directory)) : paths.has(path);
  };
}

/** What passes is recorded. */
function run(testFiles: readonly string[]): number {
  const vitest = [
    join(repository, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config",
    "test/vitest.config.ts",
  ];
  const { status } = spawnSync(process.execPath, [...vitest, ...testFiles], {
    cwd: repository,
    stdio: "inherit",
    env: { ...process.env, TEST_RECORD: "1" },
  });
  return status ?? 1;
}
