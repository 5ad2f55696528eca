/** Specification, "States and transitions". */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, flow, samples } from "../support/samples.js";
import { type RunningServer, reply, upstream } from "../support/servers.js";

let server: RunningServer;

beforeAll(async () => {
  server = await upstream((_request, response) => reply(response, 200, {}));
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

samples("A global variable", {
  "undefined → `eval` with `out` → defined with the result": {
    flow: `<eval out="$before">boolean($x)</eval><eval out="$x">5</eval><template>[ {{ $before }}, {{ $x }} ]</template>`,
    json: [false, 5],
  },
  "undefined → `template` with `out` → defined with the result": {
    flow: `<eval out="$before">boolean($x)</eval><template out="$x">[ 5 ]</template><template>[ {{ $before }}, {{ $x }} ]</template>`,
    json: [false, [5]],
  },
  "defined → `eval` → overwritten": {
    flow: `<eval out="$x">1</eval><eval out="$x">2</eval><template>{{ $x }}</template>`,
    json: 2,
  },
  "defined → `template` → overwritten, not merged": {
    flow: `<template out="$x">{ "a": 1 }</template><template out="$x">{ "b": 2 }</template><template>{{ $x }}</template>`,
    json: { b: 2 },
  },
  "defined → overwritten with another type": {
    flow: `<eval out="$x">1</eval><template out="$x">{ "a": "b" }</template><eval out="$y">$x/a</eval><eval out="$x">concat($y, "c")</eval><template>{{ $x }}</template>`,
    json: "bc",
  },
  "defined → overwritten with nothing": {
    flow: `<eval out="$x">1</eval><eval out="$x">$request/get/none</eval><template>[ {{ $x }}, {{ boolean($x) }} ]</template>`,
    json: [null, false],
  },
  "stays undefined in a branch that is not taken": {
    flow: `<if test="false()"><eval out="$x">1</eval></if><template>[ {{ $x }}, {{ boolean($x) }} ]</template>`,
    json: [null, false],
  },
  "stays undefined when the `if` attribute is false": {
    flow: `<eval out="$x" if="false()">1</eval><template>{{ boolean($x) }}</template>`,
    json: false,
  },
  "keeps its value past a branch that is not taken": {
    flow: `<eval out="$x">1</eval><if test="false()"><eval out="$x">2</eval></if><template>{{ $x }}</template>`,
    json: 1,
  },
});

samples(
  "A global variable reaches",
  {
    "the flow from the init flow": { flow: "<template>{{ $fromInit }}</template>", json: "init" },
    "the flow from a sub-flow, and the sub-flow from the flow": {
      flow: `<eval out="$given">20</eval><sub-flow src="double.xml"/><template>{{ $doubled }}</template>`,
      json: 40,
    },
    "the error flow from both": {
      flow: `<eval out="$fromFlow">"flow"</eval><error status="418"/>`,
      status: 418,
      json: ["init", "flow", null],
    },
    "the error flow unless the flow ended before": {
      flow: `<eval out="$fromFlow">"flow"</eval><error status="418"/><eval out="$late">1</eval>`,
      status: 418,
      json: ["init", "flow", null],
    },
  },
  {
    init: `<eval out="$fromInit">"init"</eval>`,
    error: "<template>[ {{ $fromInit }}, {{ $fromFlow }}, {{ $late }} ]</template>",
    files: { "double.xml": `<flow><eval out="$doubled">$given * 2</eval></flow>` },
  },
);

samples("A local variable", {
  "ends with its template": {
    flow: `<template out="$a">{{$l := 1 }} {{ $l }}</template><template>[ {{ $a }}, {{ $l }} ]</template>`,
    json: [1, null],
  },
  "ends with its template, also in a loop of templates with the same name": {
    flow: `<template out="$a">{{$l := 1 }} {{ $l }}</template><template out="$b">[ {{ $l }} {{$l := 2 }}, {{ $l }} ]</template><template>[ {{ $a }}, {{ $b }} ]</template>`,
    json: [1, [null, 2]],
  },
});

samples("$upstream", {
  "holds an entry after `request`": {
    flow: `<eval out="$b">count($upstream/*)</eval><request>{ "url": {{ $env/UPSTREAM }} }</request><template>[ {{ $b }}, {{ count($upstream/*) }} ]</template>`,
    json: [0, 1],
  },
  "holds an entry per request ID after `requests`": {
    flow: `<requests>{ "a": { "url": {{ $env/UPSTREAM }} }, "b": { "url": {{ $env/UPSTREAM }} } }</requests><template>{{ count($upstream/*) }}</template>`,
    json: 2,
  },
});

samples("$error", {
  "initially empty → `error` action → the template's result, and the flow terminates": {
    flow: `<eval out="$b">boolean($error)</eval><error>{ "message": "m", "before": {{ $b }} }</error><template>"not reached"</template>`,
    status: 500,
    json: { error: { message: "m", before: false, status: 500, code: 5000, info: ["Flow Error triggered"] } },
  },
});

describe("Requests share nothing", () => {
  const counting = `<eval out="$known">boolean($x)</eval><eval out="$x">$request/get/x</eval>
    <request>{ "url": {{ $env/UPSTREAM }} }</request>
    <template>[ {{ $known }}, {{ $x }}, {{ count($upstream/*) }} ]</template>`;

  test("one after the other", async () => {
    const one = await flow(counting);
    expect((await ask(one, { query: "x=1" })).json()).toEqual([false, "1", 1]);
    expect((await ask(one, { query: "x=2" })).json()).toEqual([false, "2", 1]);
  });

  test("at the same time", async () => {
    const one = await flow(counting);
    const numbers = Array.from({ length: 20 }, (_, index) => String(index));
    const answers = numbers.map(async (x) => (await one.request(`http://client.test/t/x?x=${x}`)).json());
    expect(await Promise.all(answers)).toEqual(numbers.map((x) => [false, x, 1]));
  });

  test("an error of one is none of the next", async () => {
    const one = await flow(`<error if="$request/get/fail"/><template>{{ boolean($error) }}</template>`);
    expect((await ask(one, { query: "fail=1" })).status).toBe(500);
    expect((await ask(one)).json()).toBe(false);
  });
});
