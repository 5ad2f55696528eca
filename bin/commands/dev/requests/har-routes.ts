import { HarError, readHar } from "../../../recording/har.js";
import { ApiError, type ApiRoute } from "../workbench.js";

/** Requests from other programs. */
export const harRoutes: readonly ApiRoute[] = [
  {
    method: "POST",
    path: "/api/har",
    handle: async (request, workbench) => {
      const har = await request.json();
      try {
        const { traces, left } = readHar(har, () => workbench.masks());
        return { json: { keys: traces.map((trace) => workbench.requests.import(trace)), left } };
      } catch (error) {
        throw error instanceof HarError ? new ApiError(400, error.message) : error;
      }
    },
  },
];
