/** The `eval` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const evaluated = (expression: string, show = "$x") =>
  `<eval out="$x">${expression}</eval><template>{{ ${show} }}</template>`;

// "Global variables are usually the output of an `eval` action […] The expression may use earlier variables (`$x + 5`,
// `$x * 7`) and may copy a variable (`$request`)."
samples("eval", {
  "defines a number": { flow: evaluated("1"), json: 1 },
  "defines a string": { flow: evaluated("'a'"), json: "a" },
  "defines a boolean": { flow: evaluated("1 = 2"), json: false },
  "defines an empty string": { flow: evaluated("''"), json: "" },
  "uses earlier variables": {
    flow: `<eval out="$x">1</eval><eval out="$x">$x + 5</eval><eval out="$answer">$x * 7</eval><template>[ {{ $x }}, {{ $answer }} ]</template>`,
    json: [6, 42],
  },
  "copies a variable": {
    flow: `<eval out="$x">$request</eval><template>{{ $x/method }}</template>`,
    json: "GET",
  },
  "copies a structure": {
    flow: `<template out="$a">{ "b": [ 1 ] }</template><eval out="$x">$a</eval><template>{{ $x }}</template>`,
    json: { b: [1] },
  },
  "keeps the copy when the original changes": {
    flow: `<eval out="$a">1</eval><eval out="$x">$a</eval><eval out="$a">2</eval><template>[ {{ $a }}, {{ $x }} ]</template>`,
    json: [2, 1],
  },
  "takes a part of a structure": {
    flow: `<template out="$a">{ "b": { "c": 5 } }</template><eval out="$x">$a/b</eval><template>{{ $x/c }}</template>`,
    json: 5,
  },
  "has the types of XPath 1.0: false() is no text": {
    flow: `<eval out="$x">false()</eval><if test="$x"><template>1</template></if><else><template>0</template></else>`,
    json: 0,
  },
  "has the types of XPath 1.0: 'false' is a text that is not empty": {
    flow: `<eval out="$x">'false'</eval><if test="$x"><template>1</template></if><else><template>0</template></else>`,
    json: 1,
  },
  "has the types of XPath 1.0: 0 is false, '0' is true": {
    flow: `<eval out="$x">0</eval><eval out="$y">'0'</eval><template>[ {{ boolean($x) }}, {{ boolean($y) }} ]</template>`,
    json: [false, true],
  },
  "compares as XPath 1.0 does": { flow: evaluated("'a' = 1"), json: false },
  "takes white space and line ends around the expression": {
    flow: evaluated("\n   1\n + 2\n"),
    json: 3,
  },
  "takes CDATA and entities": {
    flow: `<eval out="$x"><![CDATA[1 < 2]]></eval><eval out="$y">2 &lt; 1</eval><template>[ {{ $x }}, {{ $y }} ]</template>`,
    json: [true, false],
  },
  "without `out` drops its result": {
    flow: `<eval>1 + 1</eval><template>"done"</template>`,
    json: "done",
  },
  "does not change the response": {
    flow: `<template>"first"</template><eval out="$x">5</eval>`,
    json: "first",
  },
  "under a condition leaves the variable as it was": {
    flow: `<eval out="$x">1</eval><eval out="$x" if="$request/get/a">2</eval><template>{{ $x }}</template>`,
    json: 1,
  },
});

findings("eval: what the build says", {
  "no expression": { flow: `<eval out="$x"> </eval>`, finds: "error", message: /FLOW4023 <eval>/ },
  "two expressions": { flow: `<eval out="$x">1 2</eval>`, finds: "error", message: /FLOW2001/ },
  "a name without $": { flow: `<eval out="x">1</eval>`, finds: "error", message: /FLOW4009/ },
  "another attribute": { flow: `<eval in="$x">1</eval>`, finds: "warning", message: /FLOW4004/ },
  "an element": { flow: `<eval><a/></eval>`, finds: "error", message: /<a>/ },
});
