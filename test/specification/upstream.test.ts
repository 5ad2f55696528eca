/** Specification, "`$upstream`". */
import { afterAll, beforeAll, expect } from "vitest";
import { samples } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;

beforeAll(async () => {
  server = await upstream((request, response) => {
    const status = Number(/^\/status\/(\d+)/.exec(request.url ?? "")?.[1] ?? 200);
    reply(
      response,
      status,
      { url: request.url, method: request.method },
      { "X-Upper": "Kept Case", "X-Number": "7" },
    );
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const request = (path: string, attributes = "", more = "") =>
  `<request ${attributes}>{ "url": {{ concat($env/UPSTREAM, "${path}") }} ${more} }</request>`;

const requests = (ids: readonly string[], more = "") =>
  `<requests>{ ${ids
    .map((id, index) => `"${id}": { "url": {{ concat($env/UPSTREAM, "/status/20${index}") }} ${more} }`)
    .join(", ")} }</requests>`;

// "Before any upstream request, `$upstream` is undefined/empty."
samples("Before any upstream request, $upstream", {
  "is empty": {
    flow: "<template>[ {{ $upstream }}, {{ boolean($upstream) }}, {{ count($upstream/*) }} ]</template>",
    json: [null, false, 0],
  },
  "has no responses": {
    flow: `<eval out="$early">$upstream/main/status = 200</eval>${request("/")}
      <template>[ {{ $early }}, {{ $upstream/main/status = 200 }} ]</template>`,
    json: [false, true],
  },
});

samples(
  "A flow may set $upstream: from then on, it is that",
  {
    "before any request": {
      flow: `<template out="$upstream">{ "a": 1 }</template><template>[ {{ $upstream/a }}, {{ count($upstream/*) }} ]</template>`,
      json: [1, 1],
    },
    ...Object.fromEntries(
      [
        ["a template", `<template out="$upstream">{ "a": 1 }</template>`],
        ["an eval", `<eval out="$upstream">json-parse('{ "a": 1 }')</eval>`],
        ["a sub-flow", `<sub-flow src="sets.xml"/>`],
      ].flatMap(([name, sets]) =>
        [
          ["", ""],
          [" that was read", `<eval out="$status">$upstream/main/status</eval>`],
        ].map(([suffix, reads]) => [
          `by ${name} after a request${suffix}`,
          {
            flow: `${request("/")}${reads}${sets}<template>[ {{ $upstream/a }}, {{ $upstream/main/status }}, {{ count($upstream/*) }} ]</template>`,
            json: [1, null, 1],
          },
        ]),
      ),
    ),
  },
  { files: { "sets.xml": `<flow><template out="$upstream">{ "a": 1 }</template></flow>` } },
);

// "Holds one child per upstream request, named by the request ID (the `id` property or the `content` attribute of the
// `request` action). Set by `request` and `requests`."
samples("$upstream has a child per request", {
  "named main by default": {
    flow: `${request("/")}<template>{{ $upstream/main/status }}</template>`,
    json: 200,
  },
  "named by the content attribute": {
    flow: `${request("/status/201", `content="a"`)}<template>[ {{ $upstream/a/status }}, {{ $upstream/main/status }} ]</template>`,
    json: [201, null],
  },
  "named by the id property": {
    flow: `${request("/status/201", "", `, "id": "a"`)}<template>[ {{ $upstream/a/status }}, {{ $upstream/main/status }} ]</template>`,
    json: [201, null],
  },
  "named by the id property where both are given": {
    flow: `${request("/status/201", `content="b"`, `, "id": "a"`)}<template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }} ]</template>`,
    json: [201, null],
  },
  "named by the attribute where the id property is empty": {
    flow: `${request("/status/201", `content="b"`, `, "id": ""`)}<template>{{ $upstream/b/status }}</template>`,
    json: 201,
  },
  "named by the attribute where the id property is null": {
    flow: `${request("/status/201", `content="b"`, `, "id": null`)}<template>{{ $upstream/b/status }}</template>`,
    json: 201,
  },
  "and keeps the earlier ones": {
    flow: `${request("/status/201", `content="a"`)}${request("/status/202", `content="b"`)}<template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }}, {{ count($upstream/*) }} ]</template>`,
    json: [201, 202, 2],
  },
  "overwritten by a later one of the same name": {
    flow: `${request("/status/201", `content="a"`)}${request("/status/202", `content="a"`)}<template>[ {{ $upstream/a/status }}, {{ count($upstream/*) }} ]</template>`,
    json: [202, 1],
  },
  "for each of requests": {
    flow: `${requests(["a", "b", "c"])}<template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }}, {{ $upstream/c/status }}, {{ $upstream/main/status }} ]</template>`,
    json: [200, 201, 202, null],
  },
  "for each of requests by its key, not by an id inside": {
    flow: `${requests(["a"], `, "id": "other"`)}<template>[ {{ $upstream/a/status }}, {{ $upstream/other/status }} ]</template>`,
    json: [200, null],
  },
  "for requests and request together": {
    flow: `${requests(["a", "b"])}${request("/status/404")}<template>[ {{ $upstream/a/status }}, {{ $upstream/b/status }}, {{ $upstream/main/status }} ]</template>`,
    json: [200, 201, 404],
  },
  "that goes out whole": {
    flow: `${requests(["a", "b"])}<template>{ {{with $upstream}} {{: * }} {{end}} }</template>`,
    check: ({ json }) =>
      expect(json()).toMatchObject({
        a: { url: expect.any(String), status: 200, cacheHit: false, headers: expect.any(Object) },
        b: { status: 201 },
      }),
  },
  "that has the four properties and no more": {
    flow: `${request("/")}<template>{{ $upstream/main }}</template>`,
    check: ({ json }) =>
      expect(Object.keys(json() as object).sort()).toEqual(["cacheHit", "headers", "status", "url"]),
  },
  "in any later action, in a condition too": {
    flow: `${request("/status/404")}<if test="$upstream/main/status = 404"><template>"gone"</template></if><else><template>"here"</template></else>`,
    json: "gone",
  },
  ...["__proto__", "constructor", "toString"].map((id) => ({
    name: `that may be named ${id}`,
    flow: `<eval out="$before">boolean($upstream/${id})</eval>${request("/status/201", `content="${id}"`)}<template>[ {{ $before }}, {{ $upstream/${id}/status }}, {{ content("${id}")/json/method }} ]</template>`,
    json: [false, 201, "GET"],
  })),
  "in a root element of the variable's name": {
    flow: `${request("/status/201", `content="a"`)}<eval out="$u">$upstream</eval><template>[ {{ name($upstream) }}, {{ name($u/a/..) }}, {{with $u}} {{ /upstream/a/status }}, {{ name() }} {{end}} ]</template>`,
    json: ["upstream", "upstream", 201, "upstream"],
  },
  "whose JSON is a variable like any other": {
    flow: `${request("/status/201", `content="a"`)}<eval out="$status">string($upstream/a/../*/status)</eval><template out="$x">{{ $upstream }}</template><template>[ {{ $status }}, {{ name($x) }}, {{ name($x/*/..) }} ]</template>`,
    json: ["201", "json", "json"],
  },
  "and none that was not sent": {
    flow: `${request("/")}<template>[ {{ $upstream/other/status }}, {{ $upstream/__proto__/status }} ]</template>`,
    json: [null, null],
  },
  "and none for a request that was skipped": {
    flow: `<if test="false()">${request("/", `content="a"`)}</if><template>[ {{ $upstream/a/status }}, {{ boolean($upstream) }} ]</template>`,
    json: [null, false],
  },
});

samples("A child of $upstream", {
  "url: the request URL, a string": {
    flow: `${request("/a/b?c=d")}<template>{{ $upstream/main/url = concat($env/UPSTREAM, "/a/b?c=d") }}</template>`,
    json: true,
  },
  "url: with the query that the request added": {
    flow: `${request("/a", "", `, "query": { "c": "d e" }`)}<template>{{ substring-after($upstream/main/url, "?") }}</template>`,
    check: ({ json }) => expect(json()).toMatch(/^c=d(\+|%20)e$/),
  },
  "status: an integer": {
    flow: `${request("/status/201")}<template>[ {{ $upstream/main/status }}, {{ $upstream/main/status + 1 }} ]</template>`,
    json: [201, 202],
  },
  // "Example check: `$upstream/<request_id>/status = 200`."
  "status: compared with 200": {
    flow: `${request("/", `content="r"`)}<template>{{ $upstream/r/status = 200 }}</template>`,
    json: true,
  },
  "status: of an HTTP error as well; the flow goes on": {
    flow: `${request("/status/503")}<template>[ {{ $upstream/main/status }}, {{ boolean($error) }} ]</template>`,
    json: [503, false],
  },
  "cacheHit: false, a boolean": {
    flow: `${request("/")}<template>{{ $upstream/main/cacheHit }}</template>`,
    json: false,
  },
  "headers: names in lower case": {
    flow: `${request("/")}<template>{{ $upstream/main/headers/x-upper }}</template>`,
    json: "Kept Case",
  },
  "headers: not by a name in another case": {
    flow: `${request("/")}<template>[ {{ $upstream/main/headers/X-Upper }}, {{ boolean($upstream/main/headers/X-Upper) }} ]</template>`,
    json: [null, false],
  },
  "headers: text, also numbers": {
    flow: `${request("/")}<template>{{ $upstream/main/headers/x-number }}</template>`,
    json: "7",
  },
  "headers: only those received": {
    flow: `${request("/")}<template>[ {{ $upstream/main/headers/x-none }}, {{ $upstream/main/headers/constructor }} ]</template>`,
    json: [null, null],
  },
});

// docs/decisions.md: the result of the last `request` is the response body; of `requests`, that of the one named `main`.
samples("The client gets the upstream's response", {
  "of the request named main, if nothing else is written": {
    flow: request("/a"),
    json: { url: "/a", method: "GET" },
  },
  "of the request named main among requests": {
    flow: `<requests>{ "x": { "url": {{ concat($env/UPSTREAM, "/x") }} }, "main": { "url": {{ concat($env/UPSTREAM, "/m") }} } }</requests>`,
    json: { url: "/m", method: "GET" },
  },
  "of the last request, whatever its name": {
    flow: `${request("/a")}${request("/b", `content="other"`)}`,
    json: { url: "/b", method: "GET" },
  },
  "not of requests with other names": { flow: requests(["a", "b"]), text: "" },
  "not with its status: that is 200 unless it is set": {
    flow: request("/status/404"),
    json: { url: "/status/404", method: "GET" },
  },
});
