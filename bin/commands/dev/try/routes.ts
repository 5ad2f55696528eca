import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../../../../compiler/output/index.js";
import { type Answer, ApiError, type ApiRoute } from "../workbench.js";
import { passedPaths } from "./pass-on.js";

const assets = join(packageDirectory, "dist/bin/commands/dev/try");

/** Swagger UI in a document of its own, which may load nothing but what is here, and ask nobody but the app. */
export const tryRoutes: readonly ApiRoute[] = [
  { method: "GET", path: "/try/", handle: () => document() },
  { method: "GET", path: "/try/start.js", handle: () => packed("start.js", "text/javascript") },
  { method: "GET", path: "/try/start.css", handle: () => packed("start.css", "text/css") },
  { method: "GET", path: "/try/swagger-ui.js", handle: () => packed("swagger-ui.js", "text/javascript") },
  { method: "GET", path: "/try/swagger-ui.css", handle: () => packed("swagger-ui.css", "text/css") },
  {
    method: "GET",
    path: "/api/openapi.json",
    handle: async (_, workbench) => {
      const text = await workbench.ask("description", passedPaths.slice(0, -1));
      if (text === undefined) throw new ApiError(404, "There is no API description that can be read.");
      return { text, type: "application/json" };
    },
  },
];

/** The policy has paths, since the document needs nothing else of the API. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

function document(): Answer {
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Try it</title>
<link rel="stylesheet" href="/try/swagger-ui.css">
<link rel="stylesheet" href="/try/start.css">
<div id="try"></div>
<script src="/try/swagger-ui.js"></script>
<script src="/try/start.js"></script>
</html>
`;
  return { text, type: "text/html; charset=utf-8", fields: { "content-security-policy": policy } };
}

/** An asset, which is kept as gzip: it is large. */
function packed(name: string, type: string): Answer {
  try {
    const bytes = readFileSync(join(assets, `${name}.gz`));
    return { text: bytes, type: `${type}; charset=utf-8`, fields: { "content-encoding": "gzip" } };
  } catch {
    throw new ApiError(503, "The assets are not in this installation of flowc.");
  }
}
