import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../../../../compiler/output/index.js";
import { explanations } from "../../../shared/explanations.js";
import type { RequestToSend } from "../api.js";
import { ApiError, type ApiRoute } from "../workbench.js";

/** The questions of the page about the session and the app. */
export const sessionRoutes: readonly ApiRoute[] = [
  { method: "GET", path: "/api/state", handle: (_, workbench) => ({ json: workbench.state() }) },
  {
    method: "GET",
    path: "/api/findings",
    handle: (_, workbench) => ({ json: { findings: workbench.findings() } }),
  },
  {
    method: "GET",
    path: "/api/explanations/:code",
    handle: ({ params }) => {
      const page = readFileSync(join(packageDirectory, "docs/diagnostics.md"), "utf8");
      const found = explanations(page).get(params.code ?? "");
      if (found === undefined) throw new ApiError(404, "There is no such code.");
      return { json: { text: found.text } };
    },
  },
  {
    method: "GET",
    path: "/api/source",
    handle: async ({ query }, workbench) => {
      const found = await workbench.ask("source", {
        file: query.get("file") ?? "",
        build: Number(query.get("build") ?? 0),
      });
      if (found === undefined) throw new ApiError(404, "The app is not written in this file.");
      return { json: found };
    },
  },
  {
    method: "PUT",
    path: "/api/secrets",
    handle: async (request, workbench) => {
      const { shows } = ((await request.json()) ?? {}) as { readonly shows?: unknown };
      workbench.showSecrets(shows === true);
      return { json: workbench.state() };
    },
  },
  {
    method: "POST",
    path: "/api/send",
    handle: async (request, workbench) => ({
      json: { key: await workbench.send((await request.json()) as RequestToSend) },
    }),
  },
];
