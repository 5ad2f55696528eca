import { expect, test } from "vitest";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import { mirror } from "./mirror.js";

/** `fetch` as some tool replaces it before the app is loaded, so that the app cannot know it as replaced. */
const broken = `globalThis.fetch = () => { throw new Error("fetch was called"); };`;
const preload = `--import=data:text/javascript,${encodeURIComponent(broken)}`;

test("already the first request of a process goes without fetch", async () => {
  const upstream = await mirror();
  const flow = `<request>{ "url": {{ concat($env/UPSTREAM, "/a") }} }</request>`;
  const app = apiFiles({ "/x": flow });
  const server = await served(app, { UPSTREAM: upstream.url, NODE_OPTIONS: preload });
  const response = await server.get("/t/x");
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ url: "/a" })]);
  await upstream.stop();
});
