/** Definitions, references and names of one flow directory, as an editor asks `flowc lsp` for them. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Location, Position, WorkspaceEdit } from "vscode-languageserver-protocol/node";
import { EditorClient, flowDirectory, marked, withEdits } from "../support/editor-client.js";

const files = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
paths:
  /a: { get: { x-flow: a.xml } }
  /b: { get: { x-flow: b.xml } }
`,
  "init.xml": `<flow>\n  <eval out="$tenant">"t"</eval>\n</flow>\n`,
  "a.xml": `<flow>
  <eval out="$id">1</eval>
  <request content="users">{ "url": {{ concat("http://u/", $tenant) }} }</request>
  <sub-flow src="shared/log.xml"/>
  <template>
  {
    {{$own := $id + 1}}
    "own": {{ $own }}, "id": {{ $id }}, "status": {{ $upstream/users/status }},
    "users": {{ content("users")/json }}
  }
  </template>
</flow>
`,
  "b.xml": `<flow>\n  <eval out="$id">2</eval>\n  <template>{ "id": {{ $id }}, "tenant": {{ $tenant }} }</template>\n</flow>\n`,
  "shared/log.xml": `<flow>\n  <log>{ "id": {{ $id }} }</log>\n</flow>\n`,
};

let client: EditorClient;

beforeAll(async () => {
  client = await EditorClient.start(flowDirectory(files));
  for (const [path, text] of Object.entries(files)) await client.open(path, text);
  // Everything has been looked at when the variable of another flow is known.
  await vi.waitFor(async () => expect(await places(definition("a.xml", "$ten|ant"))).toHaveLength(1), {
    timeout: 20_000,
    interval: 100,
  });
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toBe("");
});

/** The place in a file where a text stands first, which has `|` in it. */
function at(path: keyof typeof files, where: string): Position {
  const plain = where.replace("|", "");
  return marked(files[path].replace(plain, where)).position;
}

const definition = (path: keyof typeof files, where: string) => client.definition(path, at(path, where));
const references = (path: keyof typeof files, where: string) => client.references(path, at(path, where));

/** `file:line text`, for each place. */
async function places(asked: Promise<Location[] | null>): Promise<readonly string[]> {
  return ((await asked) ?? []).map(({ uri, range }) => {
    const path = decodeURIComponent(uri).split(`${client.root}/`)[1] as keyof typeof files;
    const line = files[path].split("\n")[range.start.line] ?? "";
    return `${path}:${range.start.line + 1} ${line.slice(range.start.character, range.end.character)}`.trim();
  });
}

describe("definitions", () => {
  test("of variables are where they are set, also in another flow", async () => {
    expect(await places(definition("a.xml", "$ten|ant"))).toEqual(["init.xml:2 $tenant"]);
    expect(await places(definition("a.xml", '"id": {{ $|id'))).toContain("a.xml:2 $id");
    expect(await places(definition("a.xml", '"own": {{ $o|wn'))).toEqual(["a.xml:7 $own"]);
  });
  test("of a response are where its request is sent", async () => {
    expect(await places(definition("a.xml", "$upstream/us|ers"))).toEqual(["a.xml:3 users"]);
    expect(await places(definition("a.xml", 'content("us|ers")/json'))).toEqual(["a.xml:3 users"]);
  });
  test("of files are the files", async () => {
    expect(await places(definition("a.xml", "shared/l|og.xml"))).toEqual(["shared/log.xml:1"]);
    expect(await places(definition("swagger.yaml", "x-flow: a.x|ml"))).toEqual(["a.xml:1"]);
  });
  test("of a flow are the operations that it answers", async () => {
    expect(await places(definition("a.xml", "<fl|ow>"))).toEqual(["swagger.yaml:5 a.xml"]);
  });
});

describe("references", () => {
  test("of a variable are in all flows that share it", async () => {
    expect(await places(references("init.xml", "$ten|ant"))).toEqual(
      expect.arrayContaining(["init.xml:2 $tenant", "a.xml:3 $tenant", "b.xml:3 $tenant"]),
    );
  });
  test("of a flow that the API description names are all that start it", async () => {
    expect(await places(references("swagger.yaml", "x-flow: b.x|ml"))).toEqual(["swagger.yaml:6 b.xml"]);
  });
  test("of a flow are those that call it", async () => {
    expect(await places(references("shared/log.xml", "<fl|ow>"))).toEqual(["a.xml:4 shared/log.xml"]);
  });
});

/** The files that a renaming changes, with their new texts. */
function renamed(edit: WorkspaceEdit | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(edit?.changes ?? {}).map(([uri, edits]) => {
      const path = decodeURIComponent(uri).split(`${client.root}/`)[1] as keyof typeof files;
      return [path, withEdits(files[path], edits)];
    }),
  );
}

describe("renaming", () => {
  test("reaches every flow that shares the variable, and no other", async () => {
    const edit = await client.rename("a.xml", at("a.xml", '"id": {{ $|id'), "$number");
    expect(renamed(edit)).toEqual({
      "a.xml": files["a.xml"].replaceAll("$id", "$number"),
      "shared/log.xml": files["shared/log.xml"].replace("$id", "$number"),
    });
  });
  test("of a variable of a template stays in it", async () => {
    const edit = await client.rename("a.xml", at("a.xml", '"own": {{ $o|wn'), "mine");
    expect(renamed(edit)).toEqual({ "a.xml": files["a.xml"].replaceAll("$own", "$mine") });
  });
  test.each([
    ["a.xml", "$up|stream", "other", "A predefined variable has the name that it has."],
    ["a.xml", '"id": {{ $|id', "tenant", "There is another variable of this name."],
    ["a.xml", '"id": {{ $|id', "a b", "A name is a letter or underscore"],
    ["a.xml", "<templ|ate>", "x", "There is no variable here."],
  ] as const)("in %s at %s to %s is refused: %s", async (path, where, name, why) => {
    await expect(client.rename(path, at(path, where), name)).rejects.toThrow(why);
  });
  test("is refused while a flow that may use the variable has errors", async () => {
    await client.change("shared/log.xml", files["shared/log.xml"].replace("}} }", "}"));
    await client.until("shared/log.xml", (codes) => codes.includes("FLOW3001"));
    await expect(client.rename("a.xml", at("a.xml", '"id": {{ $|id'), "x")).rejects.toThrow("has errors");
    await client.change("shared/log.xml", files["shared/log.xml"]);
    await client.until("shared/log.xml", (codes) => codes.length === 0);
  });
});

test("hover tells of names: what a flow answers, types, documentation", async () => {
  const hover = async (path: keyof typeof files, where: string) =>
    ((await client.hover(path, at(path, where)))?.contents as { value: string } | undefined)?.value;
  expect(await hover("a.xml", "<fl|ow>")).toBe("Answers\n\n- GET `/api/a`");
  expect(await hover("shared/log.xml", "<fl|ow>")).toBe("Called by\n\n- `a.xml`");
  expect(await hover("a.xml", '"id": {{ $|id')).toContain("`$id`: number");
  expect(await hover("a.xml", "con|cat(")).toContain("concat(");
  expect(await hover("a.xml", "cont|ent=")).toContain("The request ID. The default is `main`.");
  expect(await hover("a.xml", '"u|rl"')).toContain("An absolute `http` or `https` URL.");
  expect(await hover("swagger.yaml", "x-flow-in|it")).toContain("A flow that runs before");
  expect(await hover("a.xml", "$upst|ream")).toContain("Upstream responses by request ID");
});
