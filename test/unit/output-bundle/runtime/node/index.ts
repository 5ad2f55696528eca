import { serve } from "@hono/node-server";
import type { Hono } from "hono";
// A CommonJS package, as the runtime uses it.
import sax from "sax";

/** Serves on a free port, says which, and passes the stack of an error on. */
export function listen(app: Hono): void {
  sax.parser(true);
  app.onError((error, context) => context.text(error.stack ?? ""));
  serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(`port ${port}`));
}
