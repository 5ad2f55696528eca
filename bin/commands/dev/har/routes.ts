import type { ApiRoute } from "../workbench.js";
import { readHar } from "./read.js";

/** Requests from other programs. */
export const harRoutes: readonly ApiRoute[] = [
  {
    method: "POST",
    path: "/api/har",
    handle: async (request, workbench) => {
      const { traces, left } = readHar(await request.json(), () => workbench.masks());
      return { json: { keys: traces.map((trace) => workbench.requests.import(trace)), left } };
    },
  },
];
