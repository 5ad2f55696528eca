/** A builder that stays gives after each change what a new one would give. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Builder } from "../compiler/build/builder.js";
import { recompile } from "../compiler/build/recompile.js";
import { type Build, build, compile } from "../compiler/index.js";
import type { Input } from "../compiler/source/files.js";
import { type Files, inputOf } from "./support/compile.js";
import { fixture, listFiles } from "./support/project.js";

/** A builder, and how often it has compiled everything. */
function staying() {
  let compilations = 0;
  const counted = (input: Input) => {
    compilations++;
    return compile(input);
  };
  return { builder: new Builder(counted, undefined, recompile), count: () => compilations };
}

const plain = ({ files, diagnostics, endpoints, inputs }: Build) => ({
  files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  diagnostics: diagnostics.map(({ span, ...rest }) => [
    { ...rest },
    span?.source.path,
    span?.source.place(span.start),
    span?.source.text,
  ]),
  endpoints,
  inputs: [...inputs].sort(),
});

/** New builds, each once. */
const fresh = new Map<string, ReturnType<typeof plain>>();

async function expectLikeNew(builder: Builder, files: Files): Promise<Build> {
  const made = await builder.build(inputOf(files));
  const key = JSON.stringify(files);
  const expected = fresh.get(key) ?? plain(await build(inputOf(files)));
  fresh.set(key, expected);
  expect(plain(made)).toEqual(expected);
  return made;
}

const flow = `<flow>
  <!-- first -->
  <eval out="$id">number($request/params/id)</eval>
  <if test="$id > 100"><eval out="$id">100</eval></if>
  <error if="$id > 1000" status="400">{ "message": {{ concat('too large', ': ', $id) }} }</error>
  <request content="up">{ "url": {{ concat($env/UP, "/", $id) }} }</request>
  <template out="$summary">{ "count": {{ count(content("up")/json/items) }}, "list": {{ json-doc("list.json") }} }</template>
  <template>
  { "text": "first", "id": {{ $id }}, {{if $summary/count > 0}} "summary": {{ $summary }}, {{end}} "at": {{ $started }} }
  </template>
</flow>
`;
const app: Files = {
  "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
paths:
  /a/{id}: { get: { x-flow: a.xml } }
  /b/{id}: { get: { x-flow: b.xml }, post: { x-flow: b.xml } }
`,
  "init.xml": '<flow><eval out="$started">"now"</eval></flow>',
  "a.xml": flow,
  "b.xml": flow.replace("first", "b").replace("items", "others"),
  "list.json": "[1]",
};

describe("a builder that stays", () => {
  test.each([
    ["a comment", "<!-- first -->", "<!-- another, and\n longer --> <!-- one -->"],
    ["white space", "<flow>", "<flow>\n\n\n   "],
    ["a text of the response", '"text": "first"', '"text": "second"'],
    ["a member of the response", '"text": "first"', '"text": "first", "more": [1, 2, { "a": null }]'],
    ["a value in the response", '"at": {{ $started }}', '"at": {{ $summary/count }}'],
    ["what a condition of the response asks", "$summary/count > 0", "$summary/list > 7"],
    ["another place in an expression", "$id > 100", "$id   >  100"],
  ])("compiles only the flow whose change no other can see: %s", async (_, from, to) => {
    const { builder, count } = staying();
    expect((await expectLikeNew(builder, app)).diagnostics).toEqual([]);
    for (const path of ["a.xml", "b.xml"])
      await expectLikeNew(builder, { ...app, [path]: String(app[path]).replace(from, to) });
    await expectLikeNew(builder, app);
    expect(count()).toBe(1);
  });

  const visible = [
    ["a variable", 'out="$id"', 'out="$number"'],
    ["a value", "number($request/params/id)", "'text'"],
    ["what a template writes into a variable", '"count":', '"number":'],
    ["a text of an upstream request", '"url": {{', '"method": "POST", "url": {{'],
    ["a text of an error", "'too large'", "'far too large'"],
    ["a function", "$id > 100", "string-length($id) > 100"],
    ["a mistake", "<eval", "<evil"],
    ["a warning", "$id > 100", "$missing > 100"],
    ["a file", 'json-doc("list.json")', "1"],
    ["an environment variable", '"text": "first"', '"text": {{ $env/GREETING }}'],
    ["HTML in the response", '"text": "first"', '"text": {{ content("up")//title }}'],
    ["a test of the path", '"text": "first"', '"text": {{ contains($request/path, "/a") }}'],
    ["a helper of the runtime", '"text": "first"', '"text": {{loop a}} 1 {{end}}'],
  ] as const;
  const { builder: watching } = staying();
  test.each(visible)("compiles everything where others might see it: %s", async (_, from, to) => {
    expect(flow).toContain(from);
    await expectLikeNew(watching, { ...app, "a.xml": flow.replace(from, to) });
  });

  test("says again what templates write that others read", async () => {
    const { builder } = staying();
    const files = {
      ...app,
      "b.xml": '<flow><template out="$s">{ "a": 1 }</template><template>{{ $s/a }}</template></flow>',
    };
    expect((await expectLikeNew(builder, files)).diagnostics).toEqual([]);
    const changed = { ...files, "b.xml": files["b.xml"].replace('"a"', '"b"') };
    expect((await expectLikeNew(builder, changed)).diagnostics).toMatchObject([{ code: "FLOW2093" }]);
  });

  test("notices all other files", async () => {
    const { builder } = staying();
    await expectLikeNew(builder, app);
    await expectLikeNew(builder, { ...app, "list.json": "[2]" });
    await expectLikeNew(builder, {
      ...app,
      "swagger.yaml": String(app["swagger.yaml"]).replace("/a/", "/c/"),
    });
    await expectLikeNew(builder, { ...app, "new.xml": "<flow/>" });
    await expectLikeNew(builder, { ...app, "init.xml": '<flow><eval out="$started">1</eval></flow>' });
    await expectLikeNew(builder, app);
  });

  test("follows changes of flows of fixtures/library", async () => {
    const name = "library";
    const files: Files = Object.fromEntries(
      listFiles(fixture(name)).map((path) => [path, readFileSync(`${fixture(name)}/${path}`)] as const),
    );
    const { builder } = staying();
    await expectLikeNew(builder, files);
    const flows = Object.keys(files).filter((path) => path.endsWith(".xml"));
    const changed: Files = Object.fromEntries(
      flows.map((path) => [
        path,
        Buffer.from(`\n<!-- changed -->\n${Buffer.from(files[path] ?? "").toString()}`),
      ]),
    );
    for (const path of flows.slice(0, 2)) {
      await builder.build(inputOf({ ...files, [path]: changed[path] ?? "" }));
      await expectLikeNew(builder, files);
    }
    await expectLikeNew(builder, { ...files, ...changed });
  });
});
