/** Specification, "`$request`". */
import { describe, expect, test } from "vitest";
import { ask, flow, samples } from "../support/samples.js";

const show = (expression: string) => `<template>{{ ${expression} }}</template>`;
const present = (path: string) => `<template>[ {{ ${path} }}, {{ boolean(${path}) }} ]</template>`;

// "A tree of properties. All textual; the query component and cookies appear only if sent."
samples("$request", [
  ...["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map((method) => ({
    name: `method: HTTP method of the client request, ${method}`,
    flow: show("$request/method"),
    request: { method },
    json: method,
  })),
  {
    name: "purpose: a word",
    flow: show("$request/purpose"),
    check: ({ text }) => expect(text.trim()).toMatch(/^"\w+"$/),
  },
  {
    name: "debug: an empty element that is there",
    flow: "<template>[ {{ boolean($request/debug) }}, {{ string($request/debug) }}, {{ count($request/debug) }} ]</template>",
    json: [true, "", 1],
  },
  { name: "host: the host name, without the port", flow: show("$request/host"), json: "client.test" },
  { name: "port: the port number, as text", flow: show("$request/port"), json: "8080" },
  { name: "port: compares as a number", flow: show("$request/port = 8080"), json: true },
  {
    name: "id: text, the same each time it is read",
    flow: "<template>[ {{ string-length($request/id) > 0 }}, {{ $request/id = $request/id }} ]</template>",
    json: [true, true],
  },
  {
    name: "url: the full URL",
    pattern: "/u",
    flow: show("$request/url"),
    request: { path: "/u", query: "a=b&c=d" },
    check: ({ json }) => expect(json()).toMatch(/^http:\/\/client\.test:8080\/t\/\d+\/u\?a=b&c=d$/),
  },
  {
    name: "path: the URL's path, without the query",
    pattern: "/u",
    flow: show("$request/path"),
    request: { path: "/u", query: "a=b" },
    check: ({ json }) => expect(json()).toMatch(/^\/t\/\d+\/u$/),
  },
  {
    name: "query: without the leading ?",
    flow: show("$request/query"),
    request: { query: "a=b&c=d" },
    json: "a=b&c=d",
  },
  {
    name: "query: as sent, not decoded",
    flow: show("$request/query"),
    request: { query: "a=%20+%C3%A4&b" },
    json: "a=%20+%C3%A4&b",
  },
  { name: "query: only if sent", flow: present("$request/query"), json: [null, false] },
  {
    name: "query: only if sent, in a condition",
    flow: `<if test="$request/query"><template>1</template></if><else><template>0</template></else>`,
    json: 0,
  },
  {
    name: "query: decides a condition when sent",
    flow: `<if test="$request/query = 42"><template>"yes"</template></if><elseif test="$request/query"><template>"other"</template></elseif><else><template>"none"</template></else>`,
    request: { query: "42" },
    json: "yes",
  },
  {
    name: "headers: in lower case, whatever case the client sent",
    flow: show("$request/headers/user-agent"),
    request: { headers: { "User-AGENT": "Test/1" } },
    json: "Test/1",
  },
  {
    name: "headers: not by a name in another case",
    flow: present("$request/headers/User-Agent"),
    request: { headers: { "User-Agent": "Test/1" } },
    json: [null, false],
  },
  { name: "headers: only those sent", flow: present("$request/headers/x-none"), json: [null, false] },
  {
    name: "headers: a field that is sent empty is there",
    flow: present("$request/headers/x-empty"),
    request: { headers: { "x-empty": "" } },
    json: ["", true],
  },
  {
    name: "headers: numbers are text",
    flow: show("$request/headers/x-count"),
    request: { headers: { "x-count": "007" } },
    json: "007",
  },
  {
    name: "headers: copied as pairs",
    flow: "<template>{ {{: $request/headers/x-a | $request/headers/x-b | $request/headers/x-c }} }</template>",
    request: { headers: { "X-B": "2", "X-A": "1" } },
    json: { "x-a": "1", "x-b": "2" },
  },
  {
    name: "get: a child per query parameter",
    flow: "<template>[ {{ $request/get/a }}, {{ $request/get/c }} ]</template>",
    request: { query: "a=b&c=d" },
    json: ["b", "d"],
  },
  { name: "get: text, also for numbers", flow: show("$request/get/n"), request: { query: "n=5" }, json: "5" },
  {
    name: "get: converted by number()",
    flow: show("number($request/get/n) + 1"),
    request: { query: "n=5" },
    json: 6,
  },
  {
    name: "get: decoded",
    flow: "<template>[ {{ $request/get/a }}, {{ $request/get/b }} ]</template>",
    request: { query: "a=x%20y+z&b=%E2%82%AC%26%3D" },
    json: ["x y z", "€&="],
  },
  {
    name: "get: the text as it is where it cannot be decoded",
    flow: show("$request/get/a"),
    request: { query: "a=%zz" },
    json: "%zz",
  },
  {
    name: "get: a parameter without a value is there",
    flow: present("$request/get/a"),
    request: { query: "a" },
    json: ["", true],
  },
  {
    name: "get: the last value of a parameter that is repeated",
    flow: show("$request/get/a"),
    request: { query: "a=1&a=2&a=3" },
    json: "3",
  },
  {
    name: "get: names in the case they were sent",
    flow: "<template>[ {{ $request/get/a }}, {{ $request/get/A }} ]</template>",
    request: { query: "a=1&A=2" },
    json: ["1", "2"],
  },
  {
    name: "get: nothing for a parameter that was not sent",
    flow: present("$request/get/b"),
    request: { query: "a=1" },
    json: [null, false],
  },
  {
    name: "get: nothing without a query",
    flow: "<template>[ {{ boolean($request/get) }}, {{ $request/get/a }} ]</template>",
    json: [false, null],
  },
  {
    name: "get: all, also those whose names are no XML names",
    flow: "<template>{ {{: $request/get/* }} }</template>",
    request: { query: "a%20b=1&9=2&c%5B%5D=3" },
    json: { "a b": "1", "9": "2", "c[]": "3" },
  },
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].flatMap((name) => [
    {
      name: `get: no \`${name}\` unless sent`,
      flow: present(`$request/get/${name}`),
      request: { query: "a=1" },
      json: [null, false],
    },
    {
      name: `get: a \`${name}\` that was sent`,
      flow: present(`$request/get/${name}`),
      request: { query: `${name}=1` },
      json: ["1", true],
    },
    {
      name: `headers: no \`${name}\` unless sent`,
      flow: present(`$request/headers/${name}`),
      json: [null, false],
    },
    {
      name: `cookies: no \`${name}\` unless sent`,
      flow: present(`$request/cookies/${name}`),
      request: { headers: { cookie: "a=1" } },
      json: [null, false],
    },
    {
      name: `cookies: a \`${name}\` that was sent`,
      flow: present(`$request/cookies/${name}`),
      request: { headers: { cookie: `${name}=1` } },
      json: ["1", true],
    },
    { name: `no \`${name}\` of its own`, flow: present(`$request/${name}`), json: [null, false] },
  ]),
  {
    name: "headers: a `constructor` that was sent",
    flow: show("$request/headers/constructor"),
    request: { headers: { constructor: "1" } },
    json: "1",
  },
  {
    name: "cookies: a child per cookie",
    flow: "<template>[ {{ $request/cookies/NAME1 }}, {{ $request/cookies/NAME2 }} ]</template>",
    request: { headers: { cookie: "NAME1=VALUE1; NAME2=VALUE2" } },
    json: ["VALUE1", "VALUE2"],
  },
  {
    name: "cookies: a value may have an equals sign",
    flow: show("$request/cookies/a"),
    request: { headers: { cookie: "a=b=c==" } },
    json: "b=c==",
  },
  {
    name: "cookies: not a cookie that was not sent",
    flow: present("$request/cookies/b"),
    request: { headers: { cookie: "a=1" } },
    json: [null, false],
  },
  {
    name: "cookies: only if sent",
    flow: "<template>[ {{ boolean($request/cookies) }}, {{ $request/cookies/a }} ]</template>",
    json: [false, null],
  },
  {
    name: "cookies: in a condition only if sent",
    flow: `<if test="$request/cookies/a"><template>1</template></if><else><template>0</template></else>`,
    json: 0,
  },
  {
    name: "endpoint: the path where no wildcard matched",
    flow: "<template>{{ $request/endpoint = $request/path }}</template>",
    json: true,
  },
  {
    name: "params: path parameters, decoded",
    pattern: "/p/{a}/{b}",
    flow: "<template>[ {{ $request/params/a }}, {{ $request/params/b }} ]</template>",
    request: { path: "/p/one/x%20%C3%A4%2Fy" },
    json: ["one", "x ä/y"],
  },
  {
    name: "is a tree that can be copied",
    flow: `<eval out="$copy">$request</eval><template>[ {{ $copy/method }}, {{ $copy/get/a }} ]</template>`,
    request: { query: "a=1" },
    json: ["GET", "1"],
  },
  {
    name: "is a context",
    flow: "<template>[ {{with $request}} {{ method }}, {{ get/a }} {{end}} ]</template>",
    request: { query: "a=1" },
    json: ["GET", "1"],
  },
  {
    name: "has nothing else",
    flow: "<template>[ {{ $request/nope }}, {{ $request/nope/deeper }}, {{ $request/method/deeper }} ]</template>",
    json: [null, null, null],
  },
]);

const all = "<template>{ {{with $request}} {{: * }} {{end}} }</template>";

const leaves = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];

describe("All of $request", () => {
  test("with a query and cookies", async () => {
    const response = await ask(await flow(all), {
      method: "POST",
      query: "a=b&c=d",
      headers: { cookie: "NAME1=VALUE1; NAME2=VALUE2", Foo: "asdf" },
      body: "x",
    });
    const request = response.json() as Record<string, Record<string, unknown>>;
    expect(request).toMatchObject({
      method: "POST",
      purpose: expect.stringMatching(/^\w+$/),
      debug: "",
      host: "client.test",
      port: "8080",
      id: expect.stringMatching(/^.+$/),
      url: "http://client.test:8080/t/x?a=b&c=d",
      path: "/t/x",
      query: "a=b&c=d",
      headers: { foo: "asdf", cookie: "NAME1=VALUE1; NAME2=VALUE2" },
      get: { a: "b", c: "d" },
      cookies: { NAME1: "VALUE1", NAME2: "VALUE2" },
      endpoint: "/t/x",
    });
    expect(leaves(request).every((leaf) => typeof leaf === "string")).toBe(true);
  });

  test("without a query and cookies: neither appears", async () => {
    const response = await ask(await flow(all));
    const names = Object.keys(response.json() as object);
    expect(names).toEqual(
      expect.arrayContaining(["method", "purpose", "debug", "host", "port", "id", "url", "path"]),
    );
    expect(names).not.toContain("query");
    expect(names).not.toContain("cookies");
  });

  test("in a root element of the variable's name", async () => {
    const one = await flow(
      `<template>{ {{: $request }} "names": [ {{ name($request) }}, {{ name($request/method/..) }}, {{with $request}} {{ /request/method }} {{end}} ], "xml": {{ substring(fit-serialize($request, false()), 1, 49) }} }</template>`,
    );
    expect((await ask(one)).json()).toMatchObject({
      request: { method: "GET", path: "/t/x" },
      names: ["request", "request", "GET"],
      xml: '<request object=""><method string="">GET</method>',
    });
  });

  test("in variables of parts of it", async () => {
    const one = await flow(
      `<eval out="$h">$request/headers</eval><template>[ {{ name($h) }}, {{ name($h/x-a) }} ]</template>`,
    );
    expect((await ask(one, { headers: { "x-a": "1" } })).json()).toEqual(["headers", "x-a"]);
  });

  test("the id differs from request to request", async () => {
    const one = await flow("<template>{{ $request/id }}</template>");
    const ids = await Promise.all(
      [ask(one), ask(one), ask(one)].map(async (response) => (await response).json()),
    );
    expect(new Set(ids).size).toBe(3);
  });

  test("the port of a URL without one is the scheme's", async () => {
    const one = await flow("<template>[ {{ $request/port }}, {{ $request/host }} ]</template>");
    expect(await (await one.request("http://plain.test/t/x")).json()).toEqual(["80", "plain.test"]);
    expect(await (await one.request("https://secure.test/t/x")).json()).toEqual(["443", "secure.test"]);
  });
});
