/** Paths that begin alike are read from a constant. Whatever that holds, they yield what each of them does alone. */
import { samples } from "../support/samples.js";

const template = `<template>
{
  "name": {{ $x/order/customer/name }},
  "city": {{ $x/order/customer/city }},
  "both": {{ concat($x/order/customer/name, "|", $x/order/customer/city) }},
  "known": {{if $x/order/customer/name}} true {{else}} false {{end}},
  "rounds": [ {{loop $x/order/lines}} [ {{ article/id }}, {{ article/title }}, {{ $x/order/customer/name }} ] {{end}} ]
}
</template>`;

const of = (json: unknown): string =>
  `<eval out="$x">json-parse($body)</eval>${template}`.replace("$body", `'${JSON.stringify(json)}'`);

const nothing = { name: null, city: null, both: "|", known: false, rounds: [] };

samples("Paths that begin alike", {
  "in an object": {
    flow: of({
      order: { customer: { name: "Ada", city: "London" }, lines: [{ article: { id: 1, title: "a" } }] },
    }),
    json: { name: "Ada", city: "London", both: "Ada|London", known: true, rounds: [[1, "a", "Ada"]] },
  },
  "in a text": { flow: of({ order: { customer: "Ada", lines: "none" } }), json: nothing },
  "in null": { flow: of({ order: { customer: null } }), json: nothing },
  "in nothing": { flow: of({}), json: nothing },
  "in an array, whose items are its children": {
    flow: of({ order: { customer: [{ name: "Ada" }], lines: [{ article: [1] }] } }),
    json: { ...nothing, rounds: [[null, null, null]] },
  },
  "in XML": {
    flow: `<eval out="$x">xml-parse('&lt;order>&lt;customer>&lt;name>Ada&lt;/name>&lt;city>Lyon&lt;/city>&lt;/customer>&lt;/order>')</eval>${template}`,
    json: { name: "Ada", city: "Lyon", both: "Ada|Lyon", known: true, rounds: [] },
  },
  "in the items of a loop, whatever they are": {
    flow: `<eval out="$x">json-parse('[ { "a": 1, "b": { "c": 2, "d": 3 }, "constructor": 4 }, "t", null, [ { "a": 5 } ] ]')</eval>
      <template>[ {{loop $x}} [ {{ a }}, {{ b/c }}, {{ b/d }}, {{ constructor }}, {{ value/a }} ] {{end}} ]</template>`,
    json: [
      [1, 2, 3, 4, null],
      [null, null, null, null, null],
      [null, null, null, null, null],
      [null, null, null, null, 5],
    ],
  },
  "in elements that a loop goes through": {
    flow: `<eval out="$x">xml-parse('&lt;x>&lt;i>&lt;a>1&lt;/a>&lt;b>&lt;c>2&lt;/c>&lt;d>3&lt;/d>&lt;/b>&lt;/i>&lt;i/>&lt;/x>')</eval>
      <template>[ {{loop array($x/x/i)}} [ {{ a }}, {{ b/c }}, {{ b/d }}, {{ count(a) }} ] {{end}} ]</template>`,
    json: [
      ["1", "2", "3", 1],
      [null, null, null, 0],
    ],
  },
  "over several nodes: the first of each": {
    flow: `<eval out="$x">json-parse('{ "a": [ { "b": { "d": 1 } }, { "b": { "c": 2, "d": 3 } } ] }')</eval>
      <template>[ {{ $x/a/value/b/c }}, {{ $x/a/value/b/d }}, {{ count($x/a/value/b/d) }} ]</template>`,
    json: [2, 1, 2],
  },
  ...Object.entries({
    "in front of conditions": [
      {
        items: [
          { s: "a", n: 1 },
          { s: "b", n: 2 },
          { s: "a", n: 4 },
        ],
      },
      [2, 5, 1, 4, 3],
    ],
    "in front of conditions, over one object": [{ items: { value: { s: "a", n: 1 } } }, [1, 1, 1, 1, 1]],
    "in front of conditions, over nothing": [{}, [0, 0, null, null, 0]],
    "in front of conditions, over a text": [{ items: "a" }, [0, 0, null, null, 0]],
  }).map(([name, [json, expected]]) => ({
    name,
    flow: `<eval out="$x">json-parse('${JSON.stringify(json)}')</eval>
      <template>[
        {{ count($x/items/value[s = "a"]) }}, {{ sum($x/items/value[s = "a"]/n) }}, {{ $x/items/value[1]/n }},
        {{ $x/items/value[last()]/n }}, {{ count($x/items//n) }}
      ]</template>`,
    json: expected,
  })),
  "with names that every object inherits": {
    flow: `<eval out="$x">json-parse('{ "a": { "__proto__": { "b": 1 }, "c": { "valueOf": 2 } } }')</eval>
      <template>[
        {{ $x/a/__proto__/b }}, {{ $x/a/__proto__/c }}, {{ $x/a/__proto__/toString }},
        {{ $x/a/c/valueOf }}, {{ $x/a/c/constructor }}, {{ $x/a/c/__proto__ }},
        {{ $x/a/constructor/name }}, {{ $x/a/constructor/length }}
      ]</template>`,
    json: [1, null, null, 2, null, null, null, null],
  },
  "with a variable that the template itself defines": {
    flow: `<eval out="$x">json-parse('{ "a": { "b": { "c": 1, "d": 2 } } }')</eval>
      <eval out="$y">json-parse('{ "a": { "b": { "c": 3, "d": 4 } } }')</eval>
      <template>{{$x := $y}} [ {{ $x/a/b/c }}, {{ $x/a/b/d }} ]</template>`,
    json: [3, 4],
  },
  "before and behind what changes the variable": {
    flow: `<eval out="$x">json-parse('{ "a": { "b": { "c": 1, "d": 2, "e": { "b": { "c": 3, "d": 4 } } } } }')</eval>
      <template out="$x">{ "a": {{ $x/a/b/e }}, "old": [ {{ $x/a/b/c }}, {{ $x/a/b/d }} ] }</template>
      <template>[ {{ $x/a/b/c }}, {{ $x/a/b/d }}, {{ $x/old }} ]</template>`,
    json: [3, 4, [1, 2]],
  },
});

samples(
  "Constants beside files of the same name",
  {
    "the file is read after the constant is named": {
      flow: `<eval out="$x">json-parse('{ "a": { "stock": { "b": 1, "c": 2 } } }')</eval>
        <template>[ {{ $x/a/stock/b }}, {{ $x/a/stock/c }}, {{ json-doc("stock")/d }} ]</template>`,
      json: [1, 2, 3],
    },
    "the file is read before": {
      flow: `<eval out="$d">json-doc("stock")/d</eval>
        <eval out="$x">json-parse('{ "a": { "stock": { "b": 1, "c": 2 } } }')</eval>
        <template>[ {{ $x/a/stock/b }}, {{ $x/a/stock/c }}, {{ $d }} ]</template>`,
      json: [1, 2, 3],
    },
    "the file is named like the item of a loop": {
      flow: `<eval out="$x">json-parse('[ 1, 2 ]')</eval>
        <template>[ {{loop $x}} [ {{.}}, {{ json-doc("item")/d }} ] {{end}} ]</template>`,
      json: [
        [1, 4],
        [2, 4],
      ],
    },
  },
  { files: { stock: '{ "d": 3 }', item: '{ "d": 4 }' } },
);
