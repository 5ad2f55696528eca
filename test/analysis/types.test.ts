/** The knowledge of the build about variables: where nodes are needed, and whether a template is JSON. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const text = '<eval out="$x">string($request/get/x)</eval>';
const count = '<eval out="$n">count($x)</eval>';
const notNodes = { finds: "error", message: /FLOW2007 .* \$x holds a string/ } as const;
const fine = { finds: "nothing" } as const;

findings("Where nodes are needed, a variable", {
  "that holds a text is an error": { flow: text + count, ...notNodes },
  "that holds a number is none for a function that takes texts and nodes": {
    flow: '<eval out="$n">1</eval><eval>tolower($n)</eval>',
    finds: "error",
    message: /FLOW2010/,
  },
  "that the init flow sets to a text": { flow: count, options: { init: text }, ...notNodes },
  "that a sub-flow sets to a text": {
    flow: `<sub-flow src="sub.xml"/>${count}`,
    options: { files: { "sub.xml": `<flow>${text}</flow>` } },
    ...notNodes,
  },
  "that holds the text of a template": {
    flow: `<template out="$x">"a"</template>${count}`,
    ...notNodes,
  },
  "that is copied": {
    flow: `${text}<eval out="$y">$x</eval><eval>$y/a</eval>`,
    finds: "error",
    message: /\$y holds a string/,
  },
  "that a template defines": {
    flow: "<template>{{$y := 1 + 1}} {{ count($y) }}</template>",
    finds: "error",
    message: /\$y holds a number/,
  },
  "that holds nodes": `<eval out="$x">$body/json</eval>${count}`,
  "that may hold nodes": `${text}<eval out="$x" if="$body">$body/json</eval>${count}`,
  "that may not be set": `<eval out="$x" if="$body">1</eval>${count}`,
  "that a sub-flow may set to nodes": {
    flow: `${text}<sub-flow src="sub.xml"/>${count}`,
    options: { files: { "sub.xml": '<flow><return if="$body"/><eval out="$x">$body/json</eval></flow>' } },
    ...fine,
  },
  "of a sub-flow that is called with different types": {
    flow: `${text}<sub-flow src="sub.xml"/><eval out="$x">$body/json</eval><sub-flow src="sub.xml"/>`,
    options: { files: { "sub.xml": `<flow>${count}</flow>` } },
    ...fine,
  },
  "that a stylesheet sets": {
    flow: `${text}<xslt src="a.xsl" in="$body" out="$x"/>${count}`,
    options: {
      files: { "a.xsl": '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>' },
    },
    ...fine,
  },
  "that a request may overwrite": `<eval out="$error">"a"</eval><request>{ "url": "https://example.org/" }</request><eval>count($error)</eval>`,
  "in the error flow, of which part of a flow has run": {
    flow: text,
    options: { error: count },
    ...fine,
  },
});

findings("In a template, a variable", {
  "that holds a text can be a property name": `${text}<template>{ {{ $x }}: 1 }</template>`,
  "that the template sets to a text can be a property name":
    "<template>{{$k := concat('a', 'b')}} { {{ $k }}: 1 }</template>",
  "that may hold anything is doubtful as property name": {
    flow: "<template>{ {{ $body }}: 1 }</template>",
    finds: "warning",
    message: /FLOW3010/,
  },
  "that holds a number is no property name": {
    flow: `<eval out="$x">1</eval><template>{ {{ $x }}: 1 }</template>`,
    finds: "error",
    message: /FLOW3009/,
  },
  "that holds a number can stand in a string": `<eval out="$x">1</eval><template>"a {{ $x }}"</template>`,
  "that holds a text cannot stand in a string": {
    flow: `${text}<template>"a {{ $x }}"</template>`,
    finds: "error",
    message: /FLOW3009/,
  },
  "that counts the rounds of a loop is a number": `<template>{{$i := 0}} [ {{loop $body/json}} {{$i := $i + 1}} "{{ $i }}" {{end}} ]</template>`,
});

const called = {
  init: '<eval out="$lang">string($request/get/lang)</eval><eval out="$max">2</eval>',
  files: {
    "number.xml": '<flow><eval out="$x">5</eval></flow>',
    "maybe.xml": '<flow><return if="not($request/get/lang)"/><eval out="$x">5</eval></flow>',
  },
};

samples(
  "What is known of variables is true at run time:",
  {
    "a type of the init flow": {
      flow: `<template>[ {{ $lang = "de" }}, {{ $max + 1 }}, {{ $max > "1" }} ]</template>`,
      request: { path: "?lang=de" },
      json: [true, 3, true],
    },
    "a type of the init flow in a loop": {
      flow: `<template out="$l">[ 1, 2, 3 ]</template><template>[ {{loop $l}} {{ . >= $max and $lang = "" }} {{end}} ]</template>`,
      json: [false, true, true],
    },
    "a type that a sub-flow changes": {
      flow: `<eval out="$x">"a"</eval><sub-flow src="number.xml"/><template>[ {{ $x = 5 }}, {{ $x > 4 }}, {{ $x }} ]</template>`,
      json: [true, true, 5],
    },
    "a type that a sub-flow may change": {
      flow: `<eval out="$x">"a"</eval><sub-flow src="maybe.xml"/><template>[ {{ $x = "a" }}, {{ $x > 4 }}, {{ $x }} ]</template>`,
      json: [true, false, "a"],
    },
    "a sub-flow that returns early sets nothing": {
      flow: `<sub-flow src="maybe.xml"/><template>[ {{ $x }}, {{ boolean($x) }} ]</template>`,
      json: [null, false],
    },
    "null from a template is no value": {
      flow: `<template out="$x">null</template><template>[ {{ boolean($x) }}, {{ count($x) }} ]</template>`,
      json: [false, 0],
    },
    "a text from a template": {
      flow: `<template out="$x">{{ concat($lang, "!") }}</template><template>[ {{ $x = "!" }}, {{ $x }} ]</template>`,
      json: [true, "!"],
    },
    "a local variable hides one of the flow": {
      flow: `<eval out="$x">1</eval><template>{{$x := "a"}} [ {{ $x = "a" }}, {{ $x }} ]</template>`,
      json: [true, "a"],
    },
    "a local variable that changes": {
      flow: `<eval out="$x">1</eval><template>[ {{ $x = 1 }}, {{$x := "a"}} {{ $x }}, {{$x := 3 > 2}} {{ $x = true() }} ]</template>`,
      json: [true, "a", true],
    },
    "a position that is in a variable": {
      flow: `<template out="$l">[ 4, 5, 6 ]</template><template>[ {{ $l/value[$max] }}, {{ $l/value[$lang] }} ]</template>`,
      json: [5, null],
    },
    "a JSON boolean compared with a text": {
      flow: `<template out="$c">{ "on": false }</template><template>[ {{ $c/on = "true" }}, {{ $c/on = "false" }} ]</template>`,
      json: [false, true],
    },
  },
  called,
);
