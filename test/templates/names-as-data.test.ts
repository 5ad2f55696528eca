/** Children whose names are data: of JSON they are looked up; everywhere they are what the predicate says. */
import { samples } from "../support/samples.js";
import { rendered } from "./rendered.js";

const rates = JSON.parse(
  '{ "r": { "EUR": 1, "US $": 2, "json-element": 3, "__proto__": 4, "1": 5, "": 6 }, "l": [7, 8] }',
) as unknown;

const asked = (key: string, json: unknown) => ({
  name: `key ${key}`,
  flow: `<eval out="$key">string($request/get/key)</eval>
    <template in="$body">[
      {{ r/*[name() = $key] }}, {{ r/*[$key = local-name()] }}, {{ r/json-element[@name = $key] }},
      {{ count(r/*[name() = $request/get/key]) }}, {{ count(r/json-element[@name = $request/get/key]) }}
    ]</template>`,
  request: { json: rates, query: `key=${encodeURIComponent(key)}` },
  json,
});

samples("Names that are data", [
  asked("EUR", [1, 1, null, 1, 0]),
  asked("US $", [null, null, 2, 0, 1]),
  asked("json-element", [5, 5, null, 4, 0]),
  asked("__proto__", [4, 4, null, 1, 0]),
  asked("1", [null, null, 5, 0, 1]),
  asked("", [null, null, 6, 0, 1]),
  asked("constructor", [null, null, null, 0, 0]),
  asked("value", [null, null, null, 0, 0]),
  rendered("[ {{ l/*[name() = 'value'][2] }}, {{ count(l/*[name() = 'value']) }} ]", rates, [8, 2]),
  rendered(
    "[ {{ sum(l/*[name() = concat('val', 'ue')]) }}, {{ $body/*[name() = 'json']/r/EUR }} ]",
    rates,
    [15, 1],
  ),
  rendered(
    "[ {{ count(*/*[name() = 'EUR']) }}, {{ //*[name() = 'EUR'] }}, {{ count(//*[name() = 'value']) }} ]",
    rates,
    [1, 1, 2],
  ),
  rendered("[ {{loop l}} {{ $body/json/r/*[name() = 'EUR'] + . }} {{,}} {{end}} ]", rates, [8, 9]),
  rendered(
    "[ {{loop .}} 0 {{end}} {{with r}} {{ *[name() = 'EUR']/../json-element[@name = '1'] }} {{end}} ]",
    rates,
    [5],
  ),
  rendered(
    "[ {{ r/*[name() = true()] }}, {{ r/*[name() = 1] }}, {{ count(r/*[name() = /json/none]) }} ]",
    rates,
    [5, null, 0],
  ),
  {
    name: "several names in nodes",
    flow: `<template in="$body">{{$keys := $body/json/keys/value}}
      [ {{ count(r/*[name() = $keys]) }}, {{ sum(r/*[name() = $body/json/keys/value]) }}, {{ count(r/json-element[@name = $keys]) }} ]</template>`,
    request: { json: { r: { a: 1, b: 2, "c d": 3, true: 4 }, keys: ["a", "b", "c d", true] } },
    json: [3, 7, 1],
  },
  {
    name: "a variable whose value is found by name keeps its parents",
    flow: `<eval out="$key">string($request/get/key)</eval><eval out="$x">$body/json/r/*[name() = $key]</eval>
      <eval out="$key">"other"</eval><template>[ {{ $x }}, {{ name($x) }}, {{ $x/../json-element[@name = "1"] }} ]</template>`,
    request: { json: rates, query: "key=EUR" },
    json: [1, "EUR", 5],
  },
  {
    name: "in XML",
    flow: `<eval out="$x">xml-parse('&lt;r xmlns:p="urn:p">&lt;p:a>1&lt;/p:a>&lt;a>2&lt;/a>&lt;json-element name="k">3&lt;/json-element>&lt;/r>')</eval>
      <template>[
        {{ $x/r/*[name() = "p:a"] }}, {{ $x/r/*[name() = "a"] }}, {{ count($x/r/*[local-name() = "a"]) }},
        {{ $x/r/json-element[@name = "k"] }}, {{ $x/*[name() = "r"]/a }}
      ]</template>`,
    json: ["1", "2", 2, "3", "2"],
  },
]);
