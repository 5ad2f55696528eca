import { parentPort, workerData } from "node:worker_threads";
import { renderText } from "../../../../compiler/diagnostics/render.js";
import { readDirectory } from "../../../../compiler/source/read-directory.js";
import { recentlyUsed } from "../../../../compiler/source/store.js";
import { messageOf } from "../../../shared/message.js";
import type { AppBuild, CompilerData, CompilerResult, CompilerTask } from "./app-build.js";
import { createAppBuilder } from "./app-builder.js";
import { workbenchFinding } from "./findings.js";
import { KeptBuilds } from "./kept-builds.js";
import { questions } from "./questions.js";

// The thread that compiles. It stays, so that a build reuses what earlier ones have made.

const { directory, shownDirectory, colour } = workerData as CompilerData;
const builder = createAppBuilder(recentlyUsed(1000));
const builds = new KeptBuilds();
let number = 0;

const tell = (result: CompilerResult): void => parentPort?.postMessage(result);

async function build(): Promise<AppBuild> {
  const started = performance.now();
  const built = await builder.build(readDirectory(directory, undefined));
  number++;
  if (built.code !== "") builds.add(number, built);
  return {
    number,
    code: built.code,
    findings: built.diagnostics.map(workbenchFinding),
    report: renderText(built.diagnostics, { directory: shownDirectory, colour }),
    routes: built.routes.map(({ method, path, flow }) => ({ method, path, flow })),
    written: [...built.written],
    took: performance.now() - started,
  };
}

async function answer(question: string, argument: unknown): Promise<unknown> {
  const asked = questions.get(question);
  if (asked === undefined) throw new Error(`There is no question ${question}.`);
  return asked(argument, { directory, builds });
}

/** One build has to end before the next one begins. */
let building: Promise<void> = Promise.resolve();

parentPort?.on("message", (task: CompilerTask) => {
  if (task.kind === "build")
    building = building.then(build).then(
      (made) => tell({ kind: "built", build: made }),
      (error: unknown) => tell({ kind: "failed", problem: messageOf(error) }),
    );
  else
    answer(task.question, task.argument).then(
      (value) => tell({ kind: "answer", id: task.id, value }),
      (error: unknown) => tell({ kind: "problem", id: task.id, problem: messageOf(error) }),
    );
});
