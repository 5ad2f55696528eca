/** The header field `Debug`, which debugs a single request. */
import { expect, test } from "vitest";
import { debugged } from "./support.js";

type Env = Readonly<Record<string, string>>;

const ask = async (env: Env, debug: string) => {
  const { text, log } = await debugged(`<echo>x</echo>`, env, { headers: { debug } });
  const alerts = log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { readonly type: string; readonly message: string })
    .flatMap(({ type, message }) => (type === "engine_alert" ? [message] : []));
  return { isShown: text.startsWith("debug   [echo]"), alerts };
};

const allowed: Env = { FLOW_DEBUG_ALLOW_HEADER: "true" };
const locked: Env = { FLOW_DEBUG_AUTH: "Pas5:W0rd" };
const refused = ["The header field Debug has not the right password."];

test.each<[string, Env, string, boolean, readonly string[]]>([
  ["allowed", allowed, "echo::inline", true, []],
  ["allowed, under the other name", { FLAT_DEBUG_ALLOW_HEADER: "true" }, "echo::inline", true, []],
  ["not allowed", {}, "echo::inline", false, []],
  ["with the password", locked, "echo::inline; auth=Pas5:W0rd", true, []],
  ["with the password, close together", locked, "echo::inline;auth=Pas5:W0rd", true, []],
  ["without the password", locked, "echo::inline", false, refused],
  ["with a wrong one", locked, "echo::inline; auth=Pas5:W0rt", false, refused],
  ["with the beginning of it", locked, "echo::inline; auth=Pas5", false, refused],
  ["with more than it", locked, "echo::inline; auth=Pas5:W0rdPas5:W0rd", false, refused],
  ["with an empty one", locked, "echo::inline; auth=", false, refused],
  [
    "with the password, but switched off",
    { ...locked, FLOW_DEBUG_ALLOW_HEADER: "false" },
    "echo::inline; auth=Pas5:W0rd",
    false,
    [],
  ],
  ["allowed only with the password", { ...locked, ...allowed }, "echo::inline", false, refused],
  ["in the place of the environment's", { ...allowed, FLOW_DEBUG: "template" }, "echo::inline", true, []],
  ["that is no setting", allowed, "echo:x:y", false, ["The header field Debug is no debug setting."]],
  ["that is empty: all, on standard error", allowed, "", false, []],
])("a field %s", async (_, env, field, isShown, alerts) => {
  expect(await ask(env, field)).toEqual({ isShown, alerts });
});

test("other requests are not debugged, and a refused field leaves the environment's setting", async () => {
  const env = { ...locked, FLOW_DEBUG: "echo::inline" };
  expect(await ask(env, "*::append; auth=x")).toEqual({ isShown: true, alerts: refused });
  expect((await debugged("<echo>x</echo>", allowed)).text).toBe("x");
});

test("the password is never shown", async () => {
  const { text } = await debugged(`<debug in="$request"/>`, locked, {
    headers: { debug: "*::inline; auth=Pas5:W0rd", Authorization: "Bearer xyz", Cookie: "s=uvw" },
  });
  expect(text).toContain('"debug": "***"');
  expect(text).not.toMatch(/Pas5|xyz|uvw/);
});
