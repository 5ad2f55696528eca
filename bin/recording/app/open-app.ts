import { renderText } from "../../../compiler/diagnostics/index.js";
import { Session, type TracedBuild } from "../../../compiler/session/index.js";
import type { Inputs } from "../../../compiler/source/index.js";
import { openCache } from "../../shared/cache.js";
import { realPath } from "../../shared/real-path.js";
import type { Output } from "../../shared/surroundings.js";
import { AppThread } from "./app-thread.js";

/** An app that answers recorded requests. */
export interface RecordedApp {
  readonly build: TracedBuild;
  readonly thread: AppThread;
}

/** Compiles an app to run in a thread; `undefined` after reporting errors. */
export async function openApp(
  directory: string,
  inputs: Inputs,
  cache: boolean,
  output: Output,
): Promise<RecordedApp | undefined> {
  const build = await new Session({ store: cache ? openCache(realPath(directory)) : undefined }).traced(
    inputs,
  );
  if (build.code !== "") return { build, thread: new AppThread(build) };
  output.stderr(renderText(build.diagnostics, { directory, colour: output.colour }));
  return undefined;
}

/** URLs of upstream systems mostly come from the environment, and requests without one are never sent. */
export function tellUnset({ build }: RecordedApp, { stderr }: Output): void {
  const urls = build.routes.flatMap(({ upstream }) => upstream.map(({ url = "" }) => url)).join(" ");
  const names = new Set([...urls.matchAll(/\$env\/([A-Za-z_]\w*)/g)].map(([, name = ""]) => name));
  const unset = [...names].filter((name) => process.env[name] === undefined);
  if (unset.length > 0)
    stderr(`flowc: not set, though URLs of upstream requests need it: ${unset.join(", ")}\n`);
}

export const ofAnother =
  "flowc: no request of it is for an operation of this app. Is it the recording of another one?\n";
