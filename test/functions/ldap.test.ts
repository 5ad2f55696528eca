import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sendTo } from "../support/client.js";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { ldapDirectory, type RunningDirectory, startDirectory } from "../support/directory.js";
import { findings } from "../support/findings.js";
import { needing } from "../support/needs.js";
import { flowc } from "../support/project.js";
import { apiFiles, ask, basePath, flow, type Sample, samples } from "../support/samples.js";
import { served } from "../support/served.js";
import { deadUrl } from "../support/servers.js";
import { value } from "./value.js";

const ADMIN = "$env/LDAP_URL, 'cn=admin,dc=test', 'letmein', 'dc=test'";

/** An answer, and nothing in the log. */
const answers = (expression: string, json: unknown, query?: string): Sample => ({
  ...value(expression, json, query),
  check: ({ log }) => expect(log).toStrictEqual([]),
});

/** The empty node-set, and one line in the log. */
const fails = (name: string, expression: string, message: string | RegExp): Sample => ({
  ...value(expression, null),
  name,
  check: ({ log }) => {
    const topic = expression.slice(0, expression.indexOf("("));
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    expect(log).toMatchObject([{ type: "engine_alert", topic, message: expected }]);
    expect(JSON.stringify(log)).not.toMatch(/letmein|engine\b|wrong|uid=/);
  },
});

/** The URL of a server on loopback that speaks TCP, and the end of its first connection. */
async function listen(server: Server): Promise<{ readonly url: string; readonly closed: Promise<unknown> }> {
  server.listen(0, "127.0.0.1");
  const closed = once(server, "connection").then(async ([socket]) => {
    socket.resume();
    await once(socket, "close");
    server.close();
  });
  await once(server, "listening");
  return { url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

const users = (url: string): string =>
  `<template>{{ count(ldap-query(${url}, '', '', 'dc=test', '(uid=a*)', 'uid')/value) }}</template>`;

describe("With a directory", needing(ldapDirectory), () => {
  let directory: RunningDirectory;
  beforeAll(async () => {
    directory = await startDirectory();
    vi.stubEnv("LDAP_URL", directory.url);
    vi.stubEnv("LDAPS_URL", directory.secureUrl);
  }, 30_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await directory?.stop();
  });

  samples("ldap-lookup", [
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', 'engine', 'uid,mail')`, {
      dn: "cn=Ada Lovelace,ou=people,dc=test",
      uid: "ada",
      mail: ["ada@example.com", "countess@example.com"],
    }),
    answers(`ldap-lookup(${ADMIN}, 'uid=grace', 'nanosecond', ' MAIL , none, Uid, ')`, {
      dn: "cn=Hopper\\2C Grace,ou=people,dc=test",
      MAIL: "grace@example.com",
      Uid: "grace",
    }),
    answers(`ldap-lookup(${ADMIN}, '(&(objectClass=person)(mail=ada@*))', 'engine', '')`, {
      dn: "cn=Ada Lovelace,ou=people,dc=test",
    }),
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', 'engine', 'description')/description`, "Übersetzung"),
    answers(`base64-encode(ldap-lookup(${ADMIN}, '(uid=ada)', 'engine', 'jpegPhoto')/jpegPhoto)`, "/9j/4A=="),
    answers(`count(ldap-lookup(${ADMIN}, '(uid=ada)', 'engine', '*')/mail/value)`, 2),
    answers("ldap-lookup($env/LDAP_URL, '', '', 'dc=test', '(uid=ada)', 'engine', 'uid')/uid", "ada"),
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', 'wrong', 'uid')`, null),
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', '', 'uid')`, null),
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', $request/get/none, 'uid')`, null),
    answers(`ldap-lookup(${ADMIN}, '(uid=ada)', $request/get/p, 'uid')`, null, "p=%00"),
    answers(`ldap-lookup(${ADMIN}, '(uid=alan)', 'engine', 'uid')`, null),
    answers(`ldap-lookup(${ADMIN}, '(uid=nobody)', 'engine', 'uid')`, null),
    fails(
      "several users",
      `ldap-lookup(${ADMIN}, '(uid=*)', 'engine', 'uid')`,
      "The filter finds more than one user.",
    ),
    fails(
      "a filter with a parenthesis from outside",
      `ldap-lookup(${ADMIN}, '(uid=ada)(uid=*))', 'engine', 'uid')`,
      "The filter cannot be read.",
    ),
    fails("no filter", `ldap-lookup(${ADMIN}, '', 'engine', 'uid')`, "The filter cannot be read."),
    fails(
      "the wrong password of the system",
      "ldap-lookup($env/LDAP_URL, 'cn=admin,dc=test', 'wrong', 'dc=test', '(uid=ada)', 'engine', 'uid')",
      "The directory answers with code 49 (InvalidCredentialsError).",
    ),
    fails(
      "no password of the system",
      "ldap-lookup($env/LDAP_URL, 'cn=admin,dc=test', $env/NONE, 'dc=test', '(uid=ada)', 'engine', 'uid')",
      "The password is empty.",
    ),
    fails(
      "a name that is another way to log in",
      "ldap-lookup($env/LDAP_URL, 'EXTERNAL', 'x', 'dc=test', '(uid=ada)', 'engine', 'uid')",
      "The name to log in with is no distinguished name.",
    ),
    fails(
      "no such base",
      "ldap-lookup($env/LDAP_URL, '', '', 'dc=nowhere', '(uid=ada)', 'engine', 'uid')",
      "The directory answers with code 32 (NoSuchObjectError).",
    ),
  ]);

  samples("ldap-query", [
    answers(`sort(ldap-query(${ADMIN}, '(uid=a*)', 'uid,mail'), 'uid')`, [
      {
        dn: "cn=Ada Lovelace,ou=people,dc=test",
        uid: "ada",
        mail: ["ada@example.com", "countess@example.com"],
      },
      { dn: "cn=Alan Turing,ou=people,dc=test", uid: "alan", mail: "alan@example.com" },
    ]),
    answers(
      `ldap-query(${ADMIN}, '(&(mail=*)(uid=grace))', '')/value/dn`,
      "cn=Hopper\\2C Grace,ou=people,dc=test",
    ),
    answers(`ldap-query(${ADMIN}, '(uid=nobody)', 'uid')`, null),
    answers(
      `ldap-query(${ADMIN}, concat('(uid=', $request/get/user, ')'), 'sn')/value/sn`,
      "Turing",
      "user=%5c61lan",
    ),
    {
      name: "more entries than there may be",
      flow: `<template>{{ count(ldap-query(${ADMIN}, '(objectClass=device)', 'cn')/value) }}</template>`,
      json: 1000,
      check: ({ log }) =>
        expect(log).toMatchObject([
          { topic: "ldap-query", message: "There are more than 1000 entries: the others are left out." },
        ]),
    },
    {
      name: "several, one after the other",
      flow: `<template out="$users">["ada", "nobody", "grace"]</template>
        <template>[ {{loop $users}} {{ ldap-query(${ADMIN}, concat("(uid=", ., ")"), "sn")/value/sn }} {{end}} ]</template>`,
      json: ["Lovelace", null, "Hopper"],
    },
    fails(
      "a filter that is too long",
      `ldap-query(${ADMIN}, '(uid=${"a".repeat(70_000)})', '')`,
      "The filter is too long.",
    ),
    fails(
      "a filter that nests too deeply",
      `ldap-query(${ADMIN}, '${"(!".repeat(30_000)}', '')`,
      "The filter cannot be read.",
    ),
    fails(
      "a certificate that nobody trusts",
      "ldap-query($env/LDAPS_URL, '', '', 'dc=test', '(uid=ada)', 'uid')",
      /^The connection failed \([A-Z_]*SELF_SIGNED[A-Z_]*\)\.$/,
    ),
    fails(
      "a certificate that nobody trusts, with StartTLS",
      "ldap-query(concat($env/LDAP_URL, '/????!StartTLS'), '', '', 'dc=test', '(uid=ada)', 'uid')",
      /^The connection failed \([A-Z_]*SELF_SIGNED[A-Z_]*\)\.$/,
    ),
  ]);

  test("the connection is closed after an answer", async () => {
    const port = Number(new URL(directory.url).port);
    const relay = createServer((socket) => socket.pipe(connect(port, "127.0.0.1")).pipe(socket));
    const { url, closed } = await listen(relay);
    vi.stubEnv("LDAP_RELAY", url);
    const { text } = await ask(await flow(users("$env/LDAP_RELAY")));
    expect(text).toBe("2");
    await closed;
  });

  test("server.js asks over ldaps and with StartTLS, and makes a token of the answer", async () => {
    const flows = apiFiles({
      "/x": `<eval out="$user">ldap-lookup($env/LDAPS_URL, '', '', 'dc=test', '(uid=ada)', 'engine', 'uid')</eval>
        <eval out="$all">ldap-query(concat($env/LDAP_URL, '/????!StartTLS'), '', '', 'dc=test', '(uid=a*)', '')</eval>
        <eval out="$token">jwt-encode($user, 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg')</eval>
        <template>{ "user": {{ jwt-decode($token, 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg')/uid }}, "all": {{ count($all/value) }} }</template>`,
    });
    const [place, out] = [scratchDirectory("ldap-flows"), scratchDirectory("ldap-app")];
    writeFiles(
      place,
      Object.entries(flows).map(([path, text]) => ({ path, text })),
    );
    expect(await flowc("build", place, "-o", out)).toMatchObject({ code: 0 });
    expect(statSync(join(out, "server.js")).size).toBeLessThan(300_000);
    const ask = async (env: Readonly<Record<string, string>>) => {
      const server = await served(out, {
        LDAP_URL: directory.url,
        LDAPS_URL: directory.secureUrl,
        ...env,
      });
      const response = await sendTo(server.url, { path: `${basePath}/x` });
      await server.stop();
      return { body: response.json(), log: server.log() };
    };
    expect(await ask({ NODE_EXTRA_CA_CERTS: directory.authority })).toMatchObject({
      body: { user: "ada", all: 2 },
    });
    expect(await ask({})).toMatchObject({ body: { all: 0 } });

    // The same, with the authority that the configuration names.
    writeFiles(place, [
      {
        path: "conf/config.xml",
        text: `<config><flat><ldap cacert-src="ca.pem" timeout="5"/></flat></config>`,
      },
      { path: "conf/ca.pem", text: readFileSync(directory.authority, "utf8") },
    ]);
    expect(await flowc("build", place, "-o", out)).toMatchObject({ code: 0 });
    expect(await ask({})).toMatchObject({ body: { user: "ada", all: 2 } });
  }, 90_000);
});

describe("Without one", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("a connection that is refused, which is told once a minute", async () => {
    vi.stubEnv("LDAP_URL", (await deadUrl()).replace("http", "ldap"));
    const asking = await flow(users("$env/LDAP_URL"));
    const { text, log } = await ask(asking);
    expect(text).toBe("0");
    expect(log).toMatchObject([{ topic: "ldap-query", message: "The connection failed (ECONNREFUSED)." }]);
    for (let count = 0; count < 3; count++) expect(await ask(asking)).toMatchObject({ text: "0", log: [] });
    // A mistake in one request is told of each.
    vi.stubEnv("LDAP_URL", "ftp://localhost");
    for (let count = 0; count < 2; count++) expect((await ask(asking)).log).toHaveLength(1);
  });

  test.each(["", "/????!1.3.6.1.4.1.1466.20037"])(
    "a server that never answers is left after a while (%j)",
    async (extensions) => {
      const { url, closed } = await listen(createServer());
      vi.stubEnv("LDAP_URL", url + extensions);
      vi.stubEnv("FLOW_LDAP_TIMEOUT", "0.5");
      const { text, log } = await ask(await flow(users("$env/LDAP_URL")));
      expect(text).toBe("0");
      expect(log).toMatchObject([{ topic: "ldap-query", message: "No answer within 0.5 s." }]);
      await closed;
    },
  );

  test.each([
    ["0.25", "0.25"],
    ["never", "0.5"],
  ])("<set-config> with a time-out of %s", async (timeout, expected) => {
    const { url, closed } = await listen(createServer());
    vi.stubEnv("LDAP_URL", url);
    vi.stubEnv("TIMEOUT", timeout);
    vi.stubEnv("FLOW_LDAP_TIMEOUT", "0.5");
    const config = '<set-config><flat><ldap timeout="{$env/TIMEOUT}"/></flat></set-config>';
    const { log } = await ask(await flow(config + users("$env/LDAP_URL")));
    expect(log).toMatchObject([{ topic: "ldap-query", message: `No answer within ${expected} s.` }]);
    await closed;
  });

  samples("URLs", [
    fails(
      "another scheme",
      "ldap-query($request/url, '', '', '', '(a=b)', '')",
      "The URL is no ldap or ldaps URL.",
    ),
  ]);
});

findings("URLs of directories", {
  "a constant that is none": {
    flow: `<eval out="$a">ldap-query('ldap.example.com', $env/U, $env/P, 'dc=test', '(a=b)', '')</eval>`,
    finds: "error",
    message: /FLOW2042 ldap-query\(\) needs the URL of a directory/,
  },
});
