/** Specification, "Defining variables". */
import { samples } from "../support/samples.js";

const evaluated = (expression: string, show = "$x") =>
  `<eval out="$x">${expression}</eval><template>{{ ${show} }}</template>`;
const templated = (template: string, show = "$x") =>
  `<template out="$x">${template}</template><template>{{ ${show} }}</template>`;

// "Global variables are usually the output of an `eval` action […] The expression may use earlier variables (`$x + 5`,
// `$x * 7`) and may copy a variable (`$request`)."
samples("eval", [
  { name: "defines a number", flow: evaluated("1"), json: 1 },
  { name: "defines a string", flow: evaluated("'a'"), json: "a" },
  { name: "defines a boolean", flow: evaluated("1 = 2"), json: false },
  { name: "defines an empty string", flow: evaluated("''"), json: "" },
  {
    name: "uses earlier variables",
    flow: `<eval out="$x">1</eval><eval out="$x">$x + 5</eval><eval out="$answer">$x * 7</eval><template>[ {{ $x }}, {{ $answer }} ]</template>`,
    json: [6, 42],
  },
  {
    name: "copies a variable",
    flow: `<eval out="$x">$request</eval><template>{{ $x/method }}</template>`,
    json: "GET",
  },
  {
    name: "copies a structure",
    flow: `<template out="$a">{ "b": [ 1 ] }</template><eval out="$x">$a</eval><template>{{ $x }}</template>`,
    json: { b: [1] },
  },
  {
    name: "keeps the copy when the original changes",
    flow: `<eval out="$a">1</eval><eval out="$x">$a</eval><eval out="$a">2</eval><template>[ {{ $a }}, {{ $x }} ]</template>`,
    json: [2, 1],
  },
  {
    name: "takes a part of a structure",
    flow: `<template out="$a">{ "b": { "c": 5 } }</template><eval out="$x">$a/b</eval><template>{{ $x/c }}</template>`,
    json: 5,
  },
  {
    name: "has the types of XPath 1.0: false() is no text",
    flow: `<eval out="$x">false()</eval><if test="$x"><template>1</template></if><else><template>0</template></else>`,
    json: 0,
  },
  {
    name: "has the types of XPath 1.0: 'false' is a text that is not empty",
    flow: `<eval out="$x">'false'</eval><if test="$x"><template>1</template></if><else><template>0</template></else>`,
    json: 1,
  },
  {
    name: "has the types of XPath 1.0: 0 is false, '0' is true",
    flow: `<eval out="$x">0</eval><eval out="$y">'0'</eval><template>[ {{ boolean($x) }}, {{ boolean($y) }} ]</template>`,
    json: [false, true],
  },
  { name: "compares as XPath 1.0 does", flow: evaluated("'a' = 1"), json: false },
  {
    name: "takes white space and line ends around the expression",
    flow: evaluated("\n   1\n + 2\n"),
    json: 3,
  },
  {
    name: "takes CDATA and entities",
    flow: `<eval out="$x"><![CDATA[1 < 2]]></eval><eval out="$y">2 &lt; 1</eval><template>[ {{ $x }}, {{ $y }} ]</template>`,
    json: [true, false],
  },
  {
    name: "without `out` drops its result",
    flow: `<eval>1 + 1</eval><template>"done"</template>`,
    json: "done",
  },
  {
    name: "does not change the response",
    flow: `<template>"first"</template><eval out="$x">5</eval>`,
    json: "first",
  },
]);

// "Structured JSON variables are created with `<template out="$name">` whose body is a JSON template."
samples("template with out", [
  {
    name: "defines an object",
    flow: templated(`{ "stage": "prod", "mock": {{ boolean($request/get/mock) }}, "answer": {{ 6 * 7 }} }`),
    json: { stage: "prod", mock: false, answer: 42 },
  },
  { name: "defines an array", flow: templated("[ 1, [ 2 ], {} ]"), json: [1, [2], {}] },
  { name: "defines a string", flow: templated(`"a"`), json: "a" },
  { name: "defines a number, which can be calculated with", flow: templated("42", "$x + 1"), json: 43 },
  { name: "defines a boolean", flow: templated("false", "not($x)"), json: true },
  {
    name: "has its members below the variable, without `json`",
    flow: templated(`{ "a": { "b": 5 } }`, "$x/a/b"),
    json: 5,
  },
  { name: "has no `json` segment", flow: templated(`{ "a": { "b": 5 } }`, "$x/json/a/b"), json: null },
  { name: "has its items as `value`", flow: templated(`{ "a": [ 5, 6 ] }`, "$x/a/value[2]"), json: 6 },
  {
    name: "uses other variables, structures too",
    flow: `<template out="$a">{ "b": 1 }</template>${templated(`{ "copy": {{ $a }}, "part": {{ $a/b }} }`)}`,
    json: { copy: { b: 1 }, part: 1 },
  },
  {
    name: "does not change the response",
    flow: `<template>"first"</template><template out="$x">"second"</template>`,
    json: "first",
  },
  {
    name: "is looped over",
    flow: `<template out="$x">[ { "n": 1 }, { "n": 2 } ]</template><template>[ {{loop $x}} {{ n }} {{end}} ]</template>`,
    json: [1, 2],
  },
  {
    name: "is the context of `in`",
    flow: `<template out="$x">{ "n": 1 }</template><template in="$x">{{ n }}</template>`,
    json: 1,
  },
  {
    name: "may have members with names of JavaScript's own",
    flow: templated(
      `{ "constructor": 1, "toString": 2, "__proto__": 3, "length": 4 }`,
      "$x/constructor + $x/toString + $x/__proto__ + $x/length",
    ),
    json: 10,
  },
  {
    name: "has no members that it was not given",
    flow: templated("{}", "count($x/constructor | $x/toString | $x/__proto__)"),
    json: 0,
  },
]);

// "Local variables are defined inside a template with `{{$name := value}}`. They are undefined outside that template."
samples("A local variable", [
  {
    name: "is defined in its template",
    flow: "<template>{{$answer := 42 }} {{ $answer }}</template>",
    json: 42,
  },
  {
    name: "is undefined in the next template",
    flow: `<template out="$first">{{$answer := 42 }} {{ $answer }}</template><template>[ {{ $first }}, {{ $answer }}, {{ boolean($answer) }} ]</template>`,
    json: [42, null, false],
  },
  {
    name: "is undefined in a later action",
    flow: `<template out="$first">{{$answer := 42 }} {{ $answer }}</template><eval out="$x">boolean($answer)</eval><if test="$answer"><template>"set"</template></if><else><template>{{ $x }}</template></else>`,
    json: false,
  },
  {
    name: "is undefined before it is defined",
    flow: "<template>[ {{ $answer }} {{$answer := 42 }}, {{ $answer }} ]</template>",
    json: [null, 42],
  },
  {
    name: "may be assigned again, with another type",
    flow: `<template>{{$i := 0 }}{{$i := $i + 1 }}[ {{ $i }}, {{$i := "Hey" }} {{ $i }} ]</template>`,
    json: [1, "Hey"],
  },
  {
    name: "takes any expression",
    flow: `<template>{{$i := concat("https://", $request/host) }}{{$j := $request/get/none ?? "default" }}[ {{ $i }}, {{ $j }} ]</template>`,
    json: ["https://client.test", "default"],
  },
  {
    name: "may hold a structure",
    flow: `<template>{{$r := $request/get }} {{ $r/a }}</template>`,
    request: { query: "a=1" },
    json: "1",
  },
  {
    name: "hides a global one and leaves its value",
    flow: `<eval out="$x">"global"</eval><template out="$inside">{{$x := "local" }} {{ $x }}</template><template>[ {{ $inside }}, {{ $x }} ]</template>`,
    json: ["local", "global"],
  },
  {
    name: "in the template that fills `out` does not reach the result's name",
    flow: `<template out="$x">{{$y := 1 }} {{ $y + 1 }}</template><template>[ {{ $x }}, {{ $y }} ]</template>`,
    json: [2, null],
  },
  {
    name: "in a request's body is undefined after it",
    flow: `<template out="$x">{{$url := "a" }} {{ $url }}</template><error>{ {{$m := "local" }} "message": {{ $m }}, "outer": {{ $url }} }</error>`,
    status: 500,
    json: {
      error: { message: "local", outer: null, status: 500, code: 5000, info: ["Flow Error triggered"] },
    },
  },
]);
