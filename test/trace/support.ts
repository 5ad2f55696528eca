import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Session, type TracedBuild } from "../../compiler/session/session.js";
import type { Trace, TraceEvent } from "../../runtime/observe/trace/format.js";
import type { Application } from "../../runtime/testing.js";
import type { TracingOptions } from "../../runtime/tracing.js";
import { describeDiagnostic, type Files, inputOf, isError, scratchDirectory } from "../support/compile.js";

/** The exports of a traced bundle. */
export interface TracedApp {
  readonly app: Application;
  startTracing(options: TracingOptions): void;
}

export interface Traced extends TracedApp {
  readonly build: TracedBuild;
}

export async function tracedApp(files: Files): Promise<Traced> {
  const build = await new Session().traced(inputOf(files));
  const errors = build.diagnostics.filter(isError).map(describeDiagnostic);
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return { ...load(build), build };
}

export function load({ code, map }: Pick<TracedBuild, "code" | "map">): TracedApp {
  const directory = scratchDirectory("traced");
  writeFileSync(join(directory, "app.cjs"), code);
  writeFileSync(join(directory, "server.js.map"), map);
  return createRequire(import.meta.url)(join(directory, "app.cjs"));
}

/** Sends a request, and waits until its trace is complete. */
export async function trace(
  { app, startTracing }: TracedApp,
  target: string,
  init: RequestInit = {},
  options: Partial<TracingOptions> = {},
): Promise<{ readonly trace: Trace; readonly text: string }> {
  const ended = new Promise<Trace>((resolve) => {
    startTracing({ began: () => {}, ended: resolve, ...options });
  });
  const response = await app.fetch(new Request(`http://localhost${target}`, init));
  const text = await response.text();
  return { text, trace: await ended };
}

/** The events of a kind. */
export function eventsOf<K extends TraceEvent["kind"]>(
  { events }: Trace,
  kind: K,
): readonly Extract<TraceEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<TraceEvent, { kind: K }> => event.kind === kind);
}
