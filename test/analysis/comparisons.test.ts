/** Comparisons and conditions of which the build knows what they yield, or that they ask something else. */
import { findings } from "../support/findings.js";

const tests = (test: string, before = "") => `${before}<if test="${test}"><break/></if>`;
const says = (code: string) => ({ finds: "warning", message: new RegExp(code) }) as const;
const fine = { finds: "nothing" } as const;
const number = '<eval out="$n">number($request/get/n)</eval>';
const text = '<eval out="$s">string($request/get/s)</eval>';
const boolean = '<eval out="$b">$request/get/b = 1</eval>';

findings("A comparison of a number with a text", [
  {
    name: "that is no number is never true",
    flow: tests("count($body//a) = 'a'"),
    ...says("FLOW2050 This is never true"),
  },
  {
    name: "that is no number always differs",
    flow: tests("'a' != count($body//a)"),
    ...says("FLOW2050 This is always true"),
  },
  { name: "that is a number", flow: tests("count($body//a) = '1'"), ...fine },
  { name: "that is a number with blanks", flow: tests("count($body//a) = ' 1 '"), ...fine },
  { name: "by way of a variable", flow: tests("$n = 'a'", number), ...says("FLOW2050") },
  {
    name: "by way of a variable that may hold a text",
    flow: tests("$n = 'a'", `${number}<eval out="$n" if="$body">'a'</eval>`),
    ...fine,
  },
  { name: "by way of a text", flow: tests("string($n) = 'a'", number), ...fine },
  { name: "of nodes, which compare as texts", flow: tests("$body/json/a = 'a'"), ...fine },
]);

findings("The order of a text", [
  { name: "among numbers", flow: tests("$n &lt; 'b'", number), ...says("FLOW2050") },
  { name: "among texts", flow: tests("$s &lt; 'b'", text), ...says("FLOW2050") },
  { name: "among nodes", flow: tests("'b' >= $body/json/a"), ...says("FLOW2050") },
  { name: "of digits", flow: tests("$body/json/a >= '10'"), ...fine },
]);

findings("A boolean beside a text", [
  { name: "false", flow: tests("$b = 'false'", boolean), ...says("FLOW2051") },
  { name: "of another word", flow: tests("'no' != $b", boolean), ...says("FLOW2051") },
  { name: "true, which has the outcome that is meant", flow: tests("$b = 'true'", boolean), ...fine },
  { name: "that is empty, which is false", flow: tests("$b = ''", boolean), ...fine },
  { name: "false of a node", flow: tests("$body/json/b = 'false'"), ...fine },
]);

findings("A whole number", [
  {
    name: "of nodes is never negative",
    flow: tests("count($body//a) &lt; 0"),
    ...says("FLOW2052 This is never true"),
  },
  {
    name: "of nodes is always 0 or more",
    flow: tests("0 &lt;= count($body//a)"),
    ...says("FLOW2052 This is always true"),
  },
  {
    name: "of nodes is never negative, even by one",
    flow: tests("count($body//a) = -1"),
    ...says("FLOW2052 This is never true"),
  },
  { name: "of nodes is no fraction", flow: tests("count($body//a) = 1.5"), ...says("FLOW2052") },
  {
    name: "of nodes may be 0",
    flow: tests("count($body//a) = 0") + tests("count($body//b) > 0") + tests("count($body//c) &lt; 1"),
    ...fine,
  },
  { name: "of characters may be 0", flow: tests("string-length($s) = 0", text), ...fine },
  { name: "as position is never 0", flow: tests("$body//a[position() = 0]"), ...says("FLOW2052") },
  {
    name: "as position may be the last",
    flow: tests("$body//a[position() = last() and position() > 1]"),
    ...fine,
  },
]);

findings("A position", [
  { name: "of 0 has nothing", flow: tests("$body/json/value[0]"), ...says("FLOW2053") },
  { name: "below 0 has nothing", flow: tests("($body//a)[-1]"), ...says("FLOW2053") },
  { name: "from 1 on", flow: tests("$body/json/value[1]/a[2]"), ...fine },
]);

const config = `<template out="$c">{ {{if $request/get/a}} "maybe": true {{,}} {{end}} "on": false, "set": true, "text": "a", "asked": {{ $request/get/a = 1 }},
  "deep": { "on": false }, "list": [ false {{,}} {{if $request/get/a}} true {{end}} ] }</template>`;

findings("A condition on JSON that a template made", [
  { name: "that is false asks for its presence", flow: tests("$c/on", config), ...says("FLOW2054") },
  { name: "that is computed", flow: tests("$c/asked", config), ...says("FLOW2054") },
  { name: "that is deeper", flow: tests("$c/deep/on", config), ...says("FLOW2054") },
  { name: "that is in an array", flow: tests("$c/list/value[1]", config), ...says("FLOW2054") },
  { name: "under not(), and, or", flow: tests("not($c/on) and $body or $body", config), ...says("FLOW2054") },
  { name: "compared with true()", flow: tests("$c/on = true()", config), ...says("FLOW2054") },
  {
    name: "compared with a boolean in a variable",
    flow: tests("$b != $c/on", config + boolean),
    ...says("FLOW2054"),
  },
  { name: "in a predicate", flow: tests("$body//a[$c/on]", config), ...says("FLOW2054") },
  {
    name: "in a template",
    flow: `${config}<template>{{if $c/on}} 1 {{else}} 2 {{end}}</template>`,
    ...says("FLOW2054"),
  },
  {
    name: "through another variable",
    flow: tests("$d/on", `${config}<eval out="$d">$c/deep</eval>`),
    ...says("FLOW2054"),
  },
  { name: "from the init flow", flow: tests("$c/on"), options: { init: config }, ...says("FLOW2054") },
  { name: "compared with a text asks for its value", flow: tests("$c/on = 'true'", config), ...fine },
  { name: "that is always true", flow: tests("$c/set", config), ...fine },
  { name: "that is true where it is there", flow: tests("$c/maybe", config), ...fine },
  { name: "that is a text", flow: tests("$c/text", config), ...fine },
  {
    name: "that is not known any more",
    flow: tests("$c/on", `${config}<eval out="$c" if="$body">$body/json</eval>`),
    ...fine,
  },
  { name: "that is a boolean itself", flow: tests("$c", '<template out="$c">false</template>'), ...fine },
  { name: "that nobody knows", flow: tests("$body/json/on"), ...fine },
]);
