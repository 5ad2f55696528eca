import type { Application } from "../node/request-listener.js";
import type { RunningTelemetry } from "../node/telemetry-module.js";

/** Milliseconds that the end of a response waits for the collector. */
const patience = 1_000;

/** Milliseconds for which nobody waits any more, once the collector has taken longer. */
const pause = 30_000;

/** The app, whose responses end when spans and metrics have been sent: after that, Lambda freezes the process. */
export function sentBeforeEnd(app: Application, telemetry: RunningTelemetry): Pick<Application, "fetch"> {
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
