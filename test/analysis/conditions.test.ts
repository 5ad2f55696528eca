/** Conditions that the build decides, and those that look as if it could and that may go either way. */
import { findings } from "../support/findings.js";

const tests = (test: string, before = "") => `${before}<if test="${test}"><set-status code="201"/></if>`;
const says = (code: string) => ({ finds: "warning", message: new RegExp(code) }) as const;
const fine = { finds: "nothing" } as const;
const request = '<request content="u">{ "url": "https://example.com/" }</request>';
const number = '<eval out="$n">number($request/get/n)</eval>';

findings("A comparison behind another one of the same value", {
  "of several nodes may be true as well": tests(
    "$body/json/rows/value/kind = 'a' and $body/json/rows/value/kind = 'b'",
  ),
  "of XML, where an element may be there twice": tests(
    "content('u')/a/b = 'x' and content('u')/a/b = 'y'",
    request,
  ),
  "of a variable that may hold several nodes": tests(
    "$b = 'x' and $b = 'y'",
    `${request}<eval out="$b">content('u')//b</eval>`,
  ),
  "of one item": {
    flow: tests("$body/json/rows/value[2]/kind = 'a' and $body/json/rows/value[2]/kind = 'b'"),
    ...says("FLOW2059 .*never"),
  },
  "that several nodes cannot both fail": {
    flow: tests("not($body/json/rows/value/n > 5) and $body/json/rows/value/n > 10"),
    ...says("FLOW2059 .*never"),
  },
  "within a range": tests("$n > 5 and $n &lt; 10", number),
  "at its border": tests("$n >= 5 and $n &lt;= 5", number),
  "between two values": tests("$n = 5 or $n > 5 or $n &lt; 1", number),
  "of another form of the same number": tests("$request/get/n = 5 and $request/get/n != '5'"),
  "with the empty text": tests("$request/get/a and $request/get/a != ''"),
  "that asks for nothing, too": tests("not($request/get/a) or $request/get/a = ''"),
  "of another member": tests("$request/get/a = 'x' and $request/get/b = 'y'"),
  "with NaN": tests("$n != $n", number),
  "of a value with itself, to ask whether all nodes are alike": tests(
    "$body/json/a/value != $body/json/a/value",
  ),
  "of something new each time": tests("unixtime() = unixtime()"),
});

findings("A condition in or behind a branch", {
  "of the opposite in else": `${tests("$request/get/a = 1")}<else><if test="$request/get/a = 2"><set-status code="202"/></if></else>`,
  "of a variable that the branch sets": `${number}<if test="$n > 5"><eval out="$n">$n - 5</eval><set-status code="201" if="$n > 5"/></if>`,
  "of a variable that a branch before it has set": `${number}<if test="$n > 5"><eval out="$n">1</eval></if><set-status code="201" if="$n > 5"/>`,
  "that was true before another request": `${request}<if test="$upstream/u/status != 200">${request}<set-status code="502" if="$upstream/u/status != 200"/></if>`,
  "that was true before a sub-flow": {
    flow: `<eval out="$x">string($request/get/x)</eval><if test="$x = 'a'"><sub-flow src="sub.xml"/><set-status code="201" if="$x = 'a'"/></if>`,
    options: { files: { "sub.xml": `<flow><eval out="$x">'b'</eval></flow>` } },
    ...fine,
  },
  "that only one of two ways has answered": `<if test="$request/get/a"><set-status code="201"/></if><elseif test="$request/get/b"><break/></elseif><set-status code="202" if="$request/get/b"/>`,
  "of the default that it sets": `<eval out="$x">$request/get/x</eval><eval out="$x" if="not($x)">'none'</eval>${tests("$x")}`,
  "at another item of a loop": `<template in="$body">[ {{loop rows}} {{if id = 1}} [ {{loop rows}} {{if id = 1}} 1 {{else}} 2 {{end}} {{end}} ] {{end}} {{end}} ]</template>`,
  "of a variable that each round sets": `<template in="$body">{{$last := ''}}[ {{loop rows}} {{if $last = ''}} 1, {{end}} {{$last := string(id)}} {{if $last = ''}} 2 {{else}} 3 {{end}} {{end}} ]</template>`,
  "of another context": `<template in="$body">{ {{if name}} "a": {{with owner}} {{if name}} 1 {{else}} 2 {{end}} {{else}} 3 {{end}} {{end}} }</template>`,
});

findings("A constant", {
  "in a variable is a setting": tests("$mock", '<eval out="$mock">false()</eval>'),
  "as a value is one": `<template>{ "a": {{ boolean('x') }} }</template>`,
  "as the position of a node": `<template>{ "a": {{ $body/json/rows/value[1]/a }} }</template>`,
});

findings("A method", {
  "that clients may send": tests("$request/method = 'PROPFIND'"),
  "in the init flow": {
    flow: "<set-status code='201'/>",
    options: { init: tests("$request/method = 'DELETE'") },
    ...fine,
  },
});

findings("A path into the main content", {
  "behind a request": `${request}${tests("users/value")}`,
  "behind a template": `<template>{ "a": 1 }</template>${tests("a = 1")}`,
  "of the init flow": { flow: tests("users"), options: { init: request }, ...fine },
  "in a sub-flow behind a request": {
    flow: `${request}<sub-flow src="sub.xml"/>`,
    options: { files: { "sub.xml": `<flow>${tests("users")}</flow>` } },
    ...fine,
  },
  "of a sub-flow": {
    flow: `<sub-flow src="sub.xml"/>${tests("users")}`,
    options: { files: { "sub.xml": `<flow>${request}</flow>` } },
    ...fine,
  },
  "in the error flow": { flow: request, options: { error: tests("users") }, ...fine },
  "that only one way can have": `<if test="$request/get/a">${request}</if>${tests("users")}`,
  "before a request": { flow: `${tests("users")}${request}`, ...says("FLOW2055") },
  "in a predicate": tests("$body/json/rows/value[id = 3]"),
});

findings("What looks like a mistake", {
  "a list that a value is looked for in": tests("contains('GET HEAD', $request/method)"),
  "an expression in quotes for each item": `<eval out="$x">1</eval><template>{ "a": {{ sort($body/json/rows, "id * $x") }} }</template>`,
  "a dollar sign in a text": `<template>{ "a": {{ concat('US$', $request/get/n) }} }</template>`,
  "a subtraction": `<template>{ "a": {{ 2026 - 11 - 22 }} }</template>`,
  "a text of digits as a number": `<template>{ "a": {{ '1' + 1 }} }</template>`,
  "the type of JSON as an attribute": tests("$body/json/id/@number"),
  "a loop over an array that nobody knows":
    "<template in='$body'>[ {{loop rows/value}} {{.}} {{end}} ]</template>",
  "a default of a number, which may be NaN": `<template>{ "a": {{ number($request/get/n) ?? 1 }} }</template>`,
});
