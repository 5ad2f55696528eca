/** Values at the edge of what numbers and texts can be, as requests bring them. */
import { inXml, samples } from "../support/samples.js";

const expected: Readonly<Record<string, unknown>> = {
  // The string-value of -0 is "0", so its number has no sign (XPath 1.0 §4.4).
  "string(1 div $body/json/zero)": "Infinity",
  "boolean(number($body/json/text))": false,
  "boolean($nan)": false,
  "boolean(number($body/json/zero))": false,
  // A long list that is compared again is looked up from then on: all of it, also its first item.
  "count($body/json/few/value[. = $body/json/many/value])": 4,
  "count($body/json/few/value[not(. = $body/json/many/value)])": 1,
  // What follows an attribute begins inside of its element.
  "sum($doc//@id/following::b)": 3,
};

samples("values", [
  {
    name: "at the edge",
    flow: `<eval out="$doc">xml-parse("&lt;r>&lt;a id='1'>&lt;b>1&lt;/b>&lt;/a>&lt;b>2&lt;/b>&lt;/r>")</eval>
      <eval out="$nan">$request/get/none</eval>
      <eval out="$nan" if="$request/get/x">number($request/get/x)</eval>
      <template>{ ${Object.keys(expected)
        .map((expression) => `${JSON.stringify(expression)}: {{ ${inXml(expression)} }}`)
        .join(", ")} }</template>`,
    request: {
      query: "x=x",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{ "zero": -0, "text": "x", "few": ["0", "0", "0", "7", "none"], "many": [${Array.from({ length: 20 }, (_, index) => `"${index}"`).join(", ")}] }`,
    },
    json: expected,
  },
  {
    name: "a long integer behind a text that ends with a backslash",
    flow: `<copy in="$body/json"/>`,
    request: {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"a":"x\\\\","n":12345678901234567890,"b":"y"}',
    },
    text: '{"a":"x\\\\","n":12345678901234567890,"b":"y"}',
  },
  {
    name: "a long integer that is all",
    flow: `<template>{ "n": {{ $body/json }} }</template>`,
    request: {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "12345678901234567890",
    },
    text: '{"n":12345678901234567890}',
  },
]);

samples(
  "a variable that only some ways set",
  [
    {
      name: "has elsewhere the text from before",
      flow: `<if test="$request/get/a">
        <if test="$request/get/b"><eval out="$v">1</eval></if>
      </if>
      <else><eval out="$v">2</eval></else>
      <template>{ "isSame": {{ $v = "5" }}, "isNumber": {{ $v = 5 }} }</template>`,
      request: { query: "a=1&text=5.0" },
      // Texts are compared as texts, and 5.0 is another one.
      json: { isSame: false, isNumber: true },
    },
    {
      name: "in a flow that is called, has elsewhere the text from before",
      flow: '<sub-flow src="sub.xml"/><template>{ "isSame": {{ $v = "5" }}, "isNumber": {{ $v = 5 }} }</template>',
      request: { query: "text=5.0" },
      json: { isSame: false, isNumber: true },
    },
  ],
  {
    files: { "sub.xml": '<flow><if test="$request/get/b"><eval out="$v">1</eval></if></flow>' },
    init: '<eval out="$v">string($request/get/text)</eval>',
  },
);
