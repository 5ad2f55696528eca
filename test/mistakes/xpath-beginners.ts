import type { Mistakes } from "./support.js";

/** Mistakes of authors who know other languages better than XPath. */
export const xpathBeginners: Mistakes = {
  // Operators and forms of other languages: the build refuses them, and says what to write.
  "two equals signs": {
    flow: `<if test="$request/method «==|=» 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  "three equals signs": {
    flow: `<if test="$request/method «===|=» 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  "two ampersands": {
    flow: `<error if="$request/get/a «&amp;&amp;|and» $request/get/b" status="400"/>`,
    code: "FLOW2001",
  },
  "two bars": {
    flow: `<error if="not($request/get/a) «||¦or» not($request/get/b)" status="400"/>`,
    code: "FLOW2001",
  },
  "one bar between conditions": {
    flow: `<error if="«$request/get/a = 1 | $request/get/b = 1¦$request/get/a = 1 or $request/get/b = 1»" status="400"/>`,
    code: "FLOW2007",
  },
  "an exclamation mark": {
    flow: `<error if="«!!$request/get/token|not($request/get/token)»" status="401"/>`,
    code: "FLOW2001",
  },
  "not without parentheses": {
    flow: `<error if="not «$request/get/token|($request/get/token)»" status="401"/>`,
    code: "FLOW2001",
  },
  "AND in capital letters": {
    flow: `<error if="$request/get/a «AND|and» $request/get/b" status="400"/>`,
    code: "FLOW2001",
  },
  "OR in a template": {
    flow: `<template>{ "a": {{if $request/get/a «OR|or» $request/get/b}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2001",
  },
  "eq of XPath 2": {
    flow: `<error if="$request/get/a «eq|=» 'x'" status="400"/>`,
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
  "the inequality of SQL": {
    flow: `<error if="$request/get/a «&lt;>|!=» 'x'" status="400"/>`,
    code: "FLOW2001",
  },
  "a slash that shall divide a number": {
    flow: `<template>{ "a": {{ «$request/get/a / 2|$request/get/a div 2» }} }</template>`,
    code: "FLOW2001",
  },
  "a percent sign": {
    flow: `<template>{ "odd": {{ position() «%|mod» 2 }} }</template>`,
    code: "FLOW2001",
  },
  "the conditional operator": `<template>{ "a": {{«$request/get/a ? 1 : 2|if $request/get/a}} 1 {{else}} 2 {{end»}} }</template>`,
  "the conditional operator in an eval": {
    flow: `<eval out="$limit">«number($request/get/limit) > 0 ? 5 : 10|number($request/get/limit)»</eval><template>{{ $limit }}</template>`,
    code: "FLOW2001",
  },
  "if in an expression": {
    flow: `<eval out="$a">«if ($request/get/a) then 1 else 2|number(boolean($request/get/a))»</eval><template>{{ $a }}</template>`,
    code: "FLOW2001",
  },
  "braces in an if attribute": {
    flow: `<error if="«{{ $request/get/a }}|$request/get/a»" status="400"/>`,
    code: "FLOW2001",
  },
  "single braces in a test": {
    flow: `<if test="«{$request/get/a}|$request/get/a»"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  "braces in an eval": {
    flow: `<eval out="$a">«{{ $request/get/a }}|$request/get/a»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a quote in a text, doubled": {
    flow: `<eval out="$a">«'it''s'|"it's"»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a quote in a text, with a backslash": `<eval out="$a">«'it\\'s'|"it's"»</eval><template>{ "a": {{ $a }} }</template>`,
  "two texts side by side": {
    flow: `<eval out="$a">«'Hello ' $request/get/name|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a backtick": {
    flow: '<eval out="$a">«`Hello`|\'Hello\'»</eval><template>{ "a": {{ $a }} }</template>',
    code: "FLOW2001",
  },
  "a method call on a text": {
    flow: `<eval out="$a">«$request/get/name.toUpperCase()|toupper($request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a member with a dot": {
    flow: `<eval out="$a">$request«.get.name|/get/name»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a name in quotes in brackets": {
    flow: `<eval out="$a">$request/headers«['accept']|/accept»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2057",
  },
  "an XPath 2 sequence": {
    flow: `<error if="$request/method = («'GET', 'HEAD'|'GET'»)" status="400"/>`,
    code: "FLOW2001",
  },
  "two question marks in an eval": {
    flow: `<eval out="$a">$request/get/a «?? 'x'|»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "an assignment": {
    flow: `<eval out="$a">«$a := 1|1»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  // Joining texts.
  "plus between texts": {
    flow: `<eval out="$a">«"Hello " + $request/get/name|concat("Hello ", $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2056",
  },
  "plus in a placeholder": {
    flow: `<template>{ "path": {{ «$request/path + "/x"|concat($request/path, "/x")» }} }</template>`,
    code: "FLOW2056",
  },
  "plus in a longer chain": {
    flow: `<template>{ "name": {{ «$body/json/first + ' ' + $body/json/last|concat($body/json/first, ' ', $body/json/last)» }} }</template>`,
    code: "FLOW2056",
  },
  "plus in a URL": {
    flow: `<request>{ "url": {{ «$env/USERS + "/users"|concat($env/USERS, "/users")» }} }</request>`,
    code: "FLOW2056",
  },
  "plus with a text that a variable holds": {
    flow: `<eval out="$hello">'Hello '</eval><template>{ "a": {{ «$hello + $request/get/name|concat($hello, $request/get/name)» }} }</template>`,
    code: "FLOW2056",
  },
  "plus with a joined text": {
    flow: `<template>{ "a": {{ «concat('a: ', $request/get/a) + 1|concat('a: ', $request/get/a, 1)» }} }</template>`,
    code: "FLOW2056",
  },
  "minus before a text": {
    flow: `<template>{ "a": {{ «-'abc'|'-abc'» }} }</template>`,
    code: "FLOW2056",
  },
  "a variable in a text": {
    flow: `<eval out="$name">string($request/get/name)</eval><template>{ "a": {{ «'Hello $name'|concat('Hello ', $name)» }} }</template>`,
    code: "FLOW2064",
  },
  "a variable in quotes": {
    flow: `<eval out="$name">string($request/get/name)</eval><error if="$request/get/user != «'$name'|$name»" status="403"/>`,
    code: "FLOW2064",
  },
  "braces in a text": {
    flow: `<eval out="$a">«'Hello {{ $request/get/name }}'|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2064",
  },
  "a template string": {
    flow: `<eval out="$a">«'Hello \${$request/get/name}'|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2064",
  },
  // Bare words.
  "a method without quotes": {
    flow: `<if test="$request/method = «GET|'GET'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "a method without quotes, behind a request": {
    flow: `<request>{ "url": "https://example.com/" }</request><if test="$request/method = «HEAD|'HEAD'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "true without parentheses": {
    flow: `<eval out="$a">$request/get/a = 1</eval><if test="$a = «true|true()»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "true beside JSON": {
    flow: `<if test="$body/json/active = «true|'true'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "false beside JSON": {
    flow: `<error if="$body/json/active = «false|'false'»" status="403"/>`,
    code: "FLOW2055",
  },
  "true in a variable": {
    flow: `<eval out="$found">«true|true()»</eval><template>{ "found": {{ $found }} }</template>`,
    code: "FLOW2055",
  },
  "false in a placeholder behind a request": {
    flow: `<request>{ "url": "https://example.com/" }</request><template>{ "found": {{ «false|false()» }} }</template>`,
    code: "FLOW2055",
  },
  "not null": {
    flow: `<if test="$body/json/name «!!= null|»"><set-status code="201"/></if>`,
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
  "a text without quotes": {
    flow: `<eval out="$a">«hello|'hello'»</eval><template>{ "a": {{ $a }} }</template>`,
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
  "a text of two words without quotes": {
    flow: `<eval out="$a">«hello world|'hello world'»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  "a forgotten dollar sign": {
    flow: `<eval out="$limit">number($request/get/limit)</eval><error if="«limit|$limit» > 100" status="400"/>`,
    code: "FLOW2055",
  },
  "a forgotten dollar sign of the request": {
    flow: `<if test="«request/method|$request/method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  "a forgotten dollar sign in a template": {
    flow: `<template>{ "path": {{ «request/path|$request/path» }} }</template>`,
    code: "FLOW2055",
  },
  "a forgotten dollar sign in a pair producer": {
    flow: `<template>{ {{: «request/get/a|$request/get/a» }} }</template>`,
    code: "FLOW2055",
  },
  "a forgotten $body": {
    flow: `<template>{ "id": {{ «json/id|$body/json/id» }} }</template>`,
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
  "a date without quotes": {
    flow: `<template>{ "since": {{ «2026-11-22|'2026-11-22'» }} }</template>`,
    code: "FLOW2063",
  },
  "a date in a comparison": {
    flow: `<if test="$request/get/day = «2026-11-22|'2026-11-22'»"><set-status code="201"/></if>`,
    code: "FLOW2063",
  },
  "a date among dates": {
    flow: `<error if="«$request/get/day > '2026-11-22'|translate($request/get/day, '-', '') > 20261122»" status="400"/>`,
    code: "FLOW2050",
  },
  "a number with a comma": {
    flow: `<error if="$request/get/limit > «1,000|1000»" status="400"/>`,
    code: "FLOW2001",
  },
  "a number with an exponent": {
    flow: `<error if="$request/get/limit > «1e3|1000»" status="400"/>`,
    code: "FLOW2001",
  },
  // Functions.
  "contains with swapped arguments": {
    flow: `<if test="«contains('json', $request/headers/accept)|contains($request/headers/accept, 'json')»"><set-status code="201"/></if>`,
    code: "FLOW2061",
  },
  "starts-with with swapped arguments": {
    flow: `<if test="«starts-with('/api/v2', $request/path)|starts-with($request/path, '/api/v2')»"><set-status code="201"/></if>`,
    code: "FLOW2061",
  },
  "substring-after with swapped arguments": {
    flow: `<template>{ "id": {{ «substring-after(':', $request/get/id)|substring-after($request/get/id, ':')» }} }</template>`,
    code: "FLOW2061",
  },
  "matches with swapped arguments": `<error if="«not(matches('^[0-9]+$', $request/get/id))|not(matches($request/get/id, '^[0-9]+$'))»" status="400"/>`,
  "substring from 0": {
    flow: `<template>{ "short": {{ substring($request/get/name, «0|1», 3) }} }</template>`,
    code: "FLOW2062",
  },
  "the item at 0": {
    flow: `<template>{ "first": {{ $body/json/items/value[«0|1»]/id }} }</template>`,
    code: "FLOW2053",
  },
  "concat of one text": {
    flow: `<template>{ "a": {{ «concat($request/get/a)|string($request/get/a)» }} }</template>`,
    code: "FLOW2067",
  },
  "count of a text": {
    flow: `<eval out="$a">string($request/get/a)</eval><if test="«count($a)|string-length($a)» > 3"><set-status code="201"/></if>`,
    code: "FLOW2007",
  },
  "length() of SQL": {
    flow: `<if test="«length|string-length»($request/get/a) > 3"><set-status code="201"/></if>`,
    code: "FLOW2003",
  },
  // Nodes and booleans.
  "a node compared with true()": {
    flow: `<if test="$request/get/debug = «true()|'true'»"><set-status code="201"/></if>`,
    code: "FLOW2069",
  },
  "a member compared with false()": {
    flow: `<error if="$body/json/active = «false()|'false'»" status="403"/>`,
    code: "FLOW2069",
  },
  "a boolean of an upstream response as a condition": {
    flow: `<request content="users">{ "url": "https://example.com/" }</request><if test="«$upstream/users/cacheHit|$upstream/users/cacheHit = 'true'»"><set-status code="203"/></if>`,
    code: "FLOW2054",
  },
  "an attribute of JSON": {
    flow: `<template>{ "id": {{ $body/json/order/«@id|id» }} }</template>`,
    code: "FLOW2075",
  },
  "an attribute of the request": {
    flow: `<if test="$request/«@method|method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2075",
  },
  "a predicate with an attribute of JSON": {
    flow: `<template>{ "id": {{ $body/json/rows/value[«@id|id» = 3]/name }} }</template>`,
    code: "FLOW2075",
  },
  "$body without json": `<template>{ "id": {{ $body/«id|json/id» }} }</template>`,
  "the path of JSONPath": {
    flow: `<template>{ "id": {{ $body/json/rows«[*]|/value»/id }} }</template>`,
    code: "FLOW2076",
  },
  // Loops.
  "a loop over items that are objects": {
    flow: `<template out="$l">{ "rows": [ { "id": 1 }, { "id": 2 } ] }</template><template>[ {{loop «$l/rows/value|$l/rows»}} {{ id }} {{end}} ]</template>`,
    code: "FLOW2068",
  },
  "a loop over an object": {
    flow: `<template out="$l">{ "a": 1, "b": 2 }</template><template>[ {{loop «$l|array($l/*)»}} {{.}} {{end}} ]</template>`,
    code: "FLOW2068",
  },
  "a loop over the parameters of the query": {
    flow: `<template>[ {{loop «$request/get/*|array($request/get/*)»}} {{.}} {{end}} ]</template>`,
    code: "FLOW2068",
  },
};
