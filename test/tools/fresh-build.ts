/** `dist/` as `npm run build` makes it: tests that run the command line make it anew when a source has changed since. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { pagePaths, repository, sourcePaths } from "./sources.js";

let done: Promise<void> | undefined;

/** Once in a process. */
export function freshBuild(): Promise<void> {
  done ??= make();
  return done;
}

const lock = join(repository, "test/.tmp/building");

async function make(): Promise<void> {
  // Test files run side by side; one of them builds, the others wait.
  for (const deadline = Date.now() + 60_000; existsSync(lock) || isStale(); await setTimeout(50)) {
    if (Date.now() > deadline) rmSync(lock, { recursive: true, force: true });
    if (!takeLock()) continue;
    try {
      const compiler = join(repository, "node_modules/typescript/bin/tsc");
      await promisify(execFile)(process.execPath, [compiler, "-p", "tsconfig.build.json", "--noCheck"], {
        cwd: repository,
      });
      await promisify(execFile)(process.execPath, ["dist/bin/assemble.js"], { cwd: repository });
    } finally {
      rmSync(lock, { recursive: true });
    }
    return;
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function isStale(): boolean {
  return (
    sourcePaths().some((path) => isOlder(path.replace(/\.ts$/, ".js"), path)) ||
    pagePaths().some((path) => isOlder("bin/commands/dev/page.html", path))
  );
}

function isOlder(builtPath: string, path: string): boolean {
  const built = statSync(join(repository, "dist", builtPath), { throwIfNoEntry: false });
  return built === undefined || built.mtimeMs < statSync(join(repository, path)).mtimeMs;
}
