/** Specification, "Variable naming". */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const shown = (name: string) => `<eval out="${name}">41</eval><template>{{ ${name} + 1 }}</template>`;

// "Starts with `$`, then one letter a-z or A-Z or an underscore `_`. Further characters may be letters, underscores,
// digits 0-9 or hyphens `-`."
samples("A variable name", {
  "may be one small letter": { flow: shown("$a"), json: 42 },
  "may be one capital letter": { flow: shown("$Z"), json: 42 },
  "may have digits after the letter": { flow: shown("$a0x9"), json: 42 },
  "may start with an underscore": { flow: shown("$_x"), json: 42 },
  "may be an underscore alone": { flow: shown("$_"), json: 42 },
  "may have underscores, digits and hyphens": { flow: shown("$a_b-c-9"), json: 42 },
  "may end with a hyphen": { flow: shown("$a-"), json: 42 },
  "takes a hyphen in: $a-b is a name, $a - $b a subtraction": {
    flow: `<eval out="$a">5</eval><eval out="$b">3</eval><eval out="$a-b">100</eval>
      <template>[ {{ $a-b }}, {{ $a - $b }}, {{ $a -$b }} ]</template>`,
    json: [100, 2, 2],
  },
  "tells capital from small letters": {
    flow: `<eval out="$name">1</eval><eval out="$Name">2</eval><template>[ {{ $name }}, {{ $Name }} ]</template>`,
    json: [1, 2],
  },
  ...[
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "prototype",
    "then",
    "class",
    "await",
    "default",
  ].map((name) => ({
    name: `may be $${name}, which is undefined at first and then an ordinary variable`,
    flow: `<eval out="$before">boolean($${name})</eval><eval out="$${name}">7</eval>
        <template>[ {{ $before }}, {{ $${name} }} ]</template>`,
    json: [false, 7],
  })),
  "may be $__proto__, which is undefined at first and then an ordinary variable": {
    flow: `<eval out="$before">boolean($__proto__)</eval><eval out="$__proto__">7</eval>
      <template>[ {{ $before }}, {{ $__proto__ }} ]</template>`,
    json: [false, 7],
  },
  "may be $__proto__ with a structure in it, which changes no other variable": {
    flow: `<template out="$__proto__">{ "polluted": 1 }</template>
      <template>[ {{ $__proto__/polluted }}, {{ $polluted }}, {{ $request/polluted }} ]</template>`,
    json: [1, null, null],
  },
  "in a template may have hyphens and underscores as well": {
    flow: "<template>{{$a-b_1 := 5}} {{ $a-b_1 }}</template>",
    json: 5,
  },
});

findings("The build refuses a name", {
  "without $": { flow: `<eval out="x">1</eval>`, finds: "error" },
  "that is $ alone": { flow: `<eval out="$">1</eval>`, finds: "error" },
  "that starts with a digit": { flow: `<eval out="$9x">1</eval>`, finds: "error" },
  "that starts with a hyphen": { flow: `<eval out="$-a">1</eval>`, finds: "error" },
  "with a dot": { flow: `<eval out="$a.b">1</eval>`, finds: "error" },
  "with a space": { flow: `<eval out="$a b">1</eval>`, finds: "error" },
  "with a colon": { flow: `<eval out="$a:b">1</eval>`, finds: "error" },
  "with a slash": { flow: `<eval out="$a/b">1</eval>`, finds: "error" },
  "with a second $": { flow: `<eval out="$a$">1</eval>`, finds: "error" },
  "with a letter beyond a-z and A-Z": { flow: `<eval out="$größe">1</eval>`, finds: "error" },
  "in a template's out": { flow: `<template out="$9">1</template>`, finds: "error" },
  "of a template variable that starts with a digit": {
    flow: "<template>{{$9 := 1}} 1</template>",
    finds: "error",
  },
  "that starts with a digit where it is read": {
    flow: "<template>{{ $9 }}</template>",
    finds: "error",
  },
  "with a letter beyond a-z and A-Z where it is read": {
    flow: "<template>{{ $größe }}</template>",
    finds: "error",
  },
});

// "Must begin with `$`, then a letter, then more letters or digits."
findings("The stricter rule for `out`", {
  "is met by a letter": `<eval out="$a">1</eval>`,
  "is met by letters and digits": `<eval out="$aB2c">1</eval>`,
  "warns of an underscore": { flow: `<eval out="$a_b">1</eval>`, finds: "warning", message: /\$a_b/ },
  "warns of a hyphen": { flow: `<eval out="$a-b">1</eval>`, finds: "warning", message: /\$a-b/ },
  "warns of an underscore at the start": {
    flow: `<eval out="$_a">1</eval>`,
    finds: "warning",
    message: /\$_a/,
  },
  "warns in a template's out": {
    flow: `<template out="$a_b">1</template>`,
    finds: "warning",
    message: /\$a_b/,
  },
});
