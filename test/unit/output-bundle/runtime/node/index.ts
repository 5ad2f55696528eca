import { serve } from "@hono/node-server";
import type { Hono } from "hono";
// A CommonJS package, as the runtime uses it.
import CachePolicy from "http-cache-semantics";

/** Serves on a free port, says which, and passes the stack of an error on. */
export function listen(app: Hono): void {
  new CachePolicy({ url: "/", headers: {} }, { headers: {} });
  app.onError((error, context) => context.text(error.stack ?? ""));
  serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(`port ${port}`));
}
