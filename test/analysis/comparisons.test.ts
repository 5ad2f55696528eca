/** Comparisons and conditions of which the build knows what they yield, or that they ask something else. */
import { findings } from "../support/findings.js";

const tests = (test: string, before = "") => `${before}<if test="${test}"><break/></if>`;
const says = (code: string) => ({ finds: "warning", message: new RegExp(code) }) as const;
const number = '<eval out="$n">number($request/get/n)</eval>';
const text = '<eval out="$s">string($request/get/s)</eval>';
const boolean = '<eval out="$b">$request/get/b = 1</eval>';

findings("A comparison of a number with a text", {
  "that is no number is never true": {
    flow: tests("count($body//a) = 'a'"),
    ...says("FLOW2050 This is never true"),
  },
  "that is no number always differs": {
    flow: tests("'a' != count($body//a)"),
    ...says("FLOW2050 This is always true"),
  },
  "that is a number": tests("count($body//a) = '1'"),
  "that is a number with blanks": tests("count($body//a) = ' 1 '"),
  "by way of a variable": { flow: tests("$n = 'a'", number), ...says("FLOW2050") },
  "by way of a variable that may hold a text": tests(
    "$n = 'a'",
    `${number}<eval out="$n" if="$body">'a'</eval>`,
  ),
  "by way of a text": tests("string($n) = 'a'", number),
  "of nodes, which compare as texts": tests("$body/json/a = 'a'"),
});

findings("The order of a text", {
  "among numbers": { flow: tests("$n &lt; 'b'", number), ...says("FLOW2050") },
  "among texts": { flow: tests("$s &lt; 'b'", text), ...says("FLOW2050") },
  "among nodes": { flow: tests("'b' >= $body/json/a"), ...says("FLOW2050") },
  "of digits": tests("$body/json/a >= '10'"),
});

findings("A boolean beside a text", {
  false: { flow: tests("$b = 'false'", boolean), ...says("FLOW2051") },
  "of another word": { flow: tests("'no' != $b", boolean), ...says("FLOW2051") },
  "true, which has the outcome that is meant": tests("$b = 'true'", boolean),
  "that is empty, which is false": tests("$b = ''", boolean),
  "false of a node": tests("$body/json/b = 'false'"),
});

findings("A whole number", {
  "of nodes is never negative": {
    flow: tests("count($body//a) &lt; 0"),
    ...says("FLOW2052 This is never true"),
  },
  "of nodes is always 0 or more": {
    flow: tests("0 &lt;= count($body//a)"),
    ...says("FLOW2052 This is always true"),
  },
  "of nodes is never negative, even by one": {
    flow: tests("count($body//a) = -1"),
    ...says("FLOW2052 This is never true"),
  },
  "of nodes is no fraction": { flow: tests("count($body//a) = 1.5"), ...says("FLOW2052") },
  "of nodes may be 0":
    tests("count($body//a) = 0") + tests("count($body//b) > 0") + tests("count($body//c) &lt; 1"),
  "of characters may be 0": tests("string-length($s) = 0", text),
  "as position is never 0": { flow: tests("$body//a[position() = 0]"), ...says("FLOW2052") },
  "as position may be the last": tests("$body//a[position() = last() and position() > 1]"),
});

findings("A position", {
  "of 0 has nothing": { flow: tests("$body/json/value[0]"), ...says("FLOW2053") },
  "below 0 has nothing": { flow: tests("($body//a)[-1]"), ...says("FLOW2053") },
  "from 1 on": tests("$body/json/value[1]/a[2]"),
});

const config = `<template out="$c">{ {{if $request/get/a}} "maybe": true {{,}} {{end}} "on": false, "set": true, "text": "a", "asked": {{ $request/get/a = 1 }},
  "deep": { "on": false }, "list": [ false {{,}} {{if $request/get/a}} true {{end}} ] }</template>`;

findings("A condition on JSON that a template made", {
  "that is false asks for its presence": { flow: tests("$c/on", config), ...says("FLOW2054") },
  "that is computed": { flow: tests("$c/asked", config), ...says("FLOW2054") },
  "that is deeper": { flow: tests("$c/deep/on", config), ...says("FLOW2054") },
  "that is in an array": { flow: tests("$c/list/value[1]", config), ...says("FLOW2054") },
  "under not(), and, or": { flow: tests("not($c/on) and $body or $body", config), ...says("FLOW2054") },
  "compared with true()": { flow: tests("$c/on = true()", config), ...says("FLOW2054") },
  "compared with a boolean in a variable": {
    flow: tests("$b != $c/on", config + boolean),
    ...says("FLOW2054"),
  },
  "in a predicate": { flow: tests("$body//a[$c/on]", config), ...says("FLOW2054") },
  "in a template": {
    flow: `${config}<template>{{if $c/on}} 1 {{else}} 2 {{end}}</template>`,
    ...says("FLOW2054"),
  },
  "through another variable": {
    flow: tests("$d/on", `${config}<eval out="$d">$c/deep</eval>`),
    ...says("FLOW2054"),
  },
  "from the init flow": { flow: tests("$c/on"), options: { init: config }, ...says("FLOW2054") },
  "compared with a text asks for its value": tests("$c/on = 'true'", config),
  "that is always true": tests("$c/set", config),
  "that is true where it is there": tests("$c/maybe", config),
  "that is a text": tests("$c/text", config),
  "that is not known any more": tests("$c/on", `${config}<eval out="$c" if="$body">$body/json</eval>`),
  "that is a boolean itself": tests("$c", '<template out="$c">false</template>'),
  "that nobody knows": tests("$body/json/on"),
});
