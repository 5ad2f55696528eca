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

/** Numbers below a limit that look random, the same ones in each run (a linear congruential generator). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const plain = ({ files, diagnostics, endpoints, inputs }: Build) => ({
  files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  diagnostics: diagnostics.map(
    ({ span, ...rest }) =>
      [{ ...rest }, span?.source.path, span?.source.place(span.start), span?.source.text] as const,
  ),
  endpoints,
  inputs: [...inputs].sort(),
});

/** New builds, each once. */
const fresh = new Map<string, ReturnType<typeof plain>>();

const isError = ([{ severity }]: ReturnType<typeof plain>["diagnostics"][number]) => severity === "error";

async function expectLikeNew(builder: Builder, files: Files): Promise<Build> {
  const made = await builder.build(inputOf(files));
  const key = JSON.stringify(files);
  const expected = fresh.get(key) ?? plain(await build(inputOf(files)));
  fresh.set(key, expected);
  const { diagnostics, ...others } = plain(made);
  expect({ ...others, diagnostics: expected.diagnostics }).toEqual(expected);
  if (made.files.length > 0) expect(diagnostics).toEqual(expected.diagnostics);
  else {
    // After an error, a new build says less of other flows than was known of them.
    expect(diagnostics).toEqual(expect.arrayContaining(expected.diagnostics));
    expect(diagnostics.filter(isError)).toEqual(expected.diagnostics.filter(isError));
  }
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
    ["a comment", /<!-- \w+ -->/, "<!-- another, and\n longer --> <!-- one -->"],
    ["white space", "<flow>", "<flow>\n\n\n   "],
    ["a text of the response", /"text": "\w+"/, '"text": "second"'],
    ["a member of the response", '"text": ', '"more": [1, 2, { "a": null }], "text": '],
    ["a value in the response", '"at": {{ $started }}', '"at": {{ $summary/count }}'],
    ["what a condition of the response asks", "$summary/count > 0", "$summary/list > 7"],
    ["another place in an expression", "$id > 100", "$id   >  100"],
    ["a value", "number($request/params/id)", "'text'"],
    ["a variable that no other file names", "<flow>", '<flow><eval out="$another">$request/get/x</eval>'],
    ["a text of an upstream request", '"url": {{', '"method": "POST", "url": {{'],
    [
      "a request",
      "<template>",
      '<request content="more">{ "url": "https://localhost/" }</request><template>',
    ],
    ["a text of an error", "'too large'", "'far too large'"],
    ["a helper of the runtime that others use", "$id > 1000", "$id > 1000 and string-length($id) > 9"],
    ["a helper of the runtime", /"text": "\w+"/, '"text": {{loop a}} 1 {{end}}'],
    ["a warning", "$id > 100", "$missing > 100"],
    ["a mistake", "<eval", "<evil"],
    ["a mistake in XML", "</template>", "</tmplate>"],
    ["a mistake in an expression", "number(", "nmber("],
  ] as const)("compiles only the flow whose change no other can see: %s", async (_, from, to) => {
    const { builder, count } = staying();
    expect((await expectLikeNew(builder, app)).diagnostics).toEqual([]);
    for (const path of ["a.xml", "b.xml"]) {
      const changed = String(app[path]).replace(from, to);
      expect(changed).not.toBe(app[path]);
      await expectLikeNew(builder, { ...app, [path]: changed });
      await expectLikeNew(builder, app);
    }
    expect(count()).toBe(1);
  });

  const visible = [
    ["a variable that others name", 'out="$id"', 'out="$a"'],
    ["what a template writes into a variable", '"count":', '"number":'],
    ["a member of $error", '{ "message"', '{ "reason": "large", "message"'],
    ["a file", 'json-doc("list.json")', "1"],
    ["an environment variable", '"text": "first"', '"text": {{ $env/GREETING }}'],
    ["HTML in the response", '"text": "first"', '"text": {{ content("up")//title }}'],
    ["a test of the path", '"text": "first"', '"text": {{ contains($request/path, "/a") }}'],
    ["a sub-flow", "<template>", '<sub-flow src="sub.xml"/><template>'],
    ["a cache", '"url": {{', '"options": { "use-http-cache": true }, "url": {{'],
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

  // What a flow does reaches others by all of these ways.
  const connected: Files = {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-init: init.xml
x-flow-error: { flow: error.xml }
paths:
  /a: { get: { x-flow: a.xml } }
  /b: { get: { x-flow: b.xml } }
  /r: { get: { x-flow: r.xml } }
`,
    "init.xml": '<flow><eval out="$mode">$request/get/mode</eval><eval out="$limit">10</eval></flow>',
    "error.xml": `<flow><template>{ "mode": {{ $mode }}, "step": {{ $step }}, "m": {{ $error/message }} }</template></flow>`,
    "sub.xml": `<flow><eval out="$sum">$number + 1</eval><if test="$mode = 'x'"><eval out="$mode">'y'</eval></if></flow>`,
    "a.xml": `<flow>
  <eval out="$step">'a'</eval>
  <eval out="$number">1</eval>
  <sub-flow src="sub.xml"/>
  <error if="$sum > $limit" status="400">{ "message": "large" }</error>
  <template>{ "sum": {{ $sum }}, "twice": {{ $sum * 2 }}, "mode": {{ $mode }} }</template>
</flow>`,
    "b.xml": `<flow>
  <eval out="$step">'b'</eval>
  <eval out="$number">count($request/headers/*)</eval>
  <sub-flow src="sub.xml"/>
  <template>{ "sum": {{ $sum }}, "step": {{ $step }} }</template>
</flow>`,
    "r.xml": `<flow>
  <if test="$left > 0"><eval out="$left">$left - 1</eval><sub-flow src="r.xml"/></if>
  <template>{ "left": {{ $left }} }</template>
</flow>`,
  };
  const edits = [
    ["a.xml", "'a'", "1"],
    ["a.xml", "'a'", "'another'"],
    ["a.xml", '<eval out="$number">1<', `<eval out="$number">'1'<`],
    ["a.xml", '<eval out="$number">1<', '<eval out="$number">2<'],
    ["a.xml", '"message": "large"', '"message": "large", "code": 1'],
    ["a.xml", "<sub-flow", '<eval out="$left">1</eval><sub-flow'],
    ["a.xml", '<eval out="$step">', '<eval if="$limit > 5" out="$step">'],
    ["a.xml", '<eval out="$step">', '<eval out="$own">1</eval><eval out="$step">'],
    ["a.xml", "$sum * 2", "$summ * 2"],
    ["b.xml", "count($request/headers/*)", "1"],
    ["b.xml", "count($request/headers/*)", "$request/get/n"],
    ["b.xml", '"step": {{ $step }}', '"own": {{ $own ?? 1 }}'],
    ["b.xml", "<sub-flow", "<evil/><sub-flow"],
    ["sub.xml", "$number + 1", "$number + 2"],
    ["sub.xml", "$number + 1", "concat($number, '')"],
    ["sub.xml", "$number + 1", "$number + $limit"],
    ["sub.xml", "'y'", "'z'"],
    ["sub.xml", "<if test", '<eval out="$left">1</eval><if test'],
    ["init.xml", "10", "20"],
    ["init.xml", "10", "'10'"],
    ["init.xml", "<flow>", '<flow><eval out="$left">3</eval>'],
    ["error.xml", "$step", "$sum"],
    ["error.xml", "$step", "$own"],
    ["error.xml", "{{ $step }}", '{{ concat($step, "!") }}'],
    ["r.xml", "$left - 1", "$left - 2"],
    ["r.xml", "$left - 1", "$number - 2"],
  ] as const;

  test("follows any order of changes", { timeout: 300_000 }, async () => {
    const { builder, count } = staying();
    const random = randomFrom(20_261_123);
    const made = new Map<string, string>();
    const textOf = (path: string) => made.get(path) ?? String(connected[path]);
    await expectLikeNew(builder, connected);
    for (let step = 0; step < 60; step++) {
      const [path, from, to] = edits[random(edits.length)] as (typeof edits)[number];
      const text = textOf(path);
      made.set(path, text.includes(to) ? text.replace(to, from) : text.replace(from, to));
      await expectLikeNew(builder, { ...connected, ...Object.fromEntries(made) });
    }
    // Many of them can be seen by others, and so can an error: it hides findings in those that it has to do with.
    expect(count()).toBeLessThan(57);
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
