/** The `auth` action: HTTP Basic authentication. */

import { expect, test } from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, compareResponse, flowFile, type Sample, samples } from "../support/samples.js";

const users = `<auth>
  <user pass="top secret"/>
  <user name="ada" pass="pä:ss"/>
  <user name="ada" pass="other"/>
  <user name="__proto__" pass="x"/>
</auth>`;
const basic = (credentials: string, scheme = "Basic"): ClientRequest => ({
  headers: { authorization: `${scheme} ${Buffer.from(credentials).toString("base64")}` },
});

const flow = `${users}<template>{ "ok": true }</template>`;
const passes = (credentials: string, scheme?: string): Sample => ({
  name: `${scheme ?? ""} ${credentials} passes`,
  flow,
  request: basic(credentials, scheme),
  json: { ok: true },
  headers: { "www-authenticate": null },
});
const refused = (name: string, request?: ClientRequest): Sample => ({
  name: `${name}: refused`,
  flow,
  ...(request === undefined ? {} : { request }),
  status: 401,
  text: "Authentication Required",
  headers: { "www-authenticate": 'Basic realm="flowc", charset="UTF-8"', "content-type": "text/plain" },
  check: ({ log }) => expect(log).toEqual([]),
});

samples("auth", [
  passes("ada:pä:ss"),
  passes(":top secret"),
  passes("ada:pä:ss", "bASIC"),
  passes("__proto__:x"),
  refused("no credentials"),
  refused("a wrong password", basic("ada:pass")),
  refused("the password of a repeated user", basic("ada:other")),
  refused("the password of another user", basic("ada:top secret")),
  refused("no password", basic("ada:")),
  refused("an unknown user", basic("bob:pä:ss")),
  refused("an inherited name", basic("constructor:")),
  refused("neither name nor password", basic(":")),
  refused("another scheme", basic("ada:pä:ss", "Bearer")),
  refused("no Base64", { headers: { authorization: "Basic %%%" } }),
  refused("no colon", basic("ada")),
  {
    name: "under a condition",
    flow: `<auth if="$request/get/secret"><user pass="x"/></auth><template>1</template>`,
    json: 1,
  },
]);

test("in the init flow, it protects all paths; the error flow has no part in it", async () => {
  const one = await app(
    apiFiles(
      { "/x": "<template>1</template>" },
      {
        init: `<sub-flow src="login.xml"/>`,
        error: `<echo>error</echo>`,
        files: { "login.xml": flowFile(users) },
      },
    ),
  );
  compareResponse(await send(one, { path: "/t/x" }), { status: 401, text: "Authentication Required" });
  compareResponse(await send(one, { path: "/t/x", ...basic(":top secret") }), { status: 200, json: 1 });
});

findings("auth: what the build says", {
  "no user": { flow: "<auth/>", finds: "error", message: /<auth> has no user/ },
  "no password": {
    flow: `<auth><user name="a"/></auth>`,
    finds: "error",
    message: /<user> needs .* pass/,
  },
  "an empty one": {
    flow: `<auth><user name="a" pass=""/></auth>`,
    finds: "error",
    message: /not be empty/,
  },
  "another element": {
    flow: `<auth><usr pass="x"/></auth>`,
    finds: "error",
    message: /<usr> cannot stand inside <auth>/,
  },
  "an element in a user": {
    flow: `<auth><user pass="x"><b/></user></auth>`,
    finds: "error",
    message: /<b> cannot stand inside <user>/,
  },
  text: { flow: `<auth>x<user pass="x"/></auth>`, finds: "error", message: /<auth> takes no text/ },
  "text in a user": {
    flow: `<auth><user pass="x">x</user></auth>`,
    finds: "error",
    message: /<user> takes no text/,
  },
  "another attribute": {
    flow: `<auth><user pass="x" nam="y"/></auth>`,
    finds: "warning",
    message: /no attribute nam/,
  },
  "a user twice": {
    flow: `<auth><user pass="x"/><user pass="y"/></auth>`,
    finds: "warning",
    message: /FLOW1195/,
  },
});
