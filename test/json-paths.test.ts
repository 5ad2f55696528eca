/** Generated code reads paths as properties, over JSON and over anything else alike: test/differential/ has random ones. */
import { samples } from "./support/samples.js";

const json = {
  length: 2,
  size: "L",
  order: {
    items: [{ id: 1, price: 2, size: "S", tags: ["a"] }, null, "text", [{ id: 9 }]],
    length: 7,
    at: 8,
  },
  lines: [
    { id: 3, price: 1.5, value: 6, article: { name: "Pen" }, parts: [{ n: 1 }, { n: 5 }] },
    { id: 4, price: 2.5, article: { name: "Ink" }, parts: [] },
  ],
  constructor: { name: "own" },
};

const xml = `<json><length>2</length><size>L</size><order><items><value><id>1</id><price>2</price><size>S</size>
  <tags><value>a</value></tags></value><value/><value>text</value><value><value><id>9</id></value></value></items>
  <length>7</length><at>8</at></order><lines><value><id>3</id><price>1.5</price><value>6</value><article><name>Pen</name></article>
  <parts><value><n>1</n></value><value><n>5</n></value></parts></value><value><id>4</id><price>2.5</price>
  <article><name>Ink</name></article><parts/></value></lines><constructor><name>own</name></constructor></json>`;

/** Expressions, and what they yield. */
const results: Readonly<Record<string, unknown>> = {
  "string($data/order/items/value/price)": "2",
  "string($data/order/items/value[1]/tags/value)": "a",
  "string($data/order/items/value[price = 2]/size)": "S",
  "count($data/order/items/value[not(price)])": 3,
  "count($data/order/items/length)": 0,
  "string($data/order/length)": "7",
  "string($data/order/at)": "8",
  "string($data/length)": "2",
  "string($data/size)": "L",
  "count($data/size/length)": 0,
  "string($data/constructor/name)": "own",
  "count($data/order/constructor)": 0,
  "count($data/none/none/none)": 0,
  "sum($data/lines/value/price)": 4,
  "sum($data/lines/value[1]/parts/value/n)": 6,
  "sum($data/lines/value[article/name = 'Pen']/parts/value[n > 1]/n)": 5,
  "count($data/lines/value[parts/value[n > 1]])": 1,
  "count($data/lines/value[price > 1 and position() = last()])": 1,
  "string($data/lines/value[last()]/article/name)": "Ink",
  "string($data/lines/value[starts-with(article/name, 'I')]/id)": "4",
  "string($data/lines/value/value)": "6",
  "join(',', $data/lines/value/article/name)": "Pen,Ink",
  "$data/lines/value/price = 2.5": true,
  "sum($data/none/value/price)": 0,
};

const array = `[ ${Object.keys(results)
  .map((expression) => `{{ ${expression} }}`)
  .join(", ")} ]`;
const text = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

samples(
  "paths read as properties",
  [
    { name: "of JSON", set: `<template out="$data">${text(JSON.stringify(json))}</template>` },
    {
      name: "of XML",
      set: `<eval out="$document">xml-parse($text)</eval><eval out="$data">$document/json</eval>`,
    },
  ].map(({ name, set }) => ({
    name,
    flow: `<template out="$text">{{ '${text(xml).replaceAll("\n", " ")}' }}</template>${set}
      <sub-flow src="reads.xml"/>`,
    json: Object.values(results),
  })),
  { files: { "reads.xml": `<flow><template>${text(array)}</template></flow>` } },
);

samples("paths read as properties of the items of loops", [
  {
    name: "with members of any kind, in any order",
    flow: `<template out="$data">{ "list": [ { "id": 1, "b": { "c": 2 } }, { "b": 3, "id": 4 }, { "b": [ { "c": 5 } ] }, null, "x", [ 1 ] ] }</template>
      <template>[ {{loop $data/list}} { {{: id }} "c": {{ b/c }}, "all": {{ count(b/value/c) }}, "own": {{ string(.) }} } {{end}} ]</template>`,
    json: [
      { id: 1, c: 2, all: 0, own: "12" },
      { id: 4, c: null, all: 0, own: "34" },
      { c: null, all: 1, own: "5" },
      { c: null, all: 0, own: "" },
      { c: null, all: 0, own: "x" },
      { c: null, all: 0, own: "1" },
    ],
  },
]);
