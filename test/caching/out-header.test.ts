/** Claims of a token in upstream requests: what is kept for one user is for no other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app } from "../support/compile.js";
import { flowFile } from "../support/samples.js";
import { bearer, secured, withToken } from "../support/secured.js";
import { hmacToken } from "../support/tokens.js";
import { type CountingUpstream, countingUpstream } from "./upstream.js";

let server: CountingUpstream;

beforeAll(async () => {
  server = await countingUpstream();
  server.answer = () => ({ headers: { "cache-control": "public, s-maxage=600" } });
});
afterAll(() => server.stop());

const caches = [`"use-http-cache": true`, `"force-cache-ttl": 600`];
// The second is a field that responses usually do not depend on.
const headers = ["X-Claims", "Accept-Language"];
const cases = caches.flatMap((option) => headers.map((header) => [option, header] as const));

test.each(cases)("%s, out-header: %s", async (option, header) => {
  const url = server.fresh();
  const files = secured(
    {
      securityDefinitions: { Token: bearer({ "out-header": header }) },
      paths: { "/x": { security: [{ Token: [] }, {}], "x-flow": "ask.xml" } },
    },
    { "ask.xml": flowFile(`<request>{ "url": "${url}", "options": { ${option} } }</request>`) },
  );
  const answer = async (user: object) => (await send(await app(files), withToken(hmacToken(user)))).text;
  const [ada, bob] = [{ sub: "ada" }, { sub: "bob" }];
  expect([await answer(ada), await answer(bob), await answer(ada), await answer(bob)]).toEqual([
    "1",
    "2",
    "1",
    "2",
  ]);
  expect((await send(await app(files), { path: "/t/x" })).text).toBe("3");
});
