import { memberOf } from "../../../shared/values.js";
import { ApiError, type ApiRequest, type ApiRoute } from "../workbench.js";

/** The questions of the page about requests. */
export const requestRoutes: readonly ApiRoute[] = [
  {
    method: "GET",
    path: "/api/requests",
    handle: (_, { requests }) => ({ json: { requests: requests.list() } }),
  },
  {
    method: "DELETE",
    path: "/api/requests",
    handle: (_, { requests }) => {
      requests.clear();
      return { json: {} };
    },
  },
  {
    method: "GET",
    path: "/api/requests/:key",
    handle: (request, { requests }) => {
      const trace = requests.trace(keyOf(request));
      if (trace === undefined) throw new ApiError(404, "The request had to make room for others.");
      return { json: trace };
    },
  },
  {
    method: "PUT",
    path: "/api/requests/:key/kept",
    handle: async (request, { requests }) => {
      const { isKept } = (await request.json()) as { readonly isKept?: unknown };
      const key = keyOf(request);
      if (requests.summary(key) === undefined)
        throw new ApiError(404, "The request had to make room for others.");
      if (!requests.keep(key, isKept === true)) throw new ApiError(409, "Too many requests are kept.");
      return { json: {} };
    },
  },
  {
    method: "POST",
    path: "/api/tests",
    handle: async (request, workbench) => {
      const key = memberOf(await request.json(), "key");
      const trace = typeof key === "number" ? workbench.requests.trace(key) : undefined;
      if (trace === undefined) throw new ApiError(404, "The request had to make room for others.");
      const { variables: environment } = workbench;
      const secretNames = workbench.masks().names;
      return { json: await workbench.ask("saveTest", { trace, environment, secretNames }) };
    },
  },
];

function keyOf({ params }: ApiRequest): number {
  const { key = "" } = params;
  return /^\d{1,15}$/.test(key) ? Number(key) : -1;
}
