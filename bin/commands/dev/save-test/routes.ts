import { ApiError, type ApiRoute } from "../workbench.js";
import type { TestToSave } from "./question.js";

/** `POST /api/tests`: a request becomes a test. */
export const saveTestRoutes: readonly ApiRoute[] = [
  {
    method: "POST",
    path: "/api/tests",
    handle: async (request, workbench) => {
      const sent = (await request.json()) as { readonly key?: unknown; readonly path?: unknown } | null;
      const { key, path } = sent ?? {};
      const trace = typeof key === "number" ? workbench.requests.trace(key) : undefined;
      if (trace === undefined) throw new ApiError(404, "The request had to make room for others.");
      if (path !== undefined && typeof path !== "string") throw new ApiError(400, "The path is a text.");
      const question: TestToSave = {
        trace,
        path,
        environment: workbench.variables,
        secretNames: workbench.masks().names,
      };
      return { json: await workbench.ask("save-test", question) };
    },
  },
];
