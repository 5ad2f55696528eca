/** Conditions that the build decides, and those that look as if it could and that may go either way. */
import { findings } from "../support/findings.js";

const tests = (test: string, before = "") => `${before}<if test="${test}"><set-status code="201"/></if>`;
const says = (code: string) => ({ finds: "warning", message: new RegExp(code) }) as const;
const fine = { finds: "nothing" } as const;
const request = '<request content="u">{ "url": "https://example.com/" }</request>';
const number = '<eval out="$n">number($request/get/n)</eval>';

findings("A comparison behind another one of the same value", [
  {
    name: "of several nodes may be true as well",
    flow: tests("$body/json/rows/value/kind = 'a' and $body/json/rows/value/kind = 'b'"),
    ...fine,
  },
  {
    name: "of XML, where an element may be there twice",
    flow: tests("content('u')/a/b = 'x' and content('u')/a/b = 'y'", request),
    ...fine,
  },
  {
    name: "of a variable that may hold several nodes",
    flow: tests("$b = 'x' and $b = 'y'", `${request}<eval out="$b">content('u')//b</eval>`),
    ...fine,
  },
  {
    name: "of one item",
    flow: tests("$body/json/rows/value[2]/kind = 'a' and $body/json/rows/value[2]/kind = 'b'"),
    ...says("FLOW2059 .*never"),
  },
  {
    name: "that several nodes cannot both fail",
    flow: tests("not($body/json/rows/value/n > 5) and $body/json/rows/value/n > 10"),
    ...says("FLOW2059 .*never"),
  },
  { name: "within a range", flow: tests("$n > 5 and $n &lt; 10", number), ...fine },
  { name: "at its border", flow: tests("$n >= 5 and $n &lt;= 5", number), ...fine },
  { name: "between two values", flow: tests("$n = 5 or $n > 5 or $n &lt; 1", number), ...fine },
  {
    name: "of another form of the same number",
    flow: tests("$request/get/n = 5 and $request/get/n != '5'"),
    ...fine,
  },
  { name: "with the empty text", flow: tests("$request/get/a and $request/get/a != ''"), ...fine },
  { name: "that asks for nothing, too", flow: tests("not($request/get/a) or $request/get/a = ''"), ...fine },
  { name: "of another member", flow: tests("$request/get/a = 'x' and $request/get/b = 'y'"), ...fine },
  { name: "with NaN", flow: tests("$n != $n", number), ...fine },
  {
    name: "of a value with itself, to ask whether all nodes are alike",
    flow: tests("$body/json/a/value != $body/json/a/value"),
    ...fine,
  },
  { name: "of something new each time", flow: tests("unixtime() = unixtime()"), ...fine },
]);

findings("A condition in or behind a branch", [
  {
    name: "of the opposite in else",
    flow: `${tests("$request/get/a = 1")}<else><if test="$request/get/a = 2"><set-status code="202"/></if></else>`,
    ...fine,
  },
  {
    name: "of a variable that the branch sets",
    flow: `${number}<if test="$n > 5"><eval out="$n">$n - 5</eval><set-status code="201" if="$n > 5"/></if>`,
    ...fine,
  },
  {
    name: "of a variable that a branch before it has set",
    flow: `${number}<if test="$n > 5"><eval out="$n">1</eval></if><set-status code="201" if="$n > 5"/>`,
    ...fine,
  },
  {
    name: "that was true before another request",
    flow: `${request}<if test="$upstream/u/status != 200">${request}<set-status code="502" if="$upstream/u/status != 200"/></if>`,
    ...fine,
  },
  {
    name: "that was true before a sub-flow",
    flow: `<eval out="$x">string($request/get/x)</eval><if test="$x = 'a'"><sub-flow src="sub.xml"/><set-status code="201" if="$x = 'a'"/></if>`,
    options: { files: { "sub.xml": `<flow><eval out="$x">'b'</eval></flow>` } },
    ...fine,
  },
  {
    name: "that only one of two ways has answered",
    flow: `<if test="$request/get/a"><set-status code="201"/></if><elseif test="$request/get/b"><break/></elseif><set-status code="202" if="$request/get/b"/>`,
    ...fine,
  },
  {
    name: "of the default that it sets",
    flow: `<eval out="$x">$request/get/x</eval><eval out="$x" if="not($x)">'none'</eval>${tests("$x")}`,
    ...fine,
  },
  {
    name: "at another item of a loop",
    flow: `<template in="$body">[ {{loop rows}} {{if id = 1}} [ {{loop rows}} {{if id = 1}} 1 {{else}} 2 {{end}} {{end}} ] {{end}} {{end}} ]</template>`,
    ...fine,
  },
  {
    name: "of a variable that each round sets",
    flow: `<template in="$body">{{$last := ''}}[ {{loop rows}} {{if $last = ''}} 1, {{end}} {{$last := string(id)}} {{if $last = ''}} 2 {{else}} 3 {{end}} {{end}} ]</template>`,
    ...fine,
  },
  {
    name: "of another context",
    flow: `<template in="$body">{ {{if name}} "a": {{with owner}} {{if name}} 1 {{else}} 2 {{end}} {{else}} 3 {{end}} {{end}} }</template>`,
    ...fine,
  },
]);

findings("A constant", [
  { name: "in a variable is a setting", flow: tests("$mock", '<eval out="$mock">false()</eval>'), ...fine },
  { name: "as a value is one", flow: `<template>{ "a": {{ boolean('x') }} }</template>`, ...fine },
  {
    name: "as the position of a node",
    flow: `<template>{ "a": {{ $body/json/rows/value[1]/a }} }</template>`,
    ...fine,
  },
]);

findings("A method", [
  { name: "that clients may send", flow: tests("$request/method = 'PROPFIND'"), ...fine },
  {
    name: "in the init flow",
    flow: "<set-status code='201'/>",
    options: { init: tests("$request/method = 'DELETE'") },
    ...fine,
  },
]);

findings("A path into the main content", [
  { name: "behind a request", flow: `${request}${tests("users/value")}`, ...fine },
  { name: "behind a template", flow: `<template>{ "a": 1 }</template>${tests("a = 1")}`, ...fine },
  { name: "of the init flow", flow: tests("users"), options: { init: request }, ...fine },
  {
    name: "in a sub-flow behind a request",
    flow: `${request}<sub-flow src="sub.xml"/>`,
    options: { files: { "sub.xml": `<flow>${tests("users")}</flow>` } },
    ...fine,
  },
  {
    name: "of a sub-flow",
    flow: `<sub-flow src="sub.xml"/>${tests("users")}`,
    options: { files: { "sub.xml": `<flow>${request}</flow>` } },
    ...fine,
  },
  { name: "in the error flow", flow: request, options: { error: tests("users") }, ...fine },
  {
    name: "that only one way can have",
    flow: `<if test="$request/get/a">${request}</if>${tests("users")}`,
    ...fine,
  },
  { name: "before a request", flow: `${tests("users")}${request}`, ...says("FLOW2055") },
  { name: "in a predicate", flow: tests("$body/json/rows/value[id = 3]"), ...fine },
]);

findings("What looks like a mistake", [
  {
    name: "a list that a value is looked for in",
    flow: tests("contains('GET HEAD', $request/method)"),
    ...fine,
  },
  {
    name: "an expression in quotes for each item",
    flow: `<eval out="$x">1</eval><template>{ "a": {{ sort($body/json/rows, "id * $x") }} }</template>`,
    ...fine,
  },
  {
    name: "a dollar sign in a text",
    flow: `<template>{ "a": {{ concat('US$', $request/get/n) }} }</template>`,
    ...fine,
  },
  { name: "a subtraction", flow: `<template>{ "a": {{ 2026 - 11 - 22 }} }</template>`, ...fine },
  { name: "a text of digits as a number", flow: `<template>{ "a": {{ '1' + 1 }} }</template>`, ...fine },
  { name: "the type of JSON as an attribute", flow: tests("$body/json/id/@number"), ...fine },
  {
    name: "a loop over an array that nobody knows",
    flow: "<template in='$body'>[ {{loop rows/value}} {{.}} {{end}} ]</template>",
    ...fine,
  },
  {
    name: "a default of a number, which may be NaN",
    flow: `<template>{ "a": {{ number($request/get/n) ?? 1 }} }</template>`,
    ...fine,
  },
]);
