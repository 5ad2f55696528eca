/** The attributes of `<request>`, and what it does in a flow; its properties and options are tested in `test/upstream/`. */
import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { failed, sees, useMirror } from "../upstream/environment.js";

useMirror();

const get = (attributes = "", path = "/") =>
  `<request ${attributes}>{ "url": {{ concat($env/UPSTREAM, "${path}") }} }</request>`;

samples(
  "request: attributes",
  {
    "url and method count where the JSON has none": {
      flow: `<eval out="$url">concat($env/UPSTREAM, "/json")</eval><request url="http://127.0.0.1:1/" method="put">{ "url": {{ $request/get/none ?? $url }} }</request>`,
      check: sees((seen) => expect(seen).toMatchObject({ method: "PUT", url: "/json" })),
    },
    "method: the JSON wins": {
      flow: `<request method="PUT">{ "url": {{ $env/UPSTREAM }}, "method": "DELETE" }</request>`,
      check: sees((seen) => expect(seen.method).toBe("DELETE")),
    },
    "method: empty JSON does not": {
      flow: `<request method="PUT">{ "url": {{ $env/UPSTREAM }}, "method": "" }</request>`,
      check: sees((seen) => expect(seen.method).toBe("PUT")),
    },
    "url: needs no JSON beside it": {
      flow: `<request content="a" url="{$env/UPSTREAM}"/><template>[ {{ content("a")/json/url }}, {{ $upstream/a/status }} ]</template>`,
      json: ["/", 200],
    },
    "url: nor an empty one": {
      flow: `<request content="a" method="PUT" url="{$env/UPSTREAM}">
  {{// nothing }}
</request><template>[ {{ content("a")/json/method }}, {{ $upstream/a/status }} ]</template>`,
      json: ["PUT", 200],
    },
    "url: is asked": {
      flow: `<request url="http://127.0.0.1:1/">{}</request><template>{{ $upstream/main/url }}</template>`,
      json: "http://127.0.0.1:1/",
    },
    "content: the ID of the response": {
      flow: `${get(`content="a"`)}<template>[ {{ content("a")/json/url }}, {{ $upstream/a/status }}, {{ $upstream/main }} ]</template>`,
      json: ["/", 200, null],
    },
    "src: the template is in a file of its own": {
      flow: `<request src="request.tmpl"/>`,
      check: sees((seen) => expect(seen.url).toBe("/from-file")),
    },
    "if: nothing is sent where it does not hold": {
      flow: `${get(`if="$request/get/send"`)}<template>{{ count($upstream/*) }}</template>`,
      json: 0,
    },
  },
  { files: { "request.tmpl": `{ "url": {{ concat($env/UPSTREAM, "/from-file") }} }` } },
);

samples("request", {
  "sends GET, and the body of the response becomes the client's, but not its status": {
    flow: get("", "/a?status=202"),
    check: sees((seen) => expect(seen).toMatchObject({ method: "GET", url: "/a?status=202", body: "" })),
  },
  "takes the place of the main content": {
    flow: `<template>"before"</template>${get("", "/a")}<template>{{ url }}</template>`,
    json: "/a",
  },
  "that fails is in $error, and the flow goes on": {
    flow: `<request>{ "url": {{ $env/DEAD }} }</request><template>{{ $error/code }}</template>`,
    json: 3201,
  },
  "that fails is the client's response where nothing takes its place": {
    flow: `<request>{ "url": {{ $env/DEAD }} }</request>`,
    status: 502,
    check: failed(/./),
  },
});

findings("request: what the build says", {
  "no URL": { flow: "<request>{}</request>", finds: "error", message: /FLOW4018/ },
  "an unknown property": {
    flow: `<request>{ "url": "http://a.test/", "ulr": 1 }</request>`,
    finds: "warning",
    message: /FLOW4017 .*ulr/,
  },
  "an unknown option": {
    flow: `<request>{ "url": "http://a.test/", "options": { "tls": 1 } }</request>`,
    finds: "warning",
    message: /FLOW\d+ .*tls/,
  },
  "another attribute": {
    flow: `<request out="$x">{ "url": "http://a.test/" }</request>`,
    finds: "warning",
    message: /FLOW4004 .*out/,
  },
});
