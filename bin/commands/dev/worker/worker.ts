import { parentPort, workerData } from "node:worker_threads";
import { Session } from "../../../../compiler/session/index.js";
import { hash, readDirectory, recentlyUsed, type Store } from "../../../../compiler/source/index.js";
import { openCache } from "../../../shared/cache.js";
import { messageOf } from "../../../shared/values.js";
import type { AppBuild, AppRoute, CompilerData, CompilerResult, CompilerTask } from "../build/app-build.js";
import { workbenchFinding } from "../build/findings.js";
import { KeptBuilds } from "../build/kept-builds.js";
import { Reports } from "../build/report.js";
import type { Questions } from "../workbench.js";
import { answering } from "./questions.js";

// The thread that compiles. It stays, so that a build reuses what earlier ones have made.

const { directory, shownDirectory, overlay, colour, cache, mock } = workerData as CompilerData;
const session = new Session({ store: ownStore(), stays: true });
const builds = new KeptBuilds();
const questions = answering(directory, overlay, builds);
const reports = new Reports(shownDirectory, colour);
let number = 0;
/** Tells the code of the last build, and what it has besides, from those of others. */
let last = "";

/** Results that were used last are in memory, and also on disk for the next session. */
function ownStore(): Store {
  const memory = recentlyUsed(1000);
  const disk = cache ? openCache(directory) : undefined;
  return {
    get: (key) => memory.get(key) ?? disk?.get(key),
    set(key, text) {
      memory.set(key, text);
      disk?.set(key, text);
    },
  };
}

const tell = (result: CompilerResult): void => parentPort?.postMessage(result);

async function build(): Promise<AppBuild | undefined> {
  const started = performance.now();
  const built = await session.traced(readDirectory(directory, undefined, overlay));
  const findings = built.diagnostics.map(workbenchFinding);
  const mocked = mock ? built.mocks() : undefined;
  const made = hash(JSON.stringify([hash(built.code), findings, mocked]));
  if (made === last) {
    // Comments may have changed, which only the page shows.
    if (built.code !== "") builds.add(number, built);
    return undefined;
  }
  last = made;
  number++;
  if (built.code !== "") builds.add(number, built);
  return {
    number,
    code: built.code,
    map: built.map,
    beside: built.beside.map(({ path, text }) => ({ path, text })),
    endpoints: built.endpoints,
    findings,
    report: reports.of(built.diagnostics),
    served: built.code === "" ? servedRoutes() : [],
    written: built.inputs,
    mocked,
    took: performance.now() - started,
  };
}

/** The routes of the last good build. */
function servedRoutes(): readonly AppRoute[] {
  const routes = builds.get(number)?.build.routes ?? [];
  return routes.map(({ method, path, honoPath, files }) => ({ method, path, honoPath, files }));
}

async function answer(question: keyof Questions, argument: unknown): Promise<unknown> {
  return (questions[question] as (argument: unknown) => unknown)(argument);
}

/** One build has to end before the next one begins. */
let building: Promise<void> = Promise.resolve();

parentPort?.on("message", (task: CompilerTask) => {
  if (task.kind === "build")
    building = building.then(build).then(
      (made) => tell(made === undefined ? { kind: "same" } : { kind: "built", build: made }),
      (error: unknown) => tell({ kind: "failed", problem: messageOf(error) }),
    );
  else
    answer(task.question, task.argument).then(
      (value) => tell({ kind: "answer", id: task.id, value }),
      (error: unknown) => tell({ kind: "problem", id: task.id, problem: messageOf(error) }),
    );
});
