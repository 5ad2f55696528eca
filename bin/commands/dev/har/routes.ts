import { ownVersion } from "../../../shared/version.js";
import type { ApiRoute } from "../workbench.js";
import { readHar } from "./read.js";
import { writeHar } from "./write.js";

/** Requests from and to other programs. */
export const harRoutes: readonly ApiRoute[] = [
  {
    method: "GET",
    path: "/api/har",
    handle: ({ query }, { requests, app }) => {
      const asked = query.getAll("key").map(Number);
      const keys = asked.length === 0 ? requests.list().map(({ key }) => key) : asked;
      // Some may have made room for others since the page knew them.
      const traces = [...new Set(keys)].flatMap((key) => requests.trace(key) ?? []);
      return { json: writeHar(traces, app === "" ? nowhere : app, ownVersion()) };
    },
  },
  {
    method: "POST",
    path: "/api/har",
    handle: async (request, workbench) => {
      const { traces, left } = readHar(await request.json(), () => workbench.masks());
      return { json: { keys: traces.map((trace) => workbench.requests.import(trace)), left } };
    },
  },
];

/** Where requests of a file went to: a HAR needs whole URLs. */
const nowhere = "http://127.0.0.1";
