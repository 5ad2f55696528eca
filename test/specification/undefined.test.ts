/** Specification, "Undefined variables": `$u` is never set here. */
import { afterAll, beforeAll, expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;

beforeAll(async () => {
  server = await upstream((request, response) => {
    reply(response, 200, { url: request.url, method: request.method, headers: request.headers });
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const branch = (test: string) =>
  `<if test="${test}"><template>"yes"</template></if><else><template>"no"</template></else>`;

// "Reading a variable that was never set yields an empty node-set."
samples("An undefined variable in an expression", {
  "counts nothing": { flow: "<template>{{ count($u) }}</template>", json: 0 },
  "sums nothing": { flow: "<template>{{ sum($u) }}</template>", json: 0 },
  "is the empty string as a string": { flow: "<template>{{ string($u) }}</template>", json: "" },
  "is no number as a number": {
    flow: "<template>[ {{ string(number($u)) }}, {{ string($u + 1) }} ]</template>",
    json: ["NaN", "NaN"],
  },
  "is nothing in concat": { flow: `<template>{{ concat("a", $u, "b") }}</template>`, json: "ab" },
  "is the empty string for string functions": {
    flow: `<template>[ {{ string-length($u) }}, {{ contains($u, "a") }}, {{ substring($u, 1, 2) }}, {{ normalize-space($u) }} ]</template>`,
    json: [0, false, "", ""],
  },
  "has no name": {
    flow: "<template>[ {{ name($u) }}, {{ local-name($u) }} ]</template>",
    json: ["", ""],
  },
  "equals nothing, and differs from nothing": {
    flow: `<template>[ {{ $u = "" }}, {{ $u != "" }}, {{ $u = 0 }}, {{ $u != 0 }}, {{ $u = $u }}, {{ $u &lt; 1 }}, {{ $u >= 0 }} ]</template>`,
    json: [false, false, false, false, false, false, false],
  },
  "compares with a boolean as false": {
    flow: "<template>[ {{ $u = false() }}, {{ $u = true() }} ]</template>",
    json: [true, false],
  },
  "adds nothing to a union": {
    flow: "<template>{{ count($u | $request/method) }}</template>",
    json: 1,
  },
  "has no parts": {
    flow: "<template>[ {{ $u/a }}, {{ $u/a/b }}, {{ count($u/*) }}, {{ count($u//a) }}, {{ count($u/@*) }}, {{ count($u/..) }}, {{ count($u[1]) }} ]</template>",
    json: [null, null, 0, 0, 0, 0, 0],
  },
  "makes an eval's variable undefined as well": {
    flow: `<eval out="$x">$u</eval><template>[ {{ $x }}, {{ boolean($x) }}, {{ count($x) }} ]</template>`,
    json: [null, false, 0],
  },
  "selects nothing in a predicate": {
    flow: `<template out="$x">[ 1, 2 ]</template><template>{{ count($x/value[. = $u]) }}</template>`,
    json: 0,
  },
});

// "An empty node-set evaluates to `false` in conditions."
samples("An undefined variable in a condition", {
  "of if is false": { flow: branch("$u"), json: "no" },
  "of if is false with a path": { flow: branch("$u/a/b"), json: "no" },
  "of if is true under not()": { flow: branch("not($u)"), json: "yes" },
  "of if is false for boolean()": { flow: branch("boolean($u)"), json: "no" },
  "of if is false in `and`, and leaves `or` to the other": {
    flow: `<template>[ {{ $u and true() }}, {{ $u or true() }}, {{ $u or false() }} ]</template>`,
    json: [false, true, false],
  },
  "of elseif is false": {
    flow: `<if test="false()"><template>1</template></if><elseif test="$u"><template>2</template></elseif><else><template>3</template></else>`,
    json: 3,
  },
  "of an action's `if` attribute is false": {
    flow: `<template>"before"</template><template if="$u">"after"</template>`,
    json: "before",
  },
  "of an error's `if` attribute is false": {
    flow: `<error if="$u"/><template>"fine"</template>`,
    json: "fine",
  },
  "of a template's if is false": {
    flow: `<template>{{if $u }} "yes" {{else}} "no" {{end}}</template>`,
    json: "no",
  },
  "of a template's elseif is false": {
    flow: `<template>{{if false() }} 1 {{elseif $u }} 2 {{else}} 3 {{end}}</template>`,
    json: 3,
  },
  "of a template's if without else yields nothing": {
    flow: `<template>[ {{if $u }} 1 {{end}} ]</template>`,
    json: [],
  },
});

// "An empty node-set in a placeholder produces the string `null`."
samples("An undefined variable in a template", {
  "is null in a placeholder": {
    flow: "<template>{{ $u }}</template>",
    check: ({ text }) => expect(text.trim()).toBe("null"),
  },
  "is null in a member": { flow: `<template>{ "a": {{ $u }} }</template>`, json: { a: null } },
  "is null in an array": { flow: "<template>[ {{ $u }}, {{ $u/a }} ]</template>", json: [null, null] },
  "is null in a variable's structure": {
    flow: `<template out="$x">{ "a": {{ $u }} }</template><template>{{ $x }}</template>`,
    json: { a: null },
  },
  "is null where the reference shows it": {
    flow: `<template>{{if $undefined }} "will never be reached" {{else}} {{ $undefined }} {{end}}</template>`,
    json: null,
  },
  "gives way to the right side of ??": {
    flow: `<template>[ {{ $u ?? "d" }}, {{ $u/a ?? $u ?? 3 }}, {{ $u ?? $u }} ]</template>`,
    json: ["d", 3, null],
  },
  "makes no pairs": {
    flow: `<template>{ {{: $u }} {{: $u/* }} {{: $u/a | $u/b }} "a": 1 }</template>`,
    json: { a: 1 },
  },
  "is no context: with takes its else": {
    flow: `<template>{ {{with $u }} "a": 1 {{else}} "a": 2 {{end}} }</template>`,
    json: { a: 2 },
  },
  "is no context: with without else yields nothing": {
    flow: `<template>{ {{with $u }} "a": 1 {{end}} }</template>`,
    json: {},
  },
  "loops over nothing": {
    flow: "<template>[ {{loop $u }} 1 {{end}} {{,}} 2 ]</template>",
    json: [2],
  },
  "makes a local variable undefined": {
    flow: "<template>{{$x := $u }} [ {{ $x }}, {{ boolean($x) }} ]</template>",
    json: [null, false],
  },
  "is no input: `in` has no members": {
    flow: `<template in="$u">[ {{ a }}, {{ count(*) }} ]</template>`,
    json: [null, 0],
  },
});

samples("An undefined variable in an action", {
  "request: sends no such header, query parameter or method": {
    flow: `<request>{ "url": {{ concat($env/UPSTREAM, "/a") }}, "method": {{ $u }}, "headers": { "x-u": {{ $u }}, "x-v": "1" }, "query": {{ $u }} }</request><template>[ {{ content()/json/url }}, {{ content()/json/method }}, {{ content()/json/headers/x-u }}, {{ content()/json/headers/x-v }} ]</template>`,
    json: ["/a", "GET", null, "1"],
  },
  "request: no URL is a failed request, not a crash": {
    flow: `<request>{ "url": {{ $u }} }</request><template>{{ boolean($error) }}</template>`,
    json: true,
  },
  "request: no URL ends the flow with exit-on-error": {
    flow: `<request>{ "url": {{ $u }}, "options": { "exit-on-error": true } }</request><template>"not reached"</template>`,
    check: ({ status, text }) => {
      expect(text).not.toContain("not reached");
      expect(status).toBeGreaterThanOrEqual(400);
    },
    status: 502,
  },
  "error: the default takes the place of a property": {
    flow: `<error>{ "message": {{ $u }}, "code": {{ $u }}, "info": {{ $u }}, "status": {{ $u }} }</error>`,
    status: 500,
    json: { error: { message: "FlowError", code: 5000, info: ["Flow Error triggered"], status: 500 } },
  },
  "set-response-headers: sets no such field": {
    flow: `<set-response-headers>{ "X-U": {{ $u }}, "X-V": "1" }</set-response-headers><template>1</template>`,
    headers: { "x-u": null, "x-v": "1" },
    json: 1,
  },
});

findings("The build names a variable that nothing sets, and goes on", {
  "in a placeholder": {
    flow: "<template>{{ $nobodySetsMe }}</template>",
    finds: "warning",
    message: /\$nobodySetsMe/,
  },
  "in a condition": {
    flow: `<if test="$nobodySetsMe"><break/></if>`,
    finds: "warning",
    message: /\$nobodySetsMe/,
  },
  "in an eval": {
    flow: `<eval out="$x">$nobodySetsMe + 1</eval>`,
    finds: "warning",
    message: /\$nobodySetsMe/,
  },
  "but not one that is set before": `<eval out="$x">1</eval><template>{{ $x }}</template>`,
  "and one that is set in one branch only, unless something takes its place": {
    flow: `<if test="$request/query"><eval out="$x">1</eval></if><template>[ {{ $x ?? 0 }}, {{ $x }} ]</template>`,
    finds: "warning",
    message: /0\.xml:2:85 warning FLOW4028 \$x may be empty here/,
  },
  "but not a predefined one":
    "<template>[ {{ $body }}, {{ $env }}, {{ $request }}, {{ $server }}, {{ $upstream }}, {{ $error }} ]</template>",
});
