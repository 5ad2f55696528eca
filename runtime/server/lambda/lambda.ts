import { handle, streamHandle } from "hono/aws-lambda";
import { holdByDefault } from "../../base/held-bytes.js";
import { writeLogWith } from "../../observe/logs/log.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { keepSettings, warnOfMisspelt } from "../node/process-settings.js";
import type { Application } from "../node/request-listener.js";
import { bearableBodies } from "../node/server-limits.js";
import { sourcePlaces } from "../node/source-places.js";
import { observeProcess, openTelemetry } from "../node/telemetry.js";
import { sentBeforeEnd } from "./sent-before-end.js";
import { withoutStage } from "./without-stage.js";

type HonoApplication = Parameters<typeof handle>[0];

interface Handlers {
  /** For API Gateway, function URLs and load balancers; the response goes out when it is complete. */
  readonly handler: ReturnType<typeof handle>;
  /** For function URLs whose invoke mode is `RESPONSE_STREAM`. Only Lambda itself has what it takes. */
  readonly streamHandler: ReturnType<typeof streamHandle> | undefined;
}

/** The handlers that the bundle exports. */
export function lambda(app: Application): Handlers {
  keepSettings();
  // Written at once, since Lambda freezes the process after each response. Its `console` would add a prefix to lines.
  writeLogWith((line) => void process.stderr.write(`${line}\n`));
  warnOfMisspelt();
  findPlacesWith(sourcePlaces());
  holdByDefault(bearableBodies());
  const observing = observeProcess(openTelemetry(false));
  const hono = (observing === undefined ? app : sentBeforeEnd(app, observing)) as unknown as HonoApplication;
  const handler = handle(hono);
  return {
    handler: (event, context) => handler(withoutStage(event), context),
    streamHandler: "awslambda" in globalThis ? streamHandle(hono) : undefined,
  };
}
