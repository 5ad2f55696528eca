import { handle, streamHandle } from "hono/aws-lambda";
import { holdByDefault } from "../../base/held-bytes.js";
import { writeLogWith } from "../../observe/logs/log.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import type { Application } from "../node/application.js";
import { watchCertificates } from "../node/certificates.js";
import { keepSettings, serveChecked, warnOfMisspelt } from "../node/process-settings.js";
import { bearableBodies } from "../node/server-limits.js";
import { sourcePlaces } from "../node/source-places.js";
import { observeProcess, openTelemetry } from "../node/telemetry.js";
import type { RunningTelemetry } from "../node/telemetry-module.js";

type HonoApplication = Parameters<typeof handle>[0];

interface Handlers {
  /** For API Gateway, function URLs and load balancers; the response goes out when it is complete. */
  readonly handler: ReturnType<typeof handle>;
  /** For function URLs whose invoke mode is `RESPONSE_STREAM`. Only Lambda itself has what it takes. */
  readonly streamHandler: ReturnType<typeof streamHandle> | undefined;
}

/** The handlers that the bundle exports. */
export function lambda(app: Application): Handlers {
  // Written at once, since Lambda freezes the process after each response. Its `console` would add a prefix to lines.
  writeLogWith((line) => void process.stderr.write(`${line}\n`));
  keepSettings();
  serveChecked(() => {}); // meanwhile, a key that cannot be used lets nobody pass
  warnOfMisspelt();
  findPlacesWith(sourcePlaces());
  holdByDefault(bearableBodies());
  watchCertificates(undefined);
  const observing = observeProcess(openTelemetry(false));
  const hono = (observing === undefined ? app : sentBeforeEnd(app, observing)) as unknown as HonoApplication;
  const handler = handle(hono);
  return {
    handler: (event, context) => handler(withoutStage(event), context),
    streamHandler: "awslambda" in globalThis ? streamHandle(hono) : undefined,
  };
}

/** Milliseconds that the end of a response waits for the collector. */
const patience = 1_000;

/** Milliseconds for which nobody waits any more, once the collector has taken longer. */
const pause = 30_000;

/** The app, whose responses end when spans and metrics have been sent: after that, Lambda freezes the process. */
function sentBeforeEnd(app: Application, telemetry: RunningTelemetry): Pick<Application, "fetch"> {
  const flush = impatient(() => telemetry.flush());
  return {
    async fetch(request, bindings) {
      const response = await app.fetch(request, bindings);
      const { body } = response;
      if (body !== null) return new Response(body.pipeThrough(new TransformStream({ flush })), response);
      await flush();
      return response;
    },
  };
}

/** While nobody waits, what is recorded is sent when the process runs, as far as there is room for it. */
function impatient(flush: () => Promise<void>): () => Promise<void> {
  let restsUntil = 0;
  return async () => {
    if (performance.now() < restsUntil) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        restsUntil = performance.now() + pause;
        resolve();
      }, patience);
    });
    await Promise.race([flush(), late]);
    clearTimeout(timer);
  };
}

/** The parts that tell of the stage in the events of API Gateway. */
interface StagedEvent {
  /** Only HTTP APIs have it. */
  readonly version?: unknown;
  readonly rawPath?: unknown;
  readonly path?: unknown;
  readonly requestContext?: { readonly stage?: unknown };
}

/**
 * The event with the path as API descriptions know it. HTTP APIs of API Gateway put the name of a stage before it, behind
 * domains of one's own, too; REST APIs, function URLs and load balancers do not.
 */
function withoutStage<E extends object>(event: E): E {
  const { version, rawPath, path, requestContext }: StagedEvent = event;
  const stage = requestContext?.stage;
  if (typeof version !== "string" || typeof stage !== "string" || stage === "$default") return event;
  if (typeof rawPath === "string") return { ...event, rawPath: behind(stage, rawPath) };
  return typeof path === "string" ? { ...event, path: behind(stage, path) } : event;
}

function behind(stage: string, path: string): string {
  const prefix = `/${stage}`;
  if (path === prefix) return "/";
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
