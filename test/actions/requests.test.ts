/** The `requests` action; what one of its requests can ask for is tested in `test/upstream/`. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { useMirror } from "../upstream/environment.js";

useMirror();

const to = (path: string) => `{ "url": {{ concat($env/UPSTREAM, "${path}") }} }`;

samples(
  "requests",
  {
    "have the IDs that are their names": {
      flow: `<requests>{ "a": ${to("/1")}, "b": ${to("/2?status=404")} }</requests>
        <template>[ {{ content("a")/json/url }}, {{ content("b")/json/url }}, {{ $upstream/b/status }} ]</template>`,
      json: ["/1", "/2?status=404", 404],
    },
    "leave the main content alone": {
      flow: `<template>"kept"</template><requests>{ "a": ${to("/1")} }</requests>`,
      json: "kept",
    },
    "but for the one that is called main": {
      flow: `<requests>{ "main": ${to("/1")}, "b": ${to("/2")} }</requests><template>{{ url }}</template>`,
      json: "/1",
    },
    "one that fails does not keep the others from succeeding": {
      flow: `<requests>{ "a": ${to("/1")}, "b": { "url": {{ $env/DEAD }} } }</requests>
        <template in="">[ {{ $upstream/a/status }}, {{ $error/code }} ]</template>`,
      json: [200, 3201],
    },
    none: {
      flow: `<requests>{}</requests><template>{{ count($upstream/*) }}</template>`,
      json: 0,
    },
    "src: a file": {
      flow: `<requests src="all.tmpl"/><template>{{ content("a")/json/url }}</template>`,
      json: "/from-file",
    },
    "src: a variable": {
      flow: `<template out="$all">{ "a": ${to("/1")} }</template><requests src="$all"/><template>{{ content("a")/json/url }}</template>`,
      json: "/1",
    },
    "if: nothing is sent where it does not hold": {
      flow: `<requests if="$request/get/send">{ "a": ${to("/1")} }</requests><template>{{ count($upstream/*) }}</template>`,
      json: 0,
    },
  },
  { files: { "all.tmpl": `{ "a": ${to("/from-file")} }` } },
);

findings("requests: what the build says", {
  "one without a URL": {
    flow: `<requests>{ "a": { "url": "http://a.test/" }, "b": {} }</requests>`,
    finds: "error",
    message: /FLOW4018/,
  },
  "a variable and a template": {
    flow: `<template out="$all">{}</template><requests src="$all">{}</requests>`,
    finds: "error",
    message: /FLOW4006.*<requests>/,
  },
  "another attribute": {
    flow: `<requests content="a">{}</requests>`,
    finds: "warning",
    message: /FLOW4004 .*content/,
  },
});
