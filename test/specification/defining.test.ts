/** Specification, "Defining variables": local ones. Global ones are in test/actions/eval.test.ts and template.test.ts. */
import { samples } from "../support/samples.js";

// "Local variables are defined inside a template with `{{$name := value}}`. They are undefined outside that template."
samples("A local variable", {
  "is defined in its template": {
    flow: "<template>{{$answer := 42 }} {{ $answer }}</template>",
    json: 42,
  },
  "is undefined in the next template": {
    flow: `<template out="$first">{{$answer := 42 }} {{ $answer }}</template><template>[ {{ $first }}, {{ $answer }}, {{ boolean($answer) }} ]</template>`,
    json: [42, null, false],
  },
  "is undefined in a later action": {
    flow: `<template out="$first">{{$answer := 42 }} {{ $answer }}</template><eval out="$x">boolean($answer)</eval><if test="$answer"><template>"set"</template></if><else><template>{{ $x }}</template></else>`,
    json: false,
  },
  "is undefined before it is defined": {
    flow: "<template>[ {{ $answer }} {{$answer := 42 }}, {{ $answer }} ]</template>",
    json: [null, 42],
  },
  "may be assigned again, with another type": {
    flow: `<template>{{$i := 0 }}{{$i := $i + 1 }}[ {{ $i }}, {{$i := "Hey" }} {{ $i }} ]</template>`,
    json: [1, "Hey"],
  },
  "takes any expression": {
    flow: `<template>{{$i := concat("https://", $request/host) }}{{$j := $request/get/none ?? "default" }}[ {{ $i }}, {{ $j }} ]</template>`,
    json: ["https://client.test", "default"],
  },
  "may hold a structure": {
    flow: `<template>{{$r := $request/get }} {{ $r/a }}</template>`,
    request: { query: "a=1" },
    json: "1",
  },
  "hides a global one and leaves its value": {
    flow: `<eval out="$x">"global"</eval><template out="$inside">{{$x := "local" }} {{ $x }}</template><template>[ {{ $inside }}, {{ $x }} ]</template>`,
    json: ["local", "global"],
  },
  "in the template that fills `out` does not reach the result's name": {
    flow: `<template out="$x">{{$y := 1 }} {{ $y + 1 }}</template><template>[ {{ $x }}, {{ $y }} ]</template>`,
    json: [2, null],
  },
  "in a request's body is undefined after it": {
    flow: `<template out="$x">{{$url := "a" }} {{ $url }}</template><error>{ {{$m := "local" }} "message": {{ $m }}, "outer": {{ $url }} }</error>`,
    status: 500,
    json: {
      error: { message: "local", outer: null, status: 500, code: 5000, info: ["Flow Error triggered"] },
    },
  },
});
