import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { type FSWatcher, watch as watchFiles } from "chokidar";
import type { Output } from "./surroundings.js";
import { messageOf } from "./values.js";

/** Returns true if `readDirectory` leaves out that name. */
const isLeftOut = (name: string): boolean =>
  name === "node_modules" || (/^\.[^.]/.test(name) && name !== ".well-known");

/**
 * Milliseconds of quiet after a change: editors and version control write several files at once. It has to be more than
 * the 50 in which chokidar tells of only one change of a file.
 */
const quiet = 60;

/** Milliseconds. Nothing tells that a directory is there again, as after the switch to another branch. */
const lookingAgain = 500;

/**
 * Runs a task, and again after each change of a file in the directory, or of one of the other files, until the process is asked to end. Changes
 * during a run lead to one more.
 * @param changed gets the paths that have changed, relative to where the process runs
 */
export function watch(
  [directory, ...files]: readonly [string, ...string[]],
  task: (changed: ReadonlySet<string>) => Promise<unknown>,
  { stderr }: Output,
): Promise<void> {
  return new Promise((resolve) => {
    let changed = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    let isRunning = false;
    const run = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      const paths = changed;
      changed = new Set();
      try {
        await task(paths);
      } catch (error) {
        stderr(`flowc: ${messageOf(error)}\n`); // a directory that is gone may come back
      }
      isRunning = false;
      if (changed.size > 0) await run();
    };
    const note = (path: string): void => {
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(run, quiet);
    };
    let isThere = true;
    const open = (): FSWatcher =>
      watchFiles([directory, ...files], {
        ignoreInitial: true,
        ignored: (path) => relative(directory, path).split(sep).some(isLeftOut),
      })
        .on("all", (event, path) => {
          // It no longer looks, even if the directory is back by now.
          if (event === "unlinkDir" && relative(directory, path) === "") isThere = false;
          note(path);
        })
        .on("error", (error) => stderr(`flowc: ${messageOf(error)}\n`));
    let watcher = open();
    const looking = setInterval(() => {
      const wasThere = isThere;
      isThere = existsSync(directory);
      if (wasThere || !isThere) return;
      const gone = watcher;
      watcher = open();
      watcher.once("ready", () => note(directory));
      gone.close().catch((error: unknown) => stderr(`flowc: ${messageOf(error)}\n`));
    }, lookingAgain);
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(looking);
      watcher.close().then(resolve, resolve);
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
    watcher.once("ready", () => {
      stderr("watching for changes\n");
      void run();
    });
  });
}
