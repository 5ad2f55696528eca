/**
 * The questions of a request without an upstream request of a flow: the keys of tokens, and LDAP directories.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tracesIn } from "../../bin/recording/reader.js";
import type { UpstreamEvent } from "../../runtime/observe/trace/format.js";
import { debugged } from "../debug/support.js";
import { ldapDirectory, type RunningDirectory, startDirectory } from "../support/directory.js";
import { type KeyServer, keyServer, says } from "../support/key-server.js";
import { needing } from "../support/needs.js";
import { apiFiles, basePath } from "../support/samples.js";
import { bearer, securedPath, withToken } from "../support/secured.js";
import { deadUrl } from "../support/servers.js";
import { keyPairToken, keysFor } from "../support/tokens.js";
import { eventsOf, trace, tracedApp } from "./support.js";

describe("A key set", () => {
  const { jwk, privateKey } = keysFor("ES256");
  const key = { ...jwk, kid: "one" };
  const token = keyPairToken({ sub: "ada" }, "ES256", privateKey, { kid: "one" });
  let keys: KeyServer;
  afterEach(() => keys?.stop());

  /** Returns the upstream events in the traces of a first and of a second request. */
  async function fetched(url: string): Promise<readonly (readonly UpstreamEvent[])[]> {
    const app = await tracedApp(securedPath(bearer({ key: undefined, "jwks-url": url, alg: "ES256" })));
    const { path, headers } = withToken(token);
    const { trace: one } = await trace(app, path, { headers });
    const { trace: two } = await trace(app, path, { headers });
    for (const part of token.split(".")) expect(JSON.stringify([one, two])).not.toContain(part);
    return [eventsOf(one, "upstream"), eventsOf(two, "upstream")];
  }

  test("is an exchange of the request for which it is fetched, and of no other", async () => {
    keys = await keyServer(key);
    const [first, second] = await fetched(`${keys.url}/keys?api_key=s3cr3tkey`);
    expect(first).toMatchObject([
      {
        id: "jwks",
        service: "key-set",
        request: { method: "GET", target: `${keys.url}/keys?api_key=***` },
        response: { status: 200, body: { text: JSON.stringify({ keys: [key] }) } },
        timing: { firstByte: expect.any(Number), ended: expect.any(Number) },
      },
    ]);
    expect(first?.[0]?.failure).toBeUndefined();
    expect(second).toEqual([]);
  });

  test("says why there is none", async () => {
    keys = await keyServer();
    keys.answer = says("gone", 404);
    expect((await fetched(keys.url))[0]).toMatchObject([
      {
        response: { status: 404 },
        failure: "The answer has the status 404.",
        timing: { ended: expect.any(Number) },
      },
    ]);
    keys.answer = says("{ no JSON");
    expect((await fetched(`${keys.url}/other`))[0]).toMatchObject([
      { response: { status: 200, body: { text: "{ no JSON" } }, failure: expect.stringMatching(/./) },
    ]);
    const [dead] = (await fetched(await deadUrl()))[0] ?? [];
    expect(dead).toMatchObject({ failure: "The connection failed (ECONNREFUSED)." });
    expect(dead?.response).toBeUndefined();
  });
});

describe("An LDAP directory", needing(ldapDirectory), () => {
  let directory: RunningDirectory;
  beforeAll(async () => {
    directory = await startDirectory();
  }, 30_000);
  afterAll(() => directory?.stop());

  const admin = () => `'${directory.url}', 'cn=admin,dc=test', 'letmein'`;

  async function asked(expression: string): Promise<readonly UpstreamEvent[]> {
    const flow = `<eval out="$found">count(${expression})</eval><template>{}</template>`;
    const { trace: made } = await trace(await tracedApp(apiFiles({ "/x": flow })), `${basePath}/x`);
    expect(JSON.stringify(made)).not.toMatch(/letmein|engine"|nanosecond/);
    return eventsOf(made, "upstream");
  }

  test("is an exchange of the action that asks it, with what it is asked and how many entries it has", async () => {
    expect(await asked(`ldap-query(${admin()}, 'dc=test', '(uid=a*)', 'cn, mail')/value`)).toMatchObject([
      {
        id: "ldap-query",
        service: "directory",
        place: "0.xml:2:1",
        request: { method: "SEARCH", target: `${directory.url}/dc=test?cn,mail?sub?(uid=a*)`, fields: [] },
        result: "2 entries",
        timing: { ended: expect.any(Number) },
      },
    ]);
  });

  test.each([
    ["engine", "1 entry, the password is right"],
    ["nanosecond", "1 entry, the password is wrong"],
  ])("says whether it accepts the password %s, and not which it is", async (password, result) => {
    const lookup = `ldap-lookup(${admin()}, 'dc=test', '(uid=ada)', '${password}', 'uid')`;
    expect(await asked(lookup)).toMatchObject([{ id: "ldap-lookup", result }]);
  });

  test("shows no value of a secret attribute in a filter, and any filter", async () => {
    const filter = "(&amp;(uid=a#?%d)(userPassword=nanosecond)(cn=Ä))";
    const [event] = await asked(`ldap-query(${admin()}, 'dc=test', '${filter}', 'cn')`);
    expect(decodeURI(event?.request.target ?? "")).toBe(
      `${directory.url}/dc=test?cn?sub?(&(uid=a%23%3F%d)(userPassword=***)(cn=Ä))`,
    );
    expect(event?.result).toBe("0 entries");
  });

  test("says why it has no answer", async () => {
    const wrong = admin().replace("letmein", "letmeinnot");
    expect(await asked(`ldap-query(${wrong}, 'dc=test', '(uid=a*)', 'cn')`)).toMatchObject([
      { failure: "The directory answers with code 49 (InvalidCredentialsError).", timing: {} },
    ]);
    const dead = (await deadUrl()).replace("http", "ldap");
    expect(await asked(`ldap-query('${dead}', '', '', 'dc=test', '(uid=a*)', 'cn')`)).toMatchObject([
      {
        request: { target: `${dead}/dc=test?cn?sub?(uid=a*)` },
        failure: expect.stringMatching(/ECONNREFUSED/),
      },
    ]);
  });

  test("is in the lines of a served app, by its topic", async () => {
    const flow = `<eval out="$n">count(ldap-query(${admin()}, 'dc=test', '(uid=a*)', 'cn'))</eval><template>{}</template>`;
    const seen = async (topic: string) => {
      const { log } = await debugged(flow, { FLOW_DEBUG: `${topic}::trace` });
      expect(log).not.toContain("letmein");
      const { traces, problems } = await tracesIn(log);
      expect(problems).toEqual([]);
      return traces.flatMap((made) => eventsOf(made, "upstream"));
    };
    expect(await seen("ldap-query")).toMatchObject([{ service: "directory", result: "2 entries" }]);
    expect(await seen("request")).toEqual([]);
  });
});
