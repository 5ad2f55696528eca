/** The `pass-body` action; how long bodies pass is tested in `test/upstream/passing.test.ts`. */
import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { sees, useMirror } from "../upstream/environment.js";

useMirror();

const get = (id: string, path: string) =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "${path}") }} }</request>`;
const seesUrl = (url: string) => sees((seen) => expect(seen.url).toBe(url));

samples("pass-body", {
  "sends the body of the request that it names": {
    flow: `${get("a", "/a")}${get("b", "/b")}<pass-body request="a"/>`,
    headers: { "content-type": "text/plain" },
    check: seesUrl("/a"),
  },
  "of main by default": {
    flow: `${get("main", "/main")}${get("b", "/b")}<pass-body/>`,
    check: seesUrl("/main"),
  },
  "with a media type and a status": {
    flow: `${get("a", "/a")}<pass-body request="a" mime="application/x{1}" status="203"/>`,
    status: 203,
    headers: { "content-type": "application/x1" },
    check: seesUrl("/a"),
  },
  "without the status of the upstream response": {
    flow: `${get("a", "/a?status=404")}<template>1</template><pass-body request="a"/>`,
    check: seesUrl("/a?status=404"),
  },
  "makes it the main content, which the next action may replace": {
    flow: `${get("a", "/a")}${get("b", "/b")}<pass-body request="a" mime="application/json"/><template>{{ url }}</template>`,
    json: "/a",
  },
  "leaves nothing where no request has that ID at that time": {
    flow: `<template>"before"</template>${get("a", "/a").replace("<request ", `<request if="$request/get/send" `)}<pass-body request="a"/>`,
    text: "",
  },
  "under a condition that does not hold": {
    flow: `${get("a", "/a")}<template>"kept"</template><pass-body request="a" if="$request/get/pass"/>`,
    json: "kept",
  },
});

findings("pass-body: what the build says", {
  "an unknown request": {
    flow: `<pass-body request="a"/>`,
    finds: "warning",
    message: /FLOW4030.*\ba\b/,
  },
  "a status that is none": {
    flow: `<request>{ "url": "http://a.test/" }</request><pass-body status="6"/>`,
    finds: "error",
    message: /FLOW4016/,
  },
  text: {
    flow: `<request>{ "url": "http://a.test/" }</request><pass-body>x</pass-body>`,
    finds: "error",
    message: /FLOW4006/,
  },
  "another attribute": {
    flow: `<request>{ "url": "http://a.test/" }</request><pass-body content="main"/>`,
    finds: "warning",
    message: /FLOW4004 .*content/,
  },
});
