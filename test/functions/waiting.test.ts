/** Functions that have to be waited for: where they may stand, when they are called, and in which order. */
import { expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { findings } from "../support/findings.js";
import { type Sample, samples } from "../support/samples.js";
import { hmacToken, secret } from "../support/tokens.js";

const ada = hmacToken({ name: "ada" });
const bob = hmacToken({ name: "bob" });

/** A token that cannot be read: each attempt is a line in the log. */
const attempts =
  (count: number) =>
  ({ log }: ClientResponse): void =>
    expect(log.map(({ message }) => message)).toStrictEqual(Array(count).fill("The token is corrupt."));

const corrupt = `jwt-decode('corrupt', '${secret}')`;
const decode = (token: string) => `jwt-decode('${token}', '${secret}')`;

const evaluates = (name: string, expression: string, json: unknown, count: number): Sample => ({
  name,
  flow: `<template>{{ ${expression} }}</template>`,
  json,
  check: attempts(count),
});

samples("Waiting in expressions", [
  evaluates("both operands of and", `boolean(${decode(ada)}/name) and ${corrupt}`, false, 1),
  evaluates("not the right operand of and", `false() and ${corrupt}`, false, 0),
  evaluates("not the right operand of or", `boolean(${decode(ada)}) or ${corrupt}`, true, 0),
  evaluates("the right operand of or", `${corrupt} or ${decode(ada)}`, true, 1),
  evaluates("not behind ??", `${decode(ada)}/name ?? ${corrupt}`, "ada", 0),
  evaluates("behind ??", `${corrupt} ?? ${decode(ada)}/name ?? ${corrupt}`, "ada", 1),
  evaluates(
    "in arguments of other calls",
    `concat(${decode(ada)}/name, '-', ${decode(bob)}/name)`,
    "ada-bob",
    0,
  ),
  evaluates(
    "in its own arguments",
    `jwt-decode(jwt-encode(${decode(ada)}, '${secret}'), '${secret}')/name`,
    "ada",
    0,
  ),
  evaluates("as an operand", `-count(${decode(ada)}/*) + 3 - string-length(${decode(ada)}/name)`, -1, 0),
  evaluates("compared", `not(${decode(ada)}/name = ${decode(bob)}/name)`, true, 0),
  evaluates("before a predicate", `${decode(ada)}/*[. = 'ada']`, "ada", 0),
  evaluates("filtered", `(${decode(ada)}/name)[1]`, "ada", 0),
  evaluates("united", `count(${decode(ada)}/name | ${decode(bob)}/name)`, 2, 0),
]);

const users = `{ "list": [ {"t": "${ada}"}, {"t": "corrupt"}, {"t": "${bob}"} ], "none": null }`;
const inTemplate = (name: string, template: string, json: unknown, count: number): Sample => ({
  name,
  flow: `<template out="$in">${users}</template><template in="$in">${template}</template>`,
  json,
  check: attempts(count),
});
const each = `jwt-decode(t, '${secret}')`;

samples("Waiting in templates", [
  inTemplate("a condition", `[ {{if ${corrupt}}} 1 {{elseif ${decode(ada)}}} 2 {{else}} 3 {{end}} ]`, [2], 1),
  inTemplate("a branch that is not taken", `{{if list}} 1 {{else}} {{ ${corrupt} }} {{end}}`, 1, 0),
  inTemplate("a variable", `{{$name := ${decode(ada)}/name ?? ${corrupt} }} [ {{ $name }} ]`, ["ada"], 0),
  inTemplate("pairs", `{ {{: ${decode(ada)}/name | ${decode(ada)}/none }} }`, { name: "ada" }, 0),
  inTemplate("the items of a loop", `[ {{loop list}} {{ ${each}/name }} {{end}} ]`, ["ada", null, "bob"], 1),
  inTemplate(
    "several items in each round",
    `[ 0, {{loop list}} {{ position() }}, {{ ${each}/name }} {{end}} ]`,
    [0, 1, "ada", 2, null, 3, "bob"],
    1,
  ),
  inTemplate("pairs of a loop", `{ {{loop list}} {{: ${each}/name }} {{end}} }`, { name: "bob" }, 1),
  inTemplate(
    "a loop in a loop",
    `[ {{loop list}} [ {{$n := ${each}/name }} {{loop $in/list}} {{ concat($n, ${each}/name) }} {{end}} ] {{end}} ]`,
    [
      ["adaada", "ada", "adabob"],
      ["ada", "", "bob"],
      ["bobada", "bob", "bobbob"],
    ],
    4,
  ),
  inTemplate(
    "what a loop runs over",
    `[ {{loop ${corrupt}/list ?? list}} {{ position() }} {{end}} ]`,
    [1, 2, 3],
    1,
  ),
  inTemplate("what takes the place of a list", `[ {{loop none ?? ${corrupt}/list}} 1 {{end}} ]`, [], 1),
  inTemplate(
    "a context",
    `{{with ${decode(ada)}}} { "n": {{ name }} } {{else}} null {{end}}`,
    { n: "ada" },
    0,
  ),
  inTemplate(
    "the content of a context",
    `{ {{with list/value[1]}} "n": {{ ${each}/name }} {{end}} }`,
    { n: "ada" },
    0,
  ),
  inTemplate(
    "without a context",
    `{{with none}} { "a": 1 } {{else}} {{ ${decode(bob)}/name }} {{end}}`,
    "bob",
    0,
  ),
  inTemplate("items of a context", `[ {{with list/value[3]}} {{ ${each}/name }}, 1 {{end}} ]`, ["bob", 1], 0),
]);

samples("Waiting in templates that are written as text", [
  inTemplate(
    "a loop",
    `{{$n := 0 }} [ {{loop list}} {{$n := $n + 1 }} { "n": {{ $n }}, "name": {{ ${each}/name }} } {{end}} ]`,
    [
      { n: 1, name: "ada" },
      { n: 2, name: null },
      { n: 3, name: "bob" },
    ],
    1,
  ),
  inTemplate(
    "a context",
    `{{$n := ${decode(ada)}/name }} { {{with none}} "a": 1 {{else}} {{$n := ${each}/name ?? concat($n, "!") }} "b": {{ $n }} {{end}} }`,
    { b: "ada!" },
    0,
  ),
]);

samples(
  "Waiting in flows",
  {
    "a condition of an action": {
      flow: `<error if="not(${corrupt})" status="401">"Who are you?"</error>`,
      status: 401,
    },
    "one branch after the other": {
      flow: `<if test="${corrupt}/name = 'ada'"><echo>1</echo></if>
        <elseif test="${decode(bob)}/name = 'bob'"><echo>2</echo></elseif>
        <elseif test="${corrupt}"><echo>3</echo></elseif>`,
      text: "2",
      check: attempts(1),
    },
    "an eval whose result is discarded": {
      flow: `<eval>${corrupt}</eval><echo>done</echo>`,
      text: "done",
      check: attempts(1),
    },
    "a flow that is called": {
      flow: `<sub-flow src="sub.xml"/><template>{{ $name }}</template>`,
      json: "ada",
    },
  },
  { files: { "sub.xml": `<flow><eval out="$name">string(${decode(ada)}/name)</eval></flow>` } },
);

const perNode = /FLOW2040 jwt-decode\(\) cannot be called for each node of a set/;

findings("Where nothing can be waited for", {
  "a predicate": {
    flow: `<template>{{ count($body/json/users/value[jwt-decode(t, $env/KEY)/admin]) }}</template>`,
    finds: "error",
    message: perNode,
  },
  "a predicate of an expression": {
    flow: `<eval out="$a">($body/json/users)[jwt-decode(t, $env/KEY)]</eval>`,
    finds: "error",
    message: perNode,
  },
  "deep inside of a predicate": {
    flow: `<eval out="$a">$body/json/*[concat('a', name(*[jwt-decode(t, $env/KEY)])) = 'b']</eval>`,
    finds: "error",
    message: perNode,
  },
  "a key to sort by": {
    flow: `<eval out="$a">sort($body/json/users, "jwt-decode(t, $env/KEY)/age")</eval>`,
    finds: "error",
    message: perNode,
  },
  "what is sorted": `<eval out="$a">sort(jwt-decode($body/json/t, $env/KEY)/list, "age")</eval>`,
});
