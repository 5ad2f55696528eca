import type { Mistakes } from "./support.js";

/** Mistakes of authors who know other languages better than XPath. */
export const xpathBeginners: Mistakes = {
  "an empty text node": `<eval out="$x">xml-parse($request/get/x)</eval><if test="«$x/a/text() = ''|not($x/a/text())»"><set-status code="201"/></if>`,
  "a last item without parentheses": `<template in="$body">{ "x": {{ rows/value[position() = «last|last()»] }} }</template>`,
  // Operators and forms of other languages: the build refuses them, and says what to write.
  "OR in a template": {
    flow: `<template>{ "a": {{if $request/get/a «OR|or» $request/get/b}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2001",
  },
  "ne of a shell": {
    flow: `<error if="$request/get/a «ne|!=» 'x'" status="400"/>`,
    code: "FLOW2001",
  },
  "gt of XPath 2": {
    flow: `<error if="$request/get/limit «gt|&gt;» 100" status="400"/>`,
    code: "FLOW2001",
  },
  "a percent sign": {
    flow: `<template>{ "odd": {{ position() «%|mod» 2 }} }</template>`,
    code: "FLOW2001",
  },
  "the conditional operator": `<template>{ "a": {{«$request/get/a ? 1 : 2|if $request/get/a}} 1 {{else}} 2 {{end»}} }</template>`,
  "if in an expression": {
    flow: `<eval out="$a">«if ($request/get/a) then 1 else 2|number(boolean($request/get/a))»</eval><template>{{ $a }}</template>`,
    code: "FLOW2001",
  },
  "a name in quotes in brackets": {
    flow: `<eval out="$a">$request/headers«['accept']|/accept»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2057",
  },
  // Joining texts.
  "plus with a joined text": {
    flow: `<template>{ "a": {{ «concat('a: ', $request/get/a) + 1|concat('a: ', $request/get/a, 1)» }} }</template>`,
    code: "FLOW2056",
  },
  // Bare words.
  "a method without quotes, behind a request": {
    flow: `<request>{ "url": "https://example.com/" }</request><if test="$request/method = «HEAD|'HEAD'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "true without parentheses": {
    flow: `<eval out="$a">$request/get/a = 1</eval><if test="$a = «true|true()»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "false beside JSON": {
    flow: `<error if="$body/json/active = «false|'false'»" status="403"/>`,
    code: "FLOW2055",
  },
  "null in a template": {
    flow: `<template in="$body">{ "a": {{if «name = null|not(name)»}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2055",
  },
  undefined: {
    flow: `<error if="«$request/get/id = undefined|not($request/get/id)»" status="400"/>`,
    code: "FLOW2055",
  },
  "an argument without quotes": {
    flow: `<if test="contains($request/headers/accept, «json|'json'»)"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "a separator without quotes": {
    flow: `<template>[ {{loop array(split($request/get/list, «x|'x'»))}} {{.}} {{end}} ]</template>`,
    code: "FLOW2055",
  },
  "a forgotten dollar sign of the request": {
    flow: `<if test="«request/method|$request/method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "a path of the body without in": {
    flow: `<template>{ "items": [ {{loop «items|$body/json/items»}} {{ id }} {{end}} ] }</template>`,
    code: "FLOW2055",
  },
  "a member that the template's variable has, without the variable": {
    flow: `<template out="$config">{ "stage": "prod" }</template><if test="«stage|$config/stage» = 'prod'"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  // Dates and numbers.
  "a date among dates": {
    flow: `<error if="«$request/get/day > '2026-11-22'|translate($request/get/day, '-', '') > 20261122»" status="400"/>`,
    code: "FLOW2050",
  },
  "a number with a comma": {
    flow: `<error if="$request/get/limit > «1,000|1000»" status="400"/>`,
    code: "FLOW2001",
  },
  // Functions.
  "matches with swapped arguments": `<error if="«not(matches('^[0-9]+$', $request/get/id))|not(matches($request/get/id, '^[0-9]+$'))»" status="400"/>`,
  "count of a text": {
    flow: `<eval out="$a">string($request/get/a)</eval><if test="«count($a)|string-length($a)» > 3"><set-status code="201"/></if>`,
    code: "FLOW2007",
  },
  "length() of SQL": {
    flow: `<if test="«length|string-length»($request/get/a) > 3"><set-status code="201"/></if>`,
    code: "FLOW2003",
  },
  // Nodes and booleans.
  "an attribute of JSON": {
    flow: `<template>{ "id": {{ $body/json/order/«@id|id» }} }</template>`,
    code: "FLOW2075",
  },
  "an attribute of the request": {
    flow: `<if test="$request/«@method|method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2075",
  },
  "$body without json": `<template>{ "id": {{ $body/«id|json/id» }} }</template>`,
};
