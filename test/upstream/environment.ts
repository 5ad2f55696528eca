import { afterAll, beforeAll, expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { deadUrl, type RunningServer } from "../support/servers.js";
import { type Mirrored, mirror } from "./mirror.js";

/** Flows find a mirror as `$env/UPSTREAM`, and a port where nothing listens as `$env/DEAD`. */
export function useMirror(): { url(): string } {
  let server: RunningServer;
  beforeAll(async () => {
    server = await mirror();
    process.env.UPSTREAM = server.url;
    process.env.DEAD = await deadUrl();
  });
  afterAll(() => server.stop());
  return { url: () => server.url };
}

/** Looks at what the upstream saw, where its answer is the response. */
export const sees = (look: (seen: Mirrored) => void) => (response: ClientResponse) =>
  look(response.json() as Mirrored);

/** The request of a flow failed for this reason. */
export const failed =
  (reason: RegExp, status = 502) =>
  (response: ClientResponse): void => {
    expect(response.json()).toMatchObject({ error: { code: 3201, status } });
    expect((response.json() as { error: { info: string[] } }).error.info.join()).toMatch(reason);
  };
