/** Settings of `conf/config.xml` that the build has to know: `<cors>` and `<ldap>`. */
import { describe, expect, test } from "vitest";
import { send } from "./support/client.js";
import { app, compileFiles, describeDiagnostic, diagnose, type Files } from "./support/compile.js";
import { apiFiles } from "./support/samples.js";

const files = (settings: string, more: Files = {}): Files => ({
  ...apiFiles({ "/x": "<template>[]</template>" }),
  "conf/config.xml": `<config>\n  <flat>\n    ${settings}\n  </flat>\n</config>`,
  ...more,
});

const origin = async (settings: string, from: string, more: Files = {}) => {
  const { headers } = await send(await app(files(settings, more)), {
    path: "/t/x",
    headers: { origin: from },
  });
  return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
};

const found = async (settings: string, more: Files = {}) =>
  (await diagnose(files(settings, more))).map(describeDiagnostic);

describe("<cors>", () => {
  test("allows origins", async () => {
    const one = `<cors allowed-origins="https://a.test" allow-credentials="true"/>`;
    expect(await origin(one, "https://a.test")).toEqual(["https://a.test", "true"]);
    expect(await origin(one, "https://b.test")).toEqual([null, "true"]);
    const several = `<cors allowed-origins="https://a.test, http://localhost:3000"/>`;
    expect(await origin(several, "http://localhost:3000")).toEqual(["http://localhost:3000", null]);
    expect(await origin(`<cors allowed-origins="*"/>`, "https://c.test")).toEqual(["*", null]);
  });

  test("answers preflight requests", async () => {
    const one = await app(files(`<cors allowed-origins="https://a.test"/>`));
    const { status, headers } = await send(one, {
      path: "/t/x",
      method: "OPTIONS",
      headers: { origin: "https://a.test", "access-control-request-method": "POST" },
    });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "https://a.test"]);
  });

  test("wins over x-flow-cors", async () => {
    const description = {
      swagger: "2.0",
      basePath: "/t",
      "x-flow-cors": { "allowed-origins": "https://b.test" },
    };
    const more = {
      "swagger.yaml": JSON.stringify({ ...description, paths: { "/x": { "x-flow": "0.xml" } } }),
    };
    expect(await origin(`<cors allowed-origins="https://a.test"/>`, "https://a.test", more)).toEqual([
      "https://a.test",
      null,
    ]);
  });

  test.each([
    [`<cors/>`, ["conf/config.xml:3:6 error FLOW1127 cors does not say which origins may use the API."]],
    [`<cors allowed-origins="a.test"/>`, ["conf/config.xml:3:28 error FLOW1128 a.test is no origin."]],
    [
      `<cors allowed-origins="*" allow-credentials="yes"/>`,
      ["conf/config.xml:3:50 error FLOW1110 allow-credentials must be true or false."],
    ],
    [
      `<cors allowed-origins="https://a.test" if="$server/role = 'dev'"/>`,
      [
        "conf/config.xml:3:44 warning FLOW1175 This <cors> has no effect, since the build has to know what it sets.",
      ],
    ],
    [
      `<cors allowed-origin="https://a.test" allowed-origins="*"/>`,
      ["conf/config.xml:3:11 warning FLOW4004 <cors> has no attribute allowed-origin; it has no effect."],
    ],
  ])("%s", async (settings, expected) => {
    expect(await found(settings)).toEqual(expected);
  });
});

describe("<ldap>", () => {
  const code = async (settings: string, more: Files = {}) => {
    const { modules, diagnostics } = await compileFiles(files(settings, more));
    expect(diagnostics.map(describeDiagnostic)).toEqual([]);
    return modules.find(({ path }) => path === "app.ts")?.text;
  };
  const pem = "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n";

  test("sets the time-out", async () => {
    expect(await code(`<ldap timeout="2.5"/>`)).toContain("ldap: { timeout: 2.5 }");
  });

  test("takes certificates into the app, in PEM or in DER", async () => {
    const literal = JSON.stringify(pem).slice(1, -1);
    expect(await code(`<ldap cacert-src="ca.pem"/>`, { "conf/ca.pem": pem })).toContain(literal);
    const der = Uint8Array.of(0x30, 0);
    expect(await code(`<ldap cacert-src="../ca.cer"/>`, { "ca.cer": der })).toContain(
      literal.replace("MA==", "MAA="),
    );
  });

  test.each([
    [`<ldap timeout="soon"/>`, [`conf/config.xml:3:20 error FLOW4088 "soon" is no number of seconds.`]],
    [`<ldap timeout="0"/>`, [`conf/config.xml:3:20 error FLOW4088 "0" is no number of seconds.`]],
    [
      `<ldap cacert-src="none.pem"/>`,
      ["conf/config.xml:3:23 error FLOW4011 There is no file conf/none.pem."],
    ],
    [
      `<ldap cacert-src="config.xml"/>`,
      ["conf/config.xml:3:23 error FLOW1176 conf/config.xml is no certificate."],
    ],
    [
      `<ldap timeout="{$env/T}"/>`,
      [
        "conf/config.xml:3:11 warning FLOW1175 This <ldap> has no effect, since the build has to know what it sets.",
      ],
    ],
  ])("%s", async (settings, expected) => {
    expect(await found(settings)).toEqual(expected);
  });
});
