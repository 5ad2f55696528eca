/** Guards: what runs before the init flow of an operation. */
import { Hono } from "hono";
import { expect, test } from "vitest";
import { type Flow, fail, requestEnded, respond, service } from "../../runtime/index.js";
import { send } from "../support/client.js";

const later =
  (flow: Flow): Flow =>
  async ($) => {
    await Promise.resolve();
    return flow($);
  };

/** The names of the flows that ran for a GET, and the status of the response. */
async function ran(guards: (note: (name: string) => Flow) => readonly Flow[]) {
  const names: string[] = [];
  const note =
    (name: string): Flow =>
    ($) => {
      names.push(name);
      respond($, name);
    };
  const app = new Hono();
  const flows = service({ basePath: "", init: note("init"), error: note("error") });
  app.all(...flows.path("/x", { GET: note("get"), POST: note("post") }, { GET: guards(note) }));
  const { status } = await send(app, { path: "/x" });
  await send(app, { path: "/x", method: "POST" });
  return { names: names.join(" "), status };
}

const refuse: Flow = ($) => fail($, undefined, "no", 403);
const answer: Flow = () => requestEnded;

test.each<[string, (note: (name: string) => Flow) => readonly Flow[], string, number]>([
  ["run one after the other, for their method only", (note) => [note("a"), note("b")], "a b init get", 200],
  ["may wait", (note) => [later(note("a")), note("b"), later(note("c"))], "a b c init get", 200],
  ["refuse a request: the error flow answers", (note) => [note("a"), refuse, note("b")], "a error", 403],
  ["refuse it after a while", () => [later(refuse)], "error", 403],
  ["answer it: no flow runs", (note) => [note("a"), answer, note("b")], "a", 200],
  ["answer it after a while", (note) => [later(answer), note("b")], "", 200],
])("guards %s", async (_, guards, names, status) => {
  expect(await ran(guards)).toEqual({ names: `${names} init post`.trim(), status });
});
