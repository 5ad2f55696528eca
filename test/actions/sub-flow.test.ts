/** The `sub-flow` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const files = {
  "b.xml": "<flow><echo>b</echo></flow>",
  "sub/double.xml": `<flow><eval out="$x">$x * 2</eval></flow>`,
  "sub/twice.xml": `<flow><sub-flow src="double.xml"/><sub-flow src="/sub/double.xml"/></flow>`,
  "sub/content.xml": `<flow><template>"from the sub-flow"</template><set-status code="201"/></flow>`,
  "sub/returns.xml": `<flow><return/><eval out="$x">0</eval></flow>`,
  "down.xml": `<flow><eval out="$n">$n - 1</eval><sub-flow src="down.xml" if="$n &gt; 0"/></flow>`,
};

samples(
  "sub-flow: src names a file",
  ["b.xml", "./sub/../b.xml", "/b.xml", "fit://site/b.xml", "fit://project/b.xml"].map((src) => ({
    name: src,
    flow: `<sub-flow src="${src}"/>`,
    text: "b",
  })),
  { files },
);

samples(
  "sub-flow",
  {
    "shares the variables, and the flow goes on": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/double.xml"/><template>{{ $x }}</template>`,
      json: 10,
    },
    "names its own sub-flows from where it is": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/twice.xml"/><template>{{ $x }}</template>`,
      json: 20,
    },
    "shares the response": {
      flow: `<sub-flow src="sub/content.xml"/>`,
      status: 201,
      json: "from the sub-flow",
    },
    "return ends it alone": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/returns.xml"/><template>{{ $x }}</template>`,
      json: 5,
    },
    "may call itself": {
      flow: `<eval out="$n">3</eval><sub-flow src="down.xml"/><template>{{ $n }}</template>`,
      json: 0,
    },
    "under a condition that does not hold": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/double.xml" if="$x = 6"/><template>{{ $x }}</template>`,
      json: 5,
    },
  },
  { files },
);

/** Ways from a flow to one that fails. */
const ways = {
  "right below": "fails.xml",
  "two flows below": "outer-fails.xml",
  "below one that waits": "waits.xml",
  "in one that waits": "waits-and-fails.xml",
  "in one that calls itself": "down-fails.xml",
};
const fails = `<error status="409" if="$request/get/x">{ "message": "no" }</error>`;

for (const query of ["", "x=1"])
  samples(
    `sub-flow: an error in it ${query === "" ? "that does not happen" : "ends the request"}`,
    Object.entries(ways).flatMap(([name, src]) =>
      [`<sub-flow src="${src}"/>`, `<if test="true()"><sub-flow src="${src}" if="true()"/></if>`].map(
        (call) => ({
          name: `${name}, ${call}`,
          flow: `<eval out="$n">3</eval>${call}<set-status code="201"/><template>"after"</template>`,
          request: { query },
          status: query === "" ? 201 : 409,
          json:
            query === ""
              ? "after"
              : { error: { message: "no", status: 409, code: 5000, info: ["Flow Error triggered"] } },
        }),
      ),
    ),
    {
      files: {
        "fails.xml": `<flow>${fails}</flow>`,
        "outer-fails.xml": `<flow><sub-flow src="fails.xml"/><set-status code="202"/></flow>`,
        "waits.xml": `<flow><eval out="$b">$body</eval><sub-flow src="fails.xml"/></flow>`,
        "waits-and-fails.xml": `<flow><eval out="$b">$body</eval>${fails}</flow>`,
        "down-fails.xml": `<flow><eval out="$n">$n - 1</eval><sub-flow src="down-fails.xml" if="$n &gt; 0"/>${fails}</flow>`,
      },
    },
  );

// What a sub-flow sets behind a `return` that may end it is not known to be set: it is undefined like any other variable.
const returning = {
  "on an action": `<return if="$request/get/x"/>`,
  "in a condition": `<if test="$request/get/x"><return/></if>`,
  "where none holds": `<if test="not($request/get/x)"><set-header name="A" value="b"/></if><else><return/></else>`,
  "in conditions": `<if test="$request/get/x"><if test="$request/method = 'GET'"><return/></if></if>`,
};
const reading = `<template>
  { "a": {{ $a }}, "list": [ {{ $a }} ], "text": {{ string($a) }}, "sum": {{ $a + 1 }}, "is": {{ boolean($a) }}, "equal": {{ $a = 1 }},
    "other": {{ $a ?? "none" }}, "count": {{ count($a) }}, "b": {{ $b }}, "length": {{ string-length($b) }}, "c": {{ not($c) }}, "d": {{ $d/e }} }
</template>`;

for (const query of ["", "x=1"])
  samples(
    `sub-flow: what it sets after a return that ${query === "" ? "does not hold" : "ends it"}`,
    Object.keys(returning).flatMap((name, index) =>
      [`return${index}.xml`, `outer${index}.xml`].map((src) => ({
        name: `${name}, ${src}`,
        flow: `<sub-flow src="${src}"/>${reading}`,
        request: { query },
        json:
          query === ""
            ? {
                ...{ a: 1, list: [1], text: "1", sum: 2, is: true, equal: true, other: 1, count: 1 },
                ...{ b: "text", length: 4, c: false, d: 2 },
              }
            : {
                ...{ a: null, list: [null], text: "", sum: null, is: false, equal: false, other: "none" },
                ...{ count: 0, b: null, length: 0, c: true, d: null },
              },
      })),
    ),
    {
      files: Object.fromEntries(
        Object.values(returning).flatMap((returns, index) => [
          [
            `return${index}.xml`,
            `<flow>${returns}<eval out="$a">1</eval><eval out="$b">"text"</eval><eval out="$c">true()</eval><template out="$d">{ "e": 2 }</template></flow>`,
          ],
          [`outer${index}.xml`, `<flow><sub-flow src="return${index}.xml"/></flow>`],
        ]),
      ),
    },
  );

findings("sub-flow: what the build says", {
  "no src": { flow: "<sub-flow/>", finds: "error", message: /FLOW4005.*src/ },
  "a file that is missing": { flow: `<sub-flow src="none.xml"/>`, finds: "error", message: /FLOW4011/ },
  "a file outside": { flow: `<sub-flow src="../a.xml"/>`, finds: "error", message: /FLOW4012/ },
  text: {
    flow: `<sub-flow src="b.xml">x</sub-flow>`,
    finds: "error",
    message: /FLOW4006/,
    options: { files },
  },
  "another attribute": {
    flow: `<sub-flow src="b.xml" in="$x"/>`,
    finds: "warning",
    message: /FLOW4004 .*in/,
    options: { files },
  },
});
