/** A session gives after each change what a new one would give: one that stays, and one that only has what others have stored. */

import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { describe, expect, test, vi } from "vitest";
import type { Compilation } from "../compiler/index.js";
import { YamlFile } from "../compiler/parse/yaml/yaml.js";
import { type Build, Session } from "../compiler/session/session.js";
import type { Store } from "../compiler/source/store.js";
import { type Files, inputOf } from "./support/compile.js";
import { fixture, listFiles } from "./support/project.js";
import { load } from "./trace/support.js";

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

function sharedStore(): Store {
  const texts = new Map<string, string>();
  return { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
}

async function expectLikeNew(session: Session, files: Files): Promise<Build> {
  const made = await session.build(inputOf(files));
  const key = JSON.stringify(files);
  const expected = fresh.get(key) ?? plain(await new Session().build(inputOf(files)));
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

const changes = [
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
  ["a request", "<template>", '<request content="more">{ "url": "https://localhost/" }</request><template>'],
  ["a text of an error", "'too large'", "'far too large'"],
  ["a helper of the runtime that others use", "$id > 1000", "$id > 1000 and string-length($id) > 9"],
  ["a helper of the runtime", /"text": "\w+"/, '"text": {{loop a}} 1 {{end}}'],
  ["a warning", "$id > 100", "$missing > 100"],
  ["a mistake", "<eval", "<evil"],
  ["a mistake in XML", "</template>", "</tmplate>"],
  ["a mistake in an expression", "number(", "nmber("],
  // Others may see these.
  ["a variable that others name", 'out="$id"', 'out="$a"'],
  ["what a template writes into a variable", '"count":', '"number":'],
  ["a member of $error", '{ "message"', '{ "reason": "large", "message"'],
  ["a file", 'json-doc("list.json")', "1"],
  ["an environment variable", /"text": "\w+"/, '"text": {{ $env/GREETING }}'],
  ["HTML in the response", /"text": "\w+"/, '"text": {{ content("up")//title }}'],
  ["a test of the path", /"text": "\w+"/, '"text": {{ contains($request/path, "/a") }}'],
  ["a sub-flow", "<template>", '<sub-flow src="sub.xml"/><template>'],
  ["a cache", '"url": {{', '"options": { "use-http-cache": true }, "url": {{'],
] as const;

/** The other way round after that. Without texts, the file is there, or is not. */
function edited(text: string, original: string, from: string, to: string): string {
  if (from === "") return text === "" ? to || original : "";
  if (to === "") return text.includes(from) ? text.replace(from, "") : original;
  return text.includes(to) ? text.replace(to, from) : text.replace(from, to);
}

/** An empty text stands for a file that is not there. */
const withoutEmpty = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([, text]) => text !== ""));

async function expectFindingsLikeNew(session: Session, files: Files): Promise<void> {
  const found = await Promise.all([session, new Session()].map((one) => one.check(inputOf(files))));
  const [own, expected] = found.map(({ diagnostics }) =>
    diagnostics.map(({ code, message, span }) => [code, message, span?.source.path, span?.start]),
  );
  expect(own).toEqual(expected);
}

/** Returns what a session has compiled last. */
function compiledBy(session: Session): () => Promise<Compilation | undefined> {
  const compiled = vi.spyOn(session, "compile");
  return async () => compiled.mock.results.at(-1)?.value as Promise<Compilation | undefined>;
}

/** The flows that were not looked at again. */
const takenIn = (compilation: Compilation | undefined): readonly string[] =>
  [...(compilation?.program?.flows.values() ?? [])]
    .filter(({ kind }) => kind === "summary")
    .map(({ source }) => source.path);

describe("a session", () => {
  test.each(changes)("that stays notices %s", async (_, from, to) => {
    const session = new Session({ stays: true });
    await expectLikeNew(session, app);
    for (const path of ["a.xml", "b.xml"]) {
      const changed = { ...app, [path]: String(app[path]).replace(from, to) };
      expect(changed).not.toEqual(app);
      await expectLikeNew(session, changed);
      // Where only findings are wanted, they are the same.
      await expectFindingsLikeNew(session, changed);
      await expectLikeNew(session, app);
    }
  });

  test.each([
    ["says", "first", "second", true],
    ["sets alone", "<eval", '<eval out="$alone">$request/get/x</eval><eval', true],
    [
      "sets for the first time, and others only have as a word",
      "<eval",
      '<eval out="$later">1</eval><eval',
      true,
    ],
    ["sets for the first time, and others ask for", "<eval", '<eval out="$asked">1</eval><eval', false],
  ])("makes nothing of other flows again for what one %s", async (_, from, to, isTaken) => {
    const session = new Session({ stays: true });
    const last = compiledBy(session);
    const two = (first: string): Files => ({
      "swagger.yaml":
        'swagger: "2.0"\npaths: { /c: { get: { x-flow: c.xml } }, /d: { get: { x-flow: d.xml } } }',
      "c.xml": first,
      "d.xml":
        '<flow><eval out="$own">1</eval><template>{ "own": {{ concat($own, " $asked") }}, "later": 1 }</template></flow>',
    });
    const first =
      '<flow><eval out="$id">1</eval><template>{ "first": {{ $alone ?? $id }} }</template></flow>';
    await expectLikeNew(session, two(first));
    await expectLikeNew(session, two(first.replace(from, to)));
    expect(takenIn(await last())).toEqual(isTaken ? ["d.xml"] : []);
  });

  test("says again what was found in flows that have not changed", async () => {
    const files = (first: string): Files => ({
      "swagger.yaml":
        'swagger: "2.0"\npaths: { /c: { get: { x-flow: c.xml } }, /d: { get: { x-flow: d.xml } }, /e: { get: { x-flow: e.xml } }, /f: { get: { x-flow: f.xml } } }',
      "c.xml": `<flow><template>{ "c": ${first} }</template></flow>`,
      "d.xml": '<flow><template>{ "d": {{ string(2) ?? 1 }}, "e": {{ string(1) ?? 2 }} }</template></flow>',
      "e.xml":
        '<flow>\n<!-- flowc-ignore FLOW2065 -->\n<template>{ "d": {{ string(1) ?? 1 }} }</template></flow>',
      "f.xml": '<flow><template>{ "d": {{ $request/get/x + $request/heders/y }} }</template></flow>',
    });
    const store = sharedStore();
    for (const session of [new Session({ stays: true }), undefined])
      for (const number of ["1", "2", "3"]) {
        const one = session ?? new Session({ store });
        const last = compiledBy(one);
        const { diagnostics } = await expectLikeNew(one, files(number));
        expect(diagnostics.map(({ span }) => span?.source.path)).toEqual(["d.xml", "d.xml", "f.xml"]);
        await expectFindingsLikeNew(one, files(number));
        // The flow with a comment that silences findings is read each time.
        if (number === "3") expect(takenIn(await last())).toEqual(["d.xml", "f.xml"]);
      }
  });

  test("follows what templates write through flows that pass it on", async () => {
    const files = (member: string): Files => ({
      "swagger.yaml": `swagger: "2.0"\nx-flow-init: init.xml\npaths:\n${["c", "d", "e", "f"].map((name) => `  /${name}: { get: { x-flow: ${name}.xml } }\n`).join("")}`,
      // Then the others are read only where something has changed for them.
      "init.xml":
        '<flow><template out="$first">{ "list": [ { "kept": 1 } ] }</template><eval out="$second">$first/list</eval><eval out="$third">$second</eval></flow>',
      "c.xml": `<flow><template out="$first">{ "list": [ { "${member}": 1 } ] }</template><template>{ "c": {{ count($first/list) }} }</template></flow>`,
      "d.xml":
        '<flow><eval out="$second">$first/list</eval><template>{ "d": {{ count($second) }} }</template></flow>',
      "e.xml":
        '<flow><eval out="$third">$second</eval><template>{ "e": {{ count($third) }} }</template></flow>',
      "f.xml": '<flow><template>{ "f": {{ $third/value/old }}, "g": 1 }</template></flow>',
    });
    const store = sharedStore();
    const staying = new Session({ stays: true });
    for (const member of ["old", "new", "old", "newer"]) {
      const { diagnostics } = await expectLikeNew(staying, files(member));
      expect(diagnostics.some(({ span }) => span?.source.path === "f.xml")).toBe(member !== "old");
      await expectLikeNew(new Session({ store }), files(member));
    }
  });

  test("keeps no more of each flow where there are more flows", async () => {
    /** Each has names of its own for all that flows decide together, and all read the same variable. */
    const files = (count: number): Files => {
      const numbers = Array.from({ length: count }, (_, index) => index + 100);
      return {
        "swagger.yaml": `swagger: "2.0"\npaths:\n${numbers.map((n) => `  /p${n}: { get: { x-flow: p${n}.xml } }\n`).join("")}`,
        ...Object.fromEntries(
          numbers.map((n) => [
            `p${n}.xml`,
            `<flow>
  <eval out="$own${n}">$request/get/a${n}</eval>
  <if test="$request/get/b${n} = 'x'"><eval out="$own${n}">"y"</eval></if>
  <request content="up${n}">{ "url": {{ concat($env/UP, "/", urlencode($own${n}), $request/get/c${n}) }} }</request>
  <eval out="$result">content("up${n}")/a</eval>
  <template>{ "r": {{ $result/b }}, "o": {{ $own${n} }} }</template>
</flow>`,
          ]),
        ),
      };
    };
    const sizes: number[] = [];
    for (const count of [20, 80]) {
      const texts = new Map<string, string>();
      const store: Store = { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
      await new Session({ store }).check(inputOf(files(count)));
      const kept = [...texts].filter(([key]) => key.startsWith("flows")).map(([, text]) => text.length);
      expect(kept).toHaveLength(1);
      sizes.push(kept[0] ?? 0);
    }
    expect(Number(sizes[1]) / Number(sizes[0])).toBeLessThan(4.2);
  });

  test("reads a description again only for the schemas of responses, or if anything in it has changed", async () => {
    const files: Files = {
      "openapi.yaml": `openapi: 3.1.0
info: { title: All that descriptions have, version: "1" }
servers: [{ url: /api }]
x-flow-limit: { rate: 60/min }
x-flow-validate: { request: true, response: true }
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: first, x-flow: a.xml, responses: { 200: { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } } } }
    post: { x-flow: b.xml, requestBody: { content: { application/json: { schema: { $ref: more.yaml#/Other } } } }, responses: { 200: { description: "" } } }
  /static/**: { x-flow: c.xml }
components:
  schemas:
    Node: { type: object, required: [name], properties: { name: { type: string }, next: { $ref: "#/components/schemas/Node" }, __proto__: { enum: [1, -0.5, null] } } }
`,
      "more.yaml": "Other: { type: array, items: { source: 1, start: 2, end: 3, type: string } }",
      "overlay.yaml": `overlay: 1.0.0
info: { title: More, version: "1" }
actions: [{ target: "$.paths['/static/**']", update: { x-flow-limit: false } }]`,
      "a.xml": '<flow><template>{ "name": {{ $request/get/name }} }</template></flow>',
      "b.xml": '<flow><template>{ "n": {{ $request/params/id }} }</template></flow>',
      "c.xml": '<flow><eval out="$n">1</eval><template>{ "n": {{ $n }} }</template></flow>',
    };
    const parsed = vi.spyOn(YamlFile, "parse");
    const reads = async (changed: Files) => {
      const store = sharedStore();
      expect((await expectLikeNew(new Session({ store }), files)).diagnostics).toEqual([]);
      await expectLikeNew(new Session(), { ...files, ...changed });
      parsed.mockClear();
      const { diagnostics } = await expectLikeNew(new Session({ store }), { ...files, ...changed });
      const codes = diagnostics.map(({ code }) => code);
      return [parsed.mock.calls.some(([{ path }]) => path === "openapi.yaml"), ...codes];
    };
    const edited = (path: string, from: string, to: string) => ({
      [path]: String(files[path]).replace(from, to),
    });
    expect(await reads(edited("c.xml", "1", "2"))).toEqual([false]);
    expect(await reads(edited("b.xml", "id", "ID"))).toEqual([false, "FLOW2097"]);
    expect(await reads(edited("a.xml", "name", "nme"))).toEqual([true, "FLOW2082"]);
    expect(await reads(edited("more.yaml", "string", "number"))).toEqual([true]);
    expect(await reads(edited("overlay.yaml", "false", "{ rate: 5/min }"))).toEqual([true]);
  });

  test("holds on to no app of earlier builds", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const paths = Array.from({ length: 12 }, (_, number) => `flow-${number}.xml`);
    const routes = paths.map((path) => `  /${path}/{id}: { get: { x-flow: ${path} } }\n`);
    let files: Files = {
      ...app,
      "swagger.yaml": `swagger: "2.0"\nx-flow-init: init.xml\npaths:\n${routes.join("")}`,
    };
    const session = new Session({ stays: true });
    const compile = session.compile.bind(session);
    const programs: WeakRef<object>[] = [];
    session.compile = async (...given) => {
      const compiled = await compile(...given);
      const { program } = compiled;
      if (program !== undefined) programs.push(new WeakRef(program), new WeakRef(program.dataFlow.variables));
      return compiled;
    };
    for (const path of paths) files = { ...files, [path]: flow };
    for (const path of paths) {
      files = { ...files, [path]: flow.replace("first", `in ${path}`) };
      await session.check(inputOf(files));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
    expect(programs.length).toBeGreaterThanOrEqual(24);
    expect(programs.filter((one) => one.deref() !== undefined).length).toBeLessThan(5);
  });

  test("checks what is unchanged without compiling it, also in another process", async () => {
    const store = sharedStore();
    const check = async (files: Files) => {
      const session = new Session({ store });
      const compiled = vi.spyOn(session, "compile");
      const { diagnostics } = await session.check(inputOf(files));
      const found = diagnostics.map(({ code, span }) => [code, span?.source.path, span?.start]);
      return { found, compilations: compiled.mock.calls.length };
    };
    const broken = { ...app, "a.xml": flow.replace("<eval", "<evil") };
    const first = await check(broken);
    expect(first).toMatchObject({ found: [["FLOW1008", "a.xml", 68]], compilations: 1 });
    expect(await check(broken)).toEqual({ ...first, compilations: 0 });
    expect(await check(app)).toEqual({ found: [], compilations: 1 });
  });

  test("says again what templates write that others read", async () => {
    const session = new Session({ stays: true });
    const files = {
      ...app,
      "b.xml": '<flow><template out="$s">{ "a": 1 }</template><template>{{ $s/a }}</template></flow>',
    };
    expect((await expectLikeNew(session, files)).diagnostics).toEqual([]);
    const changed = { ...files, "b.xml": files["b.xml"].replace('"a"', '"b"') };
    expect((await expectLikeNew(session, changed)).diagnostics).toMatchObject([{ code: "FLOW2093" }]);
  });

  // The effects of a flow reach others by all of these ways.
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
    ["sub.xml", "$mode = 'x'", "$number = 'x'"],
    ["a.xml", "$sum > $limit", "$request/method = 'GET'"],
    ["swagger.yaml", "/a: { get:", "/a: { post:"],
    ["error.xml", "$step", "$sum"],
    ["error.xml", "$step", "$own"],
    ["error.xml", "{{ $step }}", '{{ concat($step, "!") }}'],
    ["r.xml", "$left - 1", "$left - 2"],
    ["r.xml", "$left - 1", "$number - 2"],
  ] as const;

  test("follows any order of changes", { timeout: 300_000 }, async () => {
    const session = new Session({ stays: true });
    const store = sharedStore();
    const random = randomFrom(20_261_123);
    const made = new Map<string, string>();
    const textOf = (path: string) => made.get(path) ?? String(connected[path]);
    await expectLikeNew(session, connected);
    for (let step = 0; step < 25; step++) {
      const [path, from, to] = edits[random(edits.length)] as (typeof edits)[number];
      const text = textOf(path);
      made.set(path, text.includes(to) ? text.replace(to, from) : text.replace(from, to));
      const files = { ...connected, ...Object.fromEntries(made) };
      await expectLikeNew(session, files);
      await expectLikeNew(new Session({ store }), files);
    }
  });

  // Each flow has something that others could notice, or that has to be read again with it.
  const varied: Files = {
    ...connected,
    "swagger.yaml": `${connected["swagger.yaml"]}  /c/{id}: { get: { x-flow: c.xml, responses: { 200: { schema: { type: object, properties: { n: { type: number } } } } } } }
  /d/{id}: { get: { x-flow: d.xml }, post: { x-flow: e.xml } }
  /f: { get: { x-flow: f.xml } }
  /g: { get: { x-flow: g.xml } }
  /h: { get: { x-flow: h.xml } }
  /i: { get: { x-flow: i.xml } }
  /j: { get: { x-flow: j.xml } }
  /k: { get: { x-flow: k.xml } }
  /l: { get: { x-flow: l.xml } }
  /m: { get: { x-flow: m.xml } }
  /n: { get: { x-flow: n.xml }, put: { x-flow: n.xml } }
  /o: { get: { x-flow: o.xml } }
  /p: { get: { x-flow: p.xml } }
`,
    "c.xml":
      '<flow><eval out="$id">number($request/params/id)</eval><template>{ "n": {{ $id }} }</template></flow>',
    "d.xml": `<flow><template out="$made">{ "x": 1, "y": [ { "z": 2 } ] }</template><template>{ "x": {{ $made/x }} }</template></flow>`,
    "e.xml": `<flow><template out="$made">{ "x": 1, "y": [] }</template><template>{ "y": {{ $made/y/value/z }}, "x": {{ $made/x }} }</template></flow>`,
    "f.xml": `<flow><request content="up">{ "url": {{ concat($env/USERS_API, "/", $request/get/id) }} }</request><template src="f.json"/></flow>`,
    "f.json": '{ "a": {{ content("up")/json/a }}, "b": {{ $env/ORDERS_API }} }',
    "g.xml": `<flow><eval out="$only">1</eval><template>{ "list": {{ json-doc("list.json") }}, "own": {{ $only }} }</template></flow>`,
    // Warnings that depend on this flow alone, on what others set, and on what nobody sets.
    "j.xml": `<flow><if test="'x' = 'y'"><template>1</template></if><template>{ "a": {{ count($request/get/a/b/c) }}, "m": {{ $mode/x }} }</template></flow>`,
    "k.xml": `<flow><if test="'x' = 'y'"><template>1</template></if><template>{ "a": {{ $nowhere }} }</template></flow>`,
    "h.xml": `<flow><error if="$request/get/id = 'x'" status="400">{ "message": "x" }</error><proxy-request>{ "url": {{ $env/USERS_API }} }</proxy-request></flow>`,
    "i.xml": `<flow><request>{ "url": "https://example.org/" }</request><pass-body/></flow>`,
    "l.xml": `<flow><eval out="$l">string(fit-document("doc.xml")/a/b)</eval><template out="$part" src="part.json"/><template>{ "l": {{ $l }}, "list": {{ json-doc("list.json") }}, "part": {{ $part/part }} }</template></flow>`,
    "m.xml": `<flow><template out="$parted" src="part.json"/><xslt in="doc.xml" src="sheet.xsl" out="$made"/><template>{ "m": {{ $parted/part }}, "x": {{ string($made) }} }</template></flow>`,
    "n.xml": `<flow><xslt in="doc.xml" src="sheet.xsl" out="$out"/><sub-flow src="sub.xml"/><template>{ "n": {{ string($out) }} }</template></flow>`,
    // A sub-flow that looks into what one flow alone hands to it, and one that sends what its callers may read.
    "o.xml": `<flow><template out="$handed">{ "inner": { "a": 1 } }</template><sub-flow src="peek.xml"/><template>{ "o": {{ $peeked }} }</template></flow>`,
    "peek.xml": `<flow><eval out="$peeked">$handed/inner/a + 1</eval></flow>`,
    "p.xml": `<flow><sub-flow src="send.xml"/></flow>`,
    "send.xml": `<flow><proxy-request>{ "url": {{ $env/USERS_API }} }</proxy-request></flow>`,
    "doc.xml": "<a><b>1</b></a>",
    "part.json": '{ "part": 1, "mode": {{ $mode }} }',
    "sheet.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:include href="inner.xsl"/><xsl:template match="/"><o><xsl:value-of select="'a'"/></o></xsl:template></xsl:stylesheet>`,
    "inner.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template name="inner"><i/></xsl:template></xsl:stylesheet>`,
    "list.json": "[1]",
  };
  const more = [
    ["c.xml", "{{ $id }}", '{{ concat($id, "") }}'],
    ["c.xml", "<flow>", "<flow><!-- flowc-ignore FLOW2003 -->"],
    ["c.xml", "number($request/params/id)", "$request/params/id"],
    ["c.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    ["d.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    ["d.xml", '"x": 1', '"x": "text"'],
    ["d.xml", '"x": 1', '"w": 1'],
    ["d.xml", '"z": 2', '"v": 2'],
    ["e.xml", '"x": 1', '"x": {{ $request/get/x }}'],
    [
      "e.xml",
      '<template out="$made">{ "x": 1, "y": [] }</template>',
      '<eval out="$made">$request/get</eval>',
    ],
    ["f.xml", "$request/get/id", "$request/headers/id"],
    ["f.xml", 'content="up"', 'content="down"'],
    ["f.xml", "USERS_API", "OTHERS_API"],
    ["f.json", '"a"', '"aa"'],
    ["f.json", "ORDERS_API", "USER_API"],
    ["g.xml", "{{ $only }}", "1"],
    ["g.xml", "{{ $only }}", "{{ $own ?? 2 }}"],
    ["g.xml", 'json-doc("list.json")', "1"],
    ["h.xml", "'x'", "'y'"],
    ["h.xml", "$request/get/id = 'x'", "$request/get/other = 'x'"],
    ["h.xml", '"message": "x"', '"message": "x", "reason": 1'],
    ["i.xml", "<pass-body/>", "<template>{}</template>"],
    ["i.xml", "<flow>", '<flow><sub-flow src="sub.xml"/>'],
    ["i.xml", "<flow>", '<flow><sub-flow src="c.xml"/>'],
    ["j.xml", "'x' = 'y'", "'x' = 'x'"],
    ["j.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    ["i.xml", "<flow>", '<flow><eval out="$nowhere">1</eval>'],
    ["i.xml", "<flow>", '<flow><template out="$mode">{ "x": 1 }</template>'],
    ["i.xml", "<flow>", '<flow><if test="1 = 2"><eval out="$never">1</eval></if>'],
    ["list.json", "[1]", "[1, 2]"],
    ["a.xml", '"twice"', '"double"'],
    ["a.xml", '<eval out="$number">1<', '<eval out="$number">$request/get/n<'],
    ["b.xml", '"step"', '"steps"'],
    ["r.xml", '"left"', '"rest"'],
    ["o.xml", '"a": 1', '"b": 1'],
    ["o.xml", '"a": 1', '"a": "text"'],
    ["o.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    ["peek.xml", "$handed/inner/a", "$handed/inner/b"],
    ["peek.xml", "<flow>", '<flow><eval out="$limit">$handed</eval>'],
    ["p.xml", "</flow>", '<eval out="$own">content()/json/a</eval></flow>'],
    ["send.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    [
      "c.xml",
      "<flow>",
      '<flow><template out="$handed">{ "inner": { "a": [] } }</template><sub-flow src="peek.xml"/>',
    ],
    ["c.xml", "</flow>", '<sub-flow src="send.xml"/></flow>'],
    ["init.xml", 'out="$mode"', 'out="$modus"'],
    ["swagger.yaml", "paths:", "x-flow-upstreams: { 'https://up.example': { retry-budget: 20% } }\npaths:"],
    // Files that several flows are made of, and flows that others lead to.
    ["list.json", "[1]", "[1"],
    ["doc.xml", "<b>1</b>", "<b>2</b>"],
    ["doc.xml", "</b>", "</c>"],
    ["part.json", '"part": 1', '"part": {{ $limit }}'],
    ["part.json", '"part": 1', '"part": {{ $mode'],
    ["part.json", '"part": 1', '"part": {{ $nowhere }}'],
    ["sheet.xsl", "<o>", "<o>more"],
    ["sheet.xsl", "'a'", "$none"],
    ["inner.xsl", "inner", "other"],
    ["inner.xsl", "</xsl:template>", ""],
    ["sub.xml", "<flow>", '<flow><request>{ "url": "https://example.org/" }</request>'],
    ["sub.xml", "<flow>", '<flow><sub-flow src="c.xml"/>'],
    ["sub.xml", "</flow>", ""],
    ["init.xml", "<flow>", "<flow>\n<!-- one more line -->\n"],
    ["init.xml", "$request/get/mode", "count($request/get/*)"],
    ["error.xml", "<flow>", '<flow><if test="$body"><eval out="$own">1</eval></if>'],
    ["error.xml", "<flow>", '<flow><sub-flow src="sub.xml"/>'],
    ["error.xml", '"m": {{ $error/message }}', '"m": {{ $error/reason }}, {{ $error'],
    ["swagger.yaml", "x-flow-init: init.xml", "x-flow-init: init2.xml"],
    ["swagger.yaml", "flow: error.xml", "flow: b.xml"],
    // Each has its file, or has not.
    ["new.xml", "", "<flow/>"],
    ["init2.xml", "", '<flow><eval out="$mode">1</eval></flow>'],
    ["list.json", "", ""],
    ["sheet.xsl", "", ""],
    ["sub.xml", "", ""],
  ] as const;

  test("makes nothing of other flows again in a new process, and the same app", {
    timeout: 300_000,
  }, async () => {
    const store = sharedStore();
    const staying = new Session({ stays: true });
    const texts = new Map<string, string>();
    const taken: string[] = [];
    const random = randomFrom(20_261_124);
    const all = [...edits, ...more];
    for (let step = 0; step < all.length + 30; step++) {
      const [path, from, to] = all[step < all.length ? step : random(all.length)] as (typeof all)[number];
      const original = String(varied[path] ?? "");
      const text = texts.get(path) ?? original;
      // At first, one after the other; then, several at once.
      if (step < all.length) texts.clear();
      texts.set(path, edited(text, original, from, to));
      const files = withoutEmpty({ ...varied, ...Object.fromEntries(texts) });
      if (step < all.length) await new Session({ store }).build(inputOf(varied));
      const session = new Session({ store });
      const last = compiledBy(session);
      await expectLikeNew(session, files);
      taken.push(...takenIn(await last()));
      await expectFindingsLikeNew(new Session({ store }), files);
      await expectLikeNew(staying, files);
      await expectFindingsLikeNew(staying, files);
    }
    // Flows of files that become modules are read each time.
    expect([...new Set(taken)].sort().join(" ")).toBe(
      "a.xml b.xml c.xml d.xml e.xml f.xml h.xml i.xml j.xml o.xml",
    );
  });

  test.each([
    ["doc.xml", "<b>1</b>", "<b>2</b>"],
    ["part.json", '"part": 1', '"part": 2'],
    ["sheet.xsl", "<o>", "<o>more"],
    ["inner.xsl", "<i/>", "<j/>"],
    ["sub.xml", "<flow>", "<flow><!-- sub -->"],
    ["error.xml", "<flow>", "<flow><!-- error -->"],
  ] as const)("makes only the flows again that %s is part of", async (path, from, to) => {
    const unread = `<flow><eval out="$unread">1</eval><template>{ "n": 1 }</template></flow>`;
    for (const files of [varied, { ...varied, "c.xml": unread }] as readonly Files[]) {
      const session = new Session({ stays: true });
      await session.build(inputOf(files));
      const last = compiledBy(session);
      await expectLikeNew(session, { ...files, [path]: String(files[path]).replace(from, to) });
      expect(takenIn(await last())).toContain("d.xml");
    }
  });

  test("notices all other files", async () => {
    const session = new Session({ stays: true });
    await expectLikeNew(session, app);
    await expectLikeNew(session, { ...app, "list.json": "[2]" });
    await expectLikeNew(session, {
      ...app,
      "swagger.yaml": String(app["swagger.yaml"]).replace("/a/", "/c/"),
    });
    await expectLikeNew(session, { ...app, "new.xml": "<flow/>" });
    await expectLikeNew(session, { ...app, "init.xml": '<flow><eval out="$started">1</eval></flow>' });
    await expectLikeNew(session, app);
  });

  test("follows changes of flows of fixtures/library", async () => {
    const name = "library";
    const files: Files = Object.fromEntries(
      listFiles(fixture(name)).map((path) => [path, readFileSync(`${fixture(name)}/${path}`)] as const),
    );
    const session = new Session({ stays: true });
    await expectLikeNew(session, files);
    const flows = Object.keys(files).filter((path) => path.endsWith(".xml"));
    const changed: Files = Object.fromEntries(
      flows.map((path) => [
        path,
        Buffer.from(`\n<!-- changed -->\n${Buffer.from(files[path] ?? "").toString()}`),
      ]),
    );
    for (const path of flows.slice(0, 2)) {
      await session.build(inputOf({ ...files, [path]: changed[path] ?? "" }));
      await expectLikeNew(session, files);
    }
    await expectLikeNew(session, { ...files, ...changed });
  });
});

describe("a large app", () => {
  const numbers = Array.from({ length: 70 }, (_, index) => index);
  const own = (index: number, text: string): string => `<flow>
  <eval out="$own${index}">"own ${text}"</eval>
  ${index % 3 === 0 ? `<sub-flow src="sub.xml"/>` : ""}
  ${index % 7 === 0 ? `<template src="shared.json"/>` : `<template>{{$local${index} := concat($first, "") }}{ "own": {{ $own${index} }}, "first": {{ $local${index} }} }</template>`}
</flow>`;
  const large: Files = {
    "swagger.yaml": `swagger: "2.0"
x-flow-init: init.xml
paths:
${numbers
  .map(
    // A name that is a variable in the bundle, too.
    (
      index,
    ) => `  /things/${index}: { get: { operationId: ${index === 1 ? "parts" : `thing${index}`}, x-flow: flow-${index}.xml } }
`,
  )
  .join("")}`,
    "init.xml": `<flow><eval out="$first">"init"</eval></flow>`,
    "sub.xml": `<flow><eval out="$first">concat($first, " and sub")</eval></flow>`,
    "shared.json": '{ "shared": {{ $first }} }',
    ...Object.fromEntries(numbers.map((index) => [`flow-${index}.xml`, own(index, `${index}`)])),
  };

  test("is the same after each change, and where what was stored of it is lost", async () => {
    const texts = new Map<string, string>();
    const store: Store = { get: (key) => texts.get(key), set: (key, text) => texts.set(key, text) };
    const staying = new Session({ stays: true, store });
    await expectLikeNew(staying, large);
    let files = large;
    for (const changed of [9, 0]) {
      files = { ...files, [`flow-${changed}.xml`]: own(changed, "changed") };
      await expectLikeNew(new Session({ store }), files);
      await expectLikeNew(staying, files);
    }
    await expectLikeNew(staying, { ...files, "sub.xml": String(files["sub.xml"]).replace("and", "or") });
    await expectLikeNew(new Session({ store }), large);
    const ofRuntime = () => [...texts.keys()].filter((key) => key.startsWith("everywhere runtime"));
    expect(ofRuntime()).not.toEqual([]);
    for (const key of ofRuntime()) texts.delete(key);
    await expectLikeNew(new Session({ store }), large);
    expect(ofRuntime()).toHaveLength(1);
  });

  test("runs, and its map leads to each of its flows", async () => {
    const build = await new Session().traced(inputOf(large));
    const { app: served } = load(build);
    const answers = numbers.map(async (index) =>
      (await served.fetch(new Request(`http://localhost/things/${index}`))).json(),
    );
    const first = (index: number): string => (index % 3 === 0 ? "init and sub" : "init");
    expect(await Promise.all(answers)).toEqual(
      numbers.map((index) =>
        index % 7 === 0 ? { shared: first(index) } : { own: `own ${index}`, first: first(index) },
      ),
    );
    const raw = JSON.parse(build.map) as ConstructorParameters<typeof TraceMap>[0] & { sources: string[] };
    expect(new Set(raw.sources).size).toBe(raw.sources.length);
    const map = new TraceMap(raw);
    const lines = build.code.split("\n");
    const placeOf = (text: string) => {
      const line = lines.findIndex((one) => one.includes(text));
      return originalPositionFor(map, { line: line + 1, column: String(lines[line]).indexOf(text) });
    };
    for (const index of numbers) {
      const source = `flow-${index}.xml`;
      expect(placeOf(`own${index}="own ${index}"`)).toMatchObject({ source, line: 2, column: 2 });
      if (index % 7 !== 0)
        expect(placeOf(`local${index}=`)).toMatchObject({ source, line: 4, name: `$local${index}` });
    }
  });
});
