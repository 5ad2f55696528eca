import { listed } from "../samples.js";
import type { Exchange } from "./exchange.js";

const path = "/api/hello";

export const hello = listed<Exchange>({
  "greets the world": { request: { path }, json: { greeting: "Hello, world!" } },
  "greets by name": { request: { path, query: "name=Ada" }, json: { greeting: "Hello, Ada!" } },
  "greets a name in another script": {
    request: { path, query: "name=%E7%BE%8E%22%3C" },
    json: { greeting: `Hello, 美"<!` },
  },
  "greets an empty name": { request: { path, query: "name=" }, json: { greeting: "Hello, !" } },
  "has one method": {
    request: { path, method: "PUT" },
    status: 405,
    headers: { "content-type": "application/json" },
  },
  "has one path below the base path": { request: { path: "/api/nope" }, status: 400 },
  "has nothing outside": { request: { path: "/" }, status: 404 },
});
