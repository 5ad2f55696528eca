import { expect, test } from "vitest";
import { buildOutput } from "../support/raw.js";
import { apiFiles } from "../support/samples.js";
import { serve } from "../support/servers.js";
import { mirror } from "./mirror.js";

/** `fetch` as some tool replaces it before the app is loaded, so that the app cannot know it as replaced. */
const broken = `globalThis.fetch = () => { throw new Error("fetch was called"); };`;
const preload = `--import=data:text/javascript,${encodeURIComponent(broken)}`;

test("already the first request of a process goes without fetch", async () => {
  const upstream = await mirror();
  const flow = `<request>{ "url": {{ concat($env/UPSTREAM, "/a") }} }</request>`;
  const out = await buildOutput("first-request", apiFiles({ "/x": flow }));
  const server = await serve(out, { UPSTREAM: upstream.url, NODE_OPTIONS: preload });
  try {
    const response = await fetch(`${server.url}/t/x`);
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ url: "/a" })]);
  } finally {
    await server.stop();
    await upstream.stop();
  }
});
