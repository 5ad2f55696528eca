/**
 * Secrets that let somebody in are nowhere: not in the API, its events and files, not in the page, not in the
 * terminal.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RequestSummary } from "../../bin/commands/dev/api.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { describing } from "../commands/app.js";
import { needing } from "../support/needs.js";
import { browserNeed, launchBrowser, type TestBrowser } from "./support/browser.js";
import { DevServer } from "./support/dev-server.js";

/** Each comes by a way of its own. */
const secrets = {
  authorization: "s3cret-authorization-of-the-client",
  cookie: "s3cret-cookie-of-a-session",
  query: "s3cret-in-the-query",
  password: "s3cret-password-in-the-body",
  pin: "s3cret-pin-0815-4711",
  variable: "s3cret-made-by-the-flow",
  environment: "s3cret-of-the-environment",
  userOfUrl: "s3cret-in-an-upstream-url",
  basic: "s3cret-for-the-upstream",
  upstream: "s3cret-in-an-upstream-body",
  setCookie: "s3cret-cookie-of-upstream",
  own: "s3cret-by-a-name-of-ones-own",
};

const login = `<flow>
  <eval out="$password">$body/json/password</eval>
  <eval out="$copied">concat("copied: ", $password)</eval>
  <template out="$token">{{ concat("s3cret-", "made-by-the-flow") }}</template>
  <template out="$mine">
  { "access_token": {{ $token }}, "again": {{ $copied }}, "license": {{ $body/json/license }} }
  </template>
  <request content="users">
  {
    "url": {{ concat($env/USERS_API, "/users?api_key=", $env/USERS_KEY) }},
    "headers": { "X-Api-Key": {{ $request/headers/authorization }} },
    "body": { "value": { "password": {{ $password }} } },
    "options": { "basic-auth-credentials": {{ $env/USERS_CREDENTIALS }} }
  }
  </request>
  <set-response-headers>{ "Set-Cookie": {{ concat("session=", $request/cookies/session) }} }</set-response-headers>
  <template>
  {
    "token": {{ $token }},
    "secret": {{ content("users")/json/secret }},
    "query_token": {{ $request/get/token }},
    "copied": {{ $copied }}
  }
  </template>
</flow>`;

const fails = `<flow>
  <error status="401">
  { "message": "wrong", "password": {{ $request/get/token }} }
  </error>
</flow>`;

/** An upstream system that answers with secrets. Resolves to its URL. */
async function users(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "set-cookie": `sid=${secrets.setCookie}; HttpOnly`,
    });
    response.end(JSON.stringify({ secret: secrets.upstream, deep: [{ password: secrets.upstream }] }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://me:${secrets.userOfUrl}@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function started(): Promise<DevServer> {
  const server = await DevServer.start({
    files: {
      "swagger.yaml": describing({ "/login": "login.xml", "/fails": "fails.xml" }),
      "login.xml": login,
      "fails.xml": fails,
    },
    args: ["--secret", "license"],
    env: {
      USERS_API: await users(),
      USERS_KEY: secrets.environment,
      USERS_CREDENTIALS: `me:${secrets.basic}`,
    },
  });
  const headers = {
    authorization: `Bearer ${secrets.authorization}`,
    cookie: `session=${secrets.cookie}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({
    user: "ada",
    password: secrets.password,
    license: secrets.own,
    more: { pin: secrets.pin },
  });
  for (const path of ["login", "fails"]) {
    const target = `${server.app}/api/${path}?user=ada&token=${secrets.query}`;
    const response = await fetch(target, { method: "POST", headers, body });
    const answer = await response.text();
    expect(answer).toContain(secrets.query); // the app itself is not masked
  }
  return server;
}

/** The secrets in a text, by their names. */
const secretsIn = (text: string): readonly string[] =>
  Object.entries(secrets).flatMap(([name, value]) => (text.includes(value) ? [name] : []));

describe("Secrets of requests", () => {
  test("are in no answer of the API, in no file and not in the terminal", async () => {
    const server = await started();
    const { requests } = await server.api<{ requests: RequestSummary[] }>("/requests");
    expect(requests.map(({ status }) => status)).toEqual([200, 401]);
    const trace = await server.api<Trace>("/requests/1");
    // The events to look at are there.
    expect(trace.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["variable", "upstream", "output"]),
    );
    expect(trace.hasSecrets).toBe(true);
    const paths = ["/requests", "/requests/1", "/requests/2", "/state", "/findings", "/map"];
    for (const path of [...paths, "/source?file=login.xml&build=1"]) {
      const text = await (await server.ask(path)).text();
      expect({ path, found: secretsIn(text) }).toEqual({ path, found: [] });
    }
    for (const key of [1, 2]) {
      const text = await (await server.ask("/tests", "POST", { key })).text();
      expect({ key, found: secretsIn(text) }).toEqual({ key, found: [] });
    }
    const events = await fetch(`${server.page}/api/events`);
    const reader = events.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(first).toContain("event: requests");
    expect(secretsIn(first)).toEqual([]);
    await server.until(/POST \/api\/fails/);
    expect(secretsIn(server.text)).toEqual([]);
  });
});

describe("Secrets in the page", needing(browserNeed), () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  test("are in no view of it", async () => {
    const server = await started();
    const { page, complaints, close } = await browser.open(server.page);
    await page.getByText("/api/fails").first().waitFor();
    for (const view of ["requests", "requests/1", "requests/2", "map", "try", "findings"]) {
      await page.goto(`${server.page}/#/${view}`);
      await page.waitForTimeout(500);
      const shown = await page.evaluate<string>(
        "document.documentElement.outerHTML + [...document.querySelectorAll('input,textarea')].map((each) => each.value)",
      );
      expect({ view, found: secretsIn(shown) }).toEqual({ view, found: [] });
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
