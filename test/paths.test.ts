import { samples } from "./support/samples.js";

const data = `<template out="$data">
  { "rows": [ { "id": 1, "name": "a" }, { "id": 2, "name": "b" }, { "id": 3, "name": "c", "in": { "id": 2 } } ] }
</template>`;

samples("paths with predicates", {
  "a variable keeps the nodes that a predicate found, whatever else changes": {
    flow: `${data}
      <eval out="$id">2</eval>
      <eval out="$row">$data/rows/value[id = $id]</eval>
      <eval out="$id">3</eval>
      <template>{ "name": {{ $row/name }}, "before": {{ count($row/preceding-sibling::value) }} }</template>`,
    json: { name: "b", before: 1 },
  },
  "a variable knows the parents of what a predicate found": {
    flow: `${data}
      <eval out="$row">$data/rows/value[id = 2]</eval>
      <template>{ "name": {{ $row/name }}, "next": {{ $row/following-sibling::value/name }} }</template>`,
    json: { name: "b", next: "c" },
  },
  "positions count from the beginning and from the end": {
    flow: `${data}
      <template>[
        {{ $data/rows/value[1]/name }}, {{ $data/rows/value[last()]/name }},
        {{ $data/rows/value[last() - 1]/name }}, {{ $data/rows/value[last() - 2][1]/name }},
        {{ $data/rows/value[last() - 3]/name }}, {{ $data/rows/value[0]/name }}, {{ $data/rows/value[1.5]/name }}
      ]</template>`,
    json: ["a", "c", "b", "a", null, null, null],
  },
  "descendants come in the order of the document": {
    flow: `${data}<template>{ "ids": {{ join("-", $data//id) }}, "in": {{ $data//value[in]/in/id }} }</template>`,
    json: { ids: "1-2-3-2", in: 2 },
  },
});

samples("members of the members of an item", {
  "are read whatever the item is": {
    flow: `<template out="$data">
        [ { "a": { "b": 1 } }, { "a": [ { "b": 2 } ] }, { "a": "b" }, { "a": null }, {}, [], "a", null ]
      </template>
      <template>[ {{loop $data}} {{ a/b ?? "none" }} {{end}} ]</template>`,
    json: [1, "none", "none", "none", "none", "none", "none", "none"],
  },
  "are read of XML, too": {
    flow: `<eval out="$xml">xml-parse('&lt;l array="">&lt;i>&lt;a>&lt;b>1&lt;/b>&lt;/a>&lt;/i>&lt;i/>&lt;/l>')</eval>
      <template>[ {{loop $xml/l}} {{ a/b ?? "none" }} {{end}} ]</template>`,
    json: ["1", "none"],
  },
});
