/** The rows of the tests of idioms, each with its handler. */
import { expect } from "vitest";
import { type Ejected, eject } from "../../compiler/eject/index.js";
import { answeredBy } from "../../compiler/eject/operations.js";
import { compile } from "../../compiler/index.js";
import { type Files, inputOf, isError } from "../support/compile.js";
import { flowFile } from "../support/samples.js";

interface Row {
  readonly flow: string;
  /** The handler without its import of `flowc/handler`. */
  readonly handler: string;
  /** The flow that stays XML. */
  readonly part?: string;
}

export const rows: Readonly<Record<string, Row>> = {
  "a parameter of the path": {
    flow: `<template>{ "id": {{ $request/params/id }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { id: request.params.id });
      });
    `,
  },
  "a number of the path": {
    flow: `<template>{ "n": {{ number($request/params/n) }}, "t": {{ $request/params/n }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { n: number(request.params.n), t: string(request.params.n) });
      });
    `,
  },
  "the query, and a default": {
    flow: `<template>{ "q": {{ $request/get/q }}, "d": {{ $request/get/q ?? "none" }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { q: request.query.q ?? null, d: request.query.q ?? "none" });
      });
    `,
  },
  "a parameter compared": {
    flow: `<template>{ "is": {{ $request/get/q = "a" }}, "not": {{ $request/get/q != "a" }}, "there": {{ boolean($request/get/q) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          is: request.query.q === "a",
          not: request.query.q !== undefined && request.query.q !== "a",
          there: request.query.q !== undefined,
        });
      });
    `,
  },
  "header, cookie, method, ID": {
    flow: `<template>{ "h": {{ $request/headers/x-a }}, "c": {{ $request/cookies/s }}, "m": {{ $request/method }}, "i": {{ $request/id }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          h: request.headers["x-a"] ?? null,
          c: request.cookies.s ?? null,
          m: request.method,
          i: request.id,
        });
      });
    `,
  },
  "a setting in a text": {
    flow: `<template>{ "u": {{ concat($env/BASE, "/", $request/params/id, "?n=", $request/params/n) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { u: \`\${$.env.BASE ?? ""}/\${request.params.id}?n=\${string(request.params.n)}\` });
      });
    `,
  },
  "JSON of the client": {
    flow: `<template>{ "a": {{ $body/json/a/b }}, "t": {{ string($body/json/a/b) }}, "n": {{ number($body/json/n) + 1 }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          a: request.json?.a?.b ?? null,
          t: string(request.json?.a?.b),
          n: number(request.json?.n) + 1,
        });
      });
    `,
  },
  "a member of the client's JSON compared": {
    flow: `<if test="$body/json/s = 'x' and $body/json/n > 5 and $body/json/n != 6 and not($body/json/gone)"><template>{}</template></if>`,
    handler: `
      export default handler(($, request) => {
        if (
          string(request.json?.s) === "x" &&
          number(request.json?.n) > 5 &&
          xpath.notEqual(request.json?.n, 6) &&
          request.json?.gone === undefined
        ) {
          respond($, {});
        }
      });
    `,
  },
  "names that arrays and texts have": {
    flow: `<template>{ "l": {{ $body/json/length }}, "c": {{ $body/json/a/constructor }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          l: xpath.json(xpath.at(request.json, "length")),
          c: xpath.json(xpath.at(request.json?.a, "constructor")),
        });
      });
    `,
  },
  pairs: {
    flow: `<template>{ {{: $body/json/a | $body/json/b }} {{,}} "c": 1 }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { a: request.json?.a, b: request.json?.b, c: 1 });
      });
    `,
  },
  "pairs of parameters, of which the description types one": {
    flow: `<template>{ {{: $request/params/id | $request/params/n }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, xpath.pairs(xpath.at(xpath.variable($, "request"), "params"), "id", "n"));
      });`,
  },
  patterns: {
    flow: `<template>{ "m": {{ matches($request/get/q, "^[a-z]+$") }}, "r": {{ replace($request/get/q, "-", "_") }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          m: xpath.matches(request.query.q ?? "", /^[a-z]+(?=\\n?$)/u),
          r: xpath.replace(request.query.q ?? "", /-/gu, "_"),
        });
      });`,
  },
  "JSON as a text": {
    flow: `<echo mime="application/json">{"a":[1,"b"]}</echo>`,
    handler: `
      export default handler(($) => {
        respond($, { a: [1, "b"] });
      });`,
  },
  "JSON as a text with blanks": {
    flow: `<echo mime="application/json">{ "a": 1 }</echo>`,
    handler: `
      export default handler(($) => {
        respond($, '{ "a": 1 }', { type: "application/json" });
      });`,
  },
  "an end on each way": {
    flow: `<if test="$request/get/q"><template>1</template><break/></if><else><template>2</template><break/></else>`,
    handler: `
      export default handler(($, request) => {
        if (request.query.q !== undefined) {
          respond($, 1);
        } else {
          respond($, 2);
        }
      });`,
  },
  "an end behind which there is more": {
    flow: `<if test="$request/get/q"><template>1</template><break/></if><template>2</template>`,
    handler: `
      export default handler(($, request) => {
        if (request.query.q !== undefined) {
          respond($, 1);
          return;
        }
        respond($, 2);
      });`,
  },
  "ways that are mixed": {
    flow: `<template>{ "x": {{ $request/get/a = "1" and $request/get/b = "2" or $request/get/c = "3" }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          x: (request.query.a === "1" && request.query.b === "2") || request.query.c === "3",
        });
      });`,
  },
  "items as they are": {
    flow: `<template>{ "l": [ {{loop $body/json/l}} {{ . }} {{end}} ] }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { l: list(request.json?.l) });
      });`,
  },
  "a path that goes on": {
    flow: `<eval out="$x">$body/json/l/value[a = "x"]</eval><template>{ "b": {{ count($x/b/value) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        const x = xpath.path(
          request.json?.l,
          xpath.child("value", (item) => xpath.equal(xpath.at(item, "a"), "x")),
        );
        respond($, { b: xpath.count(xpath.at(x, "b", "value")) });
      });`,
  },
  "pairs that would hide a member": {
    flow: `<template>{ "a": 1 {{,}} {{: $body/json/a }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, xpath.object({ a: 1 }, { a: request.json?.a }));
      });
    `,
  },
  "a loop": {
    flow: `<template>{ "l": [ {{loop $body/json/l}} { "n": {{ position() }}, "a": {{ a }} {{,}} {{: b }} } {{end}} ] }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          l: list(request.json?.l).map((item, index) => ({
            n: index + 1,
            a: item?.a ?? null,
            b: item?.b,
          })),
        });
      });
    `,
  },
  "a loop that leaves items out": {
    flow: `<template>[ {{loop $body/json/l}} {{if a = "x"}} {{ b }} {{end}} {{end}} ]</template>`,
    handler: `
      export default handler(($, request) => {
        respond(
          $,
          list(request.json?.l).filter((item) => string(item?.a) === "x").map((item) => item?.b ?? null),
        );
      });
    `,
  },
  "a loop that asks how many there are": {
    flow: `<template>[ {{loop $body/json/l}} {{ last() }} {{end}} ]</template>`,
    handler: `
      export default handler(($, request) => {
        respond(
          $,
          xpath.loop(request.json?.l, (item, position, last) => last),
        );
      });
    `,
  },
  "items that are counted": {
    flow: `<template>{ "all": {{ count($body/json/l/value) }}, "some": {{ count($body/json/l/value[a = "x"]) }}, "any": {{ boolean($body/json/l/value[a = "x"]) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          all: list(request.json?.l).length,
          some: list(request.json?.l).filter((item) => string(item?.a) === "x").length,
          any: list(request.json?.l).some((item) => string(item?.a) === "x"),
        });
      });
    `,
  },
  "an item by its position": {
    flow: `<template>{ "first": {{ $body/json/l/value[1]/a }}, "last": {{ $body/json/l/value[last()]/a }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          first: list(request.json?.l)[0]?.a ?? null,
          last: xpath.json(xpath.at(xpath.nth(request.json?.l, -1), "a")),
        });
      });
    `,
  },
  with: {
    flow: `<template>{ {{with $body/json/a}} "b": {{ b }}, "c": {{ c }} {{else}} "b": null {{end}} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond(
          $,
          request.json?.a != null
            ? { b: request.json?.a.b ?? null, c: request.json?.a.c ?? null }
            : { b: null },
        );
      });
    `,
  },
  "if in a template": {
    flow: `<template>{ {{if $body/json/a}} "a": 1 {{elseif $body/json/b}} "b": 2 {{end}} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond(
          $,
          request.json?.a !== undefined ? { a: 1 } : request.json?.b !== undefined ? { b: 2 } : {},
        );
      });
    `,
  },
  "functions that JavaScript has": {
    flow: `<template>{ "c": {{ contains($request/get/q, "a") }}, "s": {{ starts-with($request/get/q, "a") }}, "f": {{ floor(number($body/json/n)) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          c: (request.query.q ?? "").includes("a"),
          s: (request.query.q ?? "").startsWith("a"),
          f: Math.floor(number(request.json?.n)),
        });
      });
    `,
  },
  "functions that only XPath has": {
    flow: `<template>{ "t": {{ translate($request/get/q, "a", "b") }}, "s": {{ substring-after($request/get/q, "a") }}, "n": {{ normalize-space($request/get/q) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {
          t: xpath.translate(request.query.q ?? "", "a", "b"),
          s: xpath.substringAfter(request.query.q ?? "", "a"),
          n: xpath.normalizeSpace(request.query.q ?? ""),
        });
      });
    `,
  },
  arithmetic: {
    flow: `<template>{ "n": {{ (number($body/json/n) + 1) * 2 - number($body/json/m) div 3 }} }</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, { n: (number(request.json?.n) + 1) * 2 - number(request.json?.m) / 3 });
      });
    `,
  },
  "a variable that is set once": {
    flow: `<eval out="$x">$body/json/a</eval><template>{ "x": {{ $x/b }} }</template>`,
    handler: `
      export default handler(($, request) => {
        const x = request.json?.a;
        respond($, { x: x?.b ?? null });
      });
    `,
  },
  "a variable that each way sets": {
    flow: `<if test="$request/get/q"><eval out="$x">1</eval></if><else><eval out="$x">2</eval></else><template>{ "x": {{ $x }} }</template>`,
    handler: `
      export default handler(($, request) => {
        const x = request.query.q !== undefined ? 1 : 2;
        respond($, { x });
      });
    `,
  },
  "a variable that one way sets": {
    flow: `<if test="$request/get/q"><eval out="$x">1</eval></if><template>{ "x": {{ $x }} }</template>`,
    handler: `
      export default handler(($, request) => {
        if (request.query.q !== undefined) {
          $.x = 1;
        }
        respond($, { x: $.x ?? null });
      });
    `,
  },
  "items in a variable": {
    flow: `<eval out="$x">$body/json/l/value[a = "x"]</eval><template>{ "n": {{ count($x) }}, "any": {{ boolean($x) }} }</template>`,
    handler: `
      export default handler(($, request) => {
        const x = list(request.json?.l).filter((item) => string(item?.a) === "x");
        respond($, { n: x.length, any: x.length > 0 });
      });
    `,
  },
  "nodes in a variable": {
    flow: `<eval out="$x">$body/json/l/value[a = "x"]</eval><template>{ "b": {{ $x/b }} }</template>`,
    handler: `
      export default handler(($, request) => {
        const x = xpath.path(
          request.json?.l,
          xpath.child("value", (item) => xpath.equal(xpath.at(item, "a"), "x")),
        );
        respond($, { b: xpath.json(xpath.at(x, "b")) });
      });
    `,
  },
  // Of these variables, the nodes are asked for, and not only the data.
  "the name of a variable's node": {
    flow: `<eval out="$x">$body/json/a</eval><template>{ "n": {{ name($x) }} }</template>`,
    handler: `
      export default handler(($) => {
        const x = xpath.path(xpath.variable($, "body"), "json", "a");
        respond($, { n: xpath.name(xpath.nodes(x)) });                        // name($x)
      });
    `,
  },
  "a variable as pairs": {
    flow: `<eval out="$x">$body/json/a</eval><template>{ {{: $x }} }</template>`,
    handler: `
      export default handler(($) => {
        const x = xpath.path(xpath.variable($, "body"), "json", "a");
        respond($, xpath.pairs(x));
      });
    `,
  },
  "a union of variables": {
    flow: `<eval out="$x">$body/json/a</eval><eval out="$y">$body/json/b</eval><template>{ "c": {{ count($x | $y) }} }</template>`,
    handler: `
      export default handler(($) => {
        const x = xpath.path(xpath.variable($, "body"), "json", "a");
        const y = xpath.path(xpath.variable($, "body"), "json", "b");
        respond($, { c: xpath.count(xpath.union(x, y)) });                    // count($x | $y)
      });
    `,
  },
  "an error": {
    flow: `<error if="not($body/json/a)" status="422">{ "message": "No a.", "code": 12 }</error><template>{}</template>`,
    handler: `
      export default handler(($, request) => {
        if (request.json?.a === undefined) {
          return fail($, { message: "No a.", code: 12, status: 422 });
        }
        respond($, {});
      });
    `,
  },
  "an error of a text": {
    flow: `<error status="404">{{ concat("No ", $request/params/id) }}</error>`,
    handler: `
      export default handler(($, request) => {
        return fail($, { message: \`No \${request.params.id}\`, status: 404 });
      });
    `,
  },
  "an error with the status inside": {
    flow: `<error>{ "status": 410, "message": "Gone." }</error>`,
    handler: `
      export default handler(($) => {
        return fail($, { status: 410, message: "Gone." });
      });
    `,
  },
  "status and fields": {
    flow: `<set-status code="201"/><set-response-headers>{ "X-A": "b", "X-Q": {{ $request/get/q }} }</set-response-headers><template>{}</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {}, { status: 201, headers: { "X-A": "b", "X-Q": request.query.q ?? null } });
      });
    `,
  },
  "status and fields behind the content": {
    flow: `<template>{}</template><set-response-headers>{ "Status": 202, "X-A": null }</set-response-headers>`,
    handler: `
      export default handler(($) => {
        respond($, {}, { status: 202, headers: { "X-A": null } });
      });
    `,
  },
  "a status that one way sets": {
    flow: `<if test="not($body/json/a)"><set-status code="203"/></if><template>{}</template>`,
    handler: `
      export default handler(($, request) => {
        respond($, {}, { status: request.json?.a !== undefined ? undefined : 203 });
      });
    `,
  },
  "a status without content": {
    flow: `<set-status code="204"/>`,
    handler: `
      export default handler(($) => {
        return new Response(null, { status: 204 });
      });
    `,
  },
  "fields before an end on each way": {
    flow: `<set-response-headers>{ "X-A": "b" }</set-response-headers><if test="$request/get/q"><template>{ "q": 1 }</template><break/></if><template>{ "q": 0 }</template>`,
    handler: `
      export default handler(($, request) => {
        if (request.query.q !== undefined) {
          respond($, { q: 1 }, { headers: { "X-A": "b" } });
          return;
        }
        respond($, { q: 0 }, { headers: { "X-A": "b" } });
      });
    `,
  },
  echo: {
    flow: `<echo mime="text/csv">a;b</echo>`,
    handler: `
      export default handler(($) => {
        respond($, "a;b", { type: "text/csv" });
      });
    `,
  },
  log: {
    flow: `<log>{ "order": {{ $body/json/id }} }</log><template>{}</template>`,
    handler: `
      export default handler(($, request) => {
        logger($).add({ order: request.json?.id ?? null });
        respond($, {});
      });
    `,
  },
  "a request": {
    flow: `<request content="o">{ "url": {{ concat($env/BASE, "/o") }}, "method": "POST", "body": { "value": {{ $body/json }} }, "headers": { "X-A": {{ $request/headers/x-a }} } }</request><template>{ "s": {{ $upstream/o/status }}, "n": {{ content("o")/json/n }}, "h": {{ $upstream/o/headers/etag }}, "c": {{ $upstream/o/cacheHit }} }</template>`,
    handler: `
      export default handler(async ($, request) => {
        const o = await upstream($, "o", {
          url: \`\${$.env.BASE ?? ""}/o\`,
          method: "POST",
          body: request.json ?? undefined,
          headers: { "X-A": request.headers["x-a"] ?? null },
        });
        respond($, {
          s: o.status,
          n: o.json?.n ?? null,
          h: o.headers.etag ?? null,
          c: $.upstream?.o?.cacheHit ?? null,
        });
      });
    `,
  },
  "a request whose response the client gets": {
    flow: `<request>{ "url": {{ $env/BASE }} }</request>`,
    handler: `
      export default handler(async ($) => {
        const response = await upstream($, "main", { url: $.env.BASE ?? "" });
        respond($, response);
      });
    `,
  },
  "the same, with a status": {
    flow: `<request>{ "url": {{ $env/BASE }} }</request><set-status code="203"/>`,
    handler: `
      export default handler(async ($) => {
        const response = await upstream($, "main", { url: $.env.BASE ?? "" });
        respond($, response, { status: 203 });
      });
    `,
  },
  "several requests": {
    flow: `<requests>{ "a": { "url": {{ concat($env/BASE, "/a") }} }, "b": { "url": {{ concat($env/BASE, "/b") }} } }</requests><template>{ "a": {{ content("a")/json/x }}, "b": {{ $upstream/b/status = 200 }} }</template>`,
    handler: `
      export default handler(async ($) => {
        const { a, b } = await upstreams($, {
          a: { url: \`\${$.env.BASE ?? ""}/a\` },
          b: { url: \`\${$.env.BASE ?? ""}/b\` },
        });
        respond($, { a: a.json?.x ?? null, b: b.status === 200 });
      });
    `,
  },
  "an error of a request": {
    flow: `<request content="o">{ "url": {{ $env/BASE }} }</request><if test="$upstream/o/error"><template>{ "e": {{ $upstream/o/error/message }} }</template></if>`,
    handler: `
      export default handler(async ($) => {
        const o = await upstream($, "o", { url: $.env.BASE ?? "" });
        respond($, o);
        if (o.error !== undefined) {
          respond($, { e: o.error?.message ?? null });
        }
      });
    `,
  },
  "a flow that is called": {
    flow: `<sub-flow src="check.xml"/><template>{ "c": {{ $checked }} }</template>`,
    handler: `
      const check = flow("check.xml");
      
      export default handler(async ($) => {
        await check($);
        respond($, { c: $.checked ?? "" });
      });
    `,
  },
  "a file": {
    flow: `<template>{ "g": {{ json-doc("g.json")/a }}, "l": {{ lookup("g.json", $request/get/q, "?") }} }</template>`,
    handler: `
      import g from "../g.json" with { type: "json" };
      
      export default handler(($, request) => {
        respond($, { g: g.a, l: xpath.lookup(g, request.query.q ?? "", "?") });
      });
    `,
  },
  "an action that stays XML": {
    flow: `<copy in="fit://request/request/body"/><regex pattern="/a/" replace="b"/><set-response-headers>{ "X-A": "b" }</set-response-headers>`,
    handler: `
      const rCopy = flow("r-copy.xml");
      
      export default handler(async ($) => {
        await rCopy($);
      });
    `,
    part: `
      <flow>
        <copy in="fit://request/request/body"/>
        <regex pattern="/a/" replace="b"/>
        <set-response-headers>{ "X-A": "b" }</set-response-headers>
      </flow>
    `,
  },
  "fields that read the response which they belong to": {
    flow: `<template>{ "id": 1 }</template><log>{ "a": 1 }</log><set-response-headers>{ "X-Id": {{ content()/json/id }} }</set-response-headers>`,
    handler: `
      const rSetResponseHeaders = flow("r-set-response-headers.xml");
      
      export default handler(async ($) => {
        respond($, { id: 1 });
        logger($).add({ a: 1 });
        await rSetResponseHeaders($);
      });
    `,
    part: `
      <flow>
        <set-response-headers>{ "X-Id": {{ content()/json/id }} }</set-response-headers>
      </flow>
    `,
  },
  "a function that stays XML": {
    flow: `<eval out="$x">uuid4()</eval><template>{ "x": {{ $x }} }</template>`,
    handler: `
      const rEval = flow("r-eval.xml");
      
      export default handler(async ($) => {
        await rEval($);
        const x = xpath.variable($, "x");
        respond($, { x });
      });
    `,
    part: `
      <flow>
        <eval out="$x">uuid4()</eval>
      </flow>
    `,
  },
  comments: {
    flow: `
      <!-- Why. -->
      <eval out="$x">1</eval>
      <!-- And why that. -->
      <template>{ "x": {{ $x }} }</template>
      <!-- The status. -->
      <set-status code="201"/>
      <!-- The end. -->`,
    handler: `
      export default handler(($) => {
        // Why.
        const x = 1;
        // And why that.
        // The status.
        respond($, { x }, { status: 201 });
        // The end.
      });
    `,
  },
};

export const names = Object.keys(rows);

/** An operation for each row: its flow, or a handler in its place. */
export function filesWith(handlers: ReadonlyMap<string, string> | undefined): Files {
  const operations = names.flatMap((_, index) => [
    `  /r${index}/{id}/{n}:`,
    "    post:",
    handlers === undefined ? `      x-flow: r${index}.xml` : `      x-flow-handler: handlers/r${index}.ts`,
    "      parameters:",
    "        - { name: id, in: path, required: true, type: string }",
    "        - { name: n, in: path, required: true, type: integer }",
    '      responses: { 200: { description: "" } }',
  ]);
  const head = ['swagger: "2.0"', 'info: { title: t, version: "1" }', "basePath: /t", "paths:"];
  return {
    "swagger.yaml": [...head, ...operations, ""].join("\n"),
    "check.xml": flowFile('<eval out="$checked">concat("c", $request/params/id)</eval>'),
    "g.json": '{ "a": "b" }',
    ...Object.fromEntries(names.map((name, index) => [`r${index}.xml`, `<flow>${rows[name]?.flow}</flow>`])),
    ...Object.fromEntries(handlers ?? []),
  };
}

const anyHandler =
  'import { handler, respond } from "flowc/handler";\nexport default handler(($) => respond($, 1));\n';

/** The handlers of all rows, with their paths. */
export async function ejectedRows(): Promise<readonly (Ejected & { readonly path: string })[]> {
  const before = await compile(inputOf(filesWith(undefined)));
  expect(before.diagnostics.filter(isError)).toEqual([]);
  const stubs = new Map(names.map((_, index) => [`handlers/r${index}.ts`, anyHandler]));
  const { program } = await compile(inputOf(filesWith(stubs)), { findsOnly: true });
  return names.map((_, index) => {
    const path = `handlers/r${index}.ts`;
    const operations = program === undefined ? [] : answeredBy(program, path);
    const described = operations.map(({ operation }) => operation);
    return { path, ...eject(before, `r${index}.xml`, path, described) };
  });
}
