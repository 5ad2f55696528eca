import type { Mistake } from "./support.js";

/** What authors write who know other languages better than XPath. */
export const xpathBeginners: readonly Mistake[] = [
  // Operators and forms of other languages: the build refuses them, and says what to write.
  {
    name: "two equals signs",
    flow: `<if test="$request/method «==|=» 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  {
    name: "three equals signs",
    flow: `<if test="$request/method «===|=» 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  {
    name: "two ampersands",
    flow: `<error if="$request/get/a «&amp;&amp;|and» $request/get/b" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "two bars",
    flow: `<error if="not($request/get/a) «||¦or» not($request/get/b)" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "one bar between conditions",
    flow: `<error if="«$request/get/a = 1 | $request/get/b = 1¦$request/get/a = 1 or $request/get/b = 1»" status="400"/>`,
    code: "FLOW2007",
  },
  {
    name: "an exclamation mark",
    flow: `<error if="«!!$request/get/token|not($request/get/token)»" status="401"/>`,
    code: "FLOW2001",
  },
  {
    name: "not without parentheses",
    flow: `<error if="not «$request/get/token|($request/get/token)»" status="401"/>`,
    code: "FLOW2001",
  },
  {
    name: "AND in capital letters",
    flow: `<error if="$request/get/a «AND|and» $request/get/b" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "OR in a template",
    flow: `<template>{ "a": {{if $request/get/a «OR|or» $request/get/b}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "eq of XPath 2",
    flow: `<error if="$request/get/a «eq|=» 'x'" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "ne of a shell",
    flow: `<error if="$request/get/a «ne|!=» 'x'" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "gt of XPath 2",
    flow: `<error if="$request/get/limit «gt|&gt;» 100" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "the inequality of SQL",
    flow: `<error if="$request/get/a «&lt;>|!=» 'x'" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "a slash that shall divide a number",
    flow: `<template>{ "a": {{ «$request/get/a / 2|$request/get/a div 2» }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a percent sign",
    flow: `<template>{ "odd": {{ position() «%|mod» 2 }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "the conditional operator",
    flow: `<template>{ "a": {{«$request/get/a ? 1 : 2|if $request/get/a}} 1 {{else}} 2 {{end»}} }</template>`,
  },
  {
    name: "the conditional operator in an eval",
    flow: `<eval out="$limit">«number($request/get/limit) > 0 ? 5 : 10|number($request/get/limit)»</eval><template>{{ $limit }}</template>`,
    code: "FLOW2001",
  },
  {
    name: "if in an expression",
    flow: `<eval out="$a">«if ($request/get/a) then 1 else 2|number(boolean($request/get/a))»</eval><template>{{ $a }}</template>`,
    code: "FLOW2001",
  },
  {
    name: "braces in an if attribute",
    flow: `<error if="«{{ $request/get/a }}|$request/get/a»" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "single braces in a test",
    flow: `<if test="«{$request/get/a}|$request/get/a»"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
  {
    name: "braces in an eval",
    flow: `<eval out="$a">«{{ $request/get/a }}|$request/get/a»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a quote in a text, doubled",
    flow: `<eval out="$a">«'it''s'|"it's"»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a quote in a text, with a backslash",
    flow: `<eval out="$a">«'it\\'s'|"it's"»</eval><template>{ "a": {{ $a }} }</template>`,
  },
  {
    name: "two texts side by side",
    flow: `<eval out="$a">«'Hello ' $request/get/name|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a backtick",
    flow: '<eval out="$a">«`Hello`|\'Hello\'»</eval><template>{ "a": {{ $a }} }</template>',
    code: "FLOW2001",
  },
  {
    name: "a method call on a text",
    flow: `<eval out="$a">«$request/get/name.toUpperCase()|toupper($request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a member with a dot",
    flow: `<eval out="$a">$request«.get.name|/get/name»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a name in quotes in brackets",
    flow: `<eval out="$a">$request/headers«['accept']|/accept»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2057",
  },
  {
    name: "an XPath 2 sequence",
    flow: `<error if="$request/method = («'GET', 'HEAD'|'GET'»)" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "two question marks in an eval",
    flow: `<eval out="$a">$request/get/a «?? 'x'|»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "an assignment",
    flow: `<eval out="$a">«$a := 1|1»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  // Joining texts.
  {
    name: "plus between texts",
    flow: `<eval out="$a">«"Hello " + $request/get/name|concat("Hello ", $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "plus in a placeholder",
    flow: `<template>{ "path": {{ «$request/path + "/x"|concat($request/path, "/x")» }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "plus in a longer chain",
    flow: `<template>{ "name": {{ «$body/json/first + ' ' + $body/json/last|concat($body/json/first, ' ', $body/json/last)» }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "plus in a URL",
    flow: `<request>{ "url": {{ «$env/USERS + "/users"|concat($env/USERS, "/users")» }} }</request>`,
    code: "FLOW2056",
  },
  {
    name: "plus with a text that a variable holds",
    flow: `<eval out="$hello">'Hello '</eval><template>{ "a": {{ «$hello + $request/get/name|concat($hello, $request/get/name)» }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "plus with a joined text",
    flow: `<template>{ "a": {{ «concat('a: ', $request/get/a) + 1|concat('a: ', $request/get/a, 1)» }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "minus before a text",
    flow: `<template>{ "a": {{ «-'abc'|'-abc'» }} }</template>`,
    code: "FLOW2056",
  },
  {
    name: "a variable in a text",
    flow: `<eval out="$name">string($request/get/name)</eval><template>{ "a": {{ «'Hello $name'|concat('Hello ', $name)» }} }</template>`,
    code: "FLOW2064",
  },
  {
    name: "a variable in quotes",
    flow: `<eval out="$name">string($request/get/name)</eval><error if="$request/get/user != «'$name'|$name»" status="403"/>`,
    code: "FLOW2064",
  },
  {
    name: "braces in a text",
    flow: `<eval out="$a">«'Hello {{ $request/get/name }}'|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2064",
  },
  {
    name: "a template string",
    flow: `<eval out="$a">«'Hello \${$request/get/name}'|concat('Hello ', $request/get/name)»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2064",
  },
  // Bare words.
  {
    name: "a method without quotes",
    flow: `<if test="$request/method = «GET|'GET'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "a method without quotes, behind a request",
    flow: `<request>{ "url": "https://example.com/" }</request><if test="$request/method = «HEAD|'HEAD'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "true without parentheses",
    flow: `<eval out="$a">$request/get/a = 1</eval><if test="$a = «true|true()»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "true beside JSON",
    flow: `<if test="$body/json/active = «true|'true'»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "false beside JSON",
    flow: `<error if="$body/json/active = «false|'false'»" status="403"/>`,
    code: "FLOW2055",
  },
  {
    name: "true in a variable",
    flow: `<eval out="$found">«true|true()»</eval><template>{ "found": {{ $found }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "false in a placeholder behind a request",
    flow: `<request>{ "url": "https://example.com/" }</request><template>{ "found": {{ «false|false()» }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "not null",
    flow: `<if test="$body/json/name «!!= null|»"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "null in a template",
    flow: `<template in="$body">{ "a": {{if «name = null|not(name)»}} 1 {{else}} 2 {{end}} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "undefined",
    flow: `<error if="«$request/get/id = undefined|not($request/get/id)»" status="400"/>`,
    code: "FLOW2055",
  },
  {
    name: "a text without quotes",
    flow: `<eval out="$a">«hello|'hello'»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "an argument without quotes",
    flow: `<if test="contains($request/headers/accept, «json|'json'»)"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "a separator without quotes",
    flow: `<template>[ {{loop array(split($request/get/list, «x|'x'»))}} {{.}} {{end}} ]</template>`,
    code: "FLOW2055",
  },
  {
    name: "a text of two words without quotes",
    flow: `<eval out="$a">«hello world|'hello world'»</eval><template>{ "a": {{ $a }} }</template>`,
    code: "FLOW2001",
  },
  {
    name: "a forgotten dollar sign",
    flow: `<eval out="$limit">number($request/get/limit)</eval><error if="«limit|$limit» > 100" status="400"/>`,
    code: "FLOW2055",
  },
  {
    name: "a forgotten dollar sign of the request",
    flow: `<if test="«request/method|$request/method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  {
    name: "a forgotten dollar sign in a template",
    flow: `<template>{ "path": {{ «request/path|$request/path» }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "a forgotten dollar sign in a pair producer",
    flow: `<template>{ {{: «request/get/a|$request/get/a» }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "a forgotten $body",
    flow: `<template>{ "id": {{ «json/id|$body/json/id» }} }</template>`,
    code: "FLOW2055",
  },
  {
    name: "a path of the body without in",
    flow: `<template>{ "items": [ {{loop «items|$body/json/items»}} {{ id }} {{end}} ] }</template>`,
    code: "FLOW2055",
  },
  {
    name: "a member that the template's variable has, without the variable",
    flow: `<template out="$config">{ "stage": "prod" }</template><if test="«stage|$config/stage» = 'prod'"><set-status code="201"/></if>`,
    code: "FLOW2055",
  },
  // Dates and numbers.
  {
    name: "a date without quotes",
    flow: `<template>{ "since": {{ «2026-11-22|'2026-11-22'» }} }</template>`,
    code: "FLOW2063",
  },
  {
    name: "a date in a comparison",
    flow: `<if test="$request/get/day = «2026-11-22|'2026-11-22'»"><set-status code="201"/></if>`,
    code: "FLOW2063",
  },
  {
    name: "a date among dates",
    flow: `<error if="«$request/get/day > '2026-11-22'|translate($request/get/day, '-', '') > 20261122»" status="400"/>`,
    code: "FLOW2050",
  },
  {
    name: "a number with a comma",
    flow: `<error if="$request/get/limit > «1,000|1000»" status="400"/>`,
    code: "FLOW2001",
  },
  {
    name: "a number with an exponent",
    flow: `<error if="$request/get/limit > «1e3|1000»" status="400"/>`,
    code: "FLOW2001",
  },
  // Functions.
  {
    name: "contains with swapped arguments",
    flow: `<if test="«contains('json', $request/headers/accept)|contains($request/headers/accept, 'json')»"><set-status code="201"/></if>`,
    code: "FLOW2061",
  },
  {
    name: "starts-with with swapped arguments",
    flow: `<if test="«starts-with('/api/v2', $request/path)|starts-with($request/path, '/api/v2')»"><set-status code="201"/></if>`,
    code: "FLOW2061",
  },
  {
    name: "substring-after with swapped arguments",
    flow: `<template>{ "id": {{ «substring-after(':', $request/get/id)|substring-after($request/get/id, ':')» }} }</template>`,
    code: "FLOW2061",
  },
  {
    name: "matches with swapped arguments",
    flow: `<error if="«not(matches('^[0-9]+$', $request/get/id))|not(matches($request/get/id, '^[0-9]+$'))»" status="400"/>`,
  },
  {
    name: "substring from 0",
    flow: `<template>{ "short": {{ substring($request/get/name, «0|1», 3) }} }</template>`,
    code: "FLOW2062",
  },
  {
    name: "the item at 0",
    flow: `<template>{ "first": {{ $body/json/items/value[«0|1»]/id }} }</template>`,
    code: "FLOW2053",
  },
  {
    name: "concat of one text",
    flow: `<template>{ "a": {{ «concat($request/get/a)|string($request/get/a)» }} }</template>`,
    code: "FLOW2067",
  },
  {
    name: "count of a text",
    flow: `<eval out="$a">string($request/get/a)</eval><if test="«count($a)|string-length($a)» > 3"><set-status code="201"/></if>`,
    code: "FLOW2007",
  },
  {
    name: "length() of SQL",
    flow: `<if test="«length|string-length»($request/get/a) > 3"><set-status code="201"/></if>`,
    code: "FLOW2003",
  },
  // Nodes and booleans.
  {
    name: "a node compared with true()",
    flow: `<if test="$request/get/debug = «true()|'true'»"><set-status code="201"/></if>`,
    code: "FLOW2069",
  },
  {
    name: "a member compared with false()",
    flow: `<error if="$body/json/active = «false()|'false'»" status="403"/>`,
    code: "FLOW2069",
  },
  {
    name: "a boolean of an upstream response as a condition",
    flow: `<request content="users">{ "url": "https://example.com/" }</request><if test="«$upstream/users/cacheHit|$upstream/users/cacheHit = 'true'»"><set-status code="203"/></if>`,
    code: "FLOW2054",
  },
  {
    name: "an attribute of JSON",
    flow: `<template>{ "id": {{ $body/json/order/«@id|id» }} }</template>`,
    code: "FLOW2075",
  },
  {
    name: "an attribute of the request",
    flow: `<if test="$request/«@method|method» = 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2075",
  },
  {
    name: "a predicate with an attribute of JSON",
    flow: `<template>{ "id": {{ $body/json/rows/value[«@id|id» = 3]/name }} }</template>`,
    code: "FLOW2075",
  },
  {
    name: "$body without json",
    flow: `<template>{ "id": {{ $body/«id|json/id» }} }</template>`,
  },
  {
    name: "the path of JSONPath",
    flow: `<template>{ "id": {{ $body/json/rows«[*]|/value»/id }} }</template>`,
    code: "FLOW2076",
  },
  // Loops.
  {
    name: "a loop over items that are objects",
    flow: `<template out="$l">{ "rows": [ { "id": 1 }, { "id": 2 } ] }</template><template>[ {{loop «$l/rows/value|$l/rows»}} {{ id }} {{end}} ]</template>`,
    code: "FLOW2068",
  },
  {
    name: "a loop over an object",
    flow: `<template out="$l">{ "a": 1, "b": 2 }</template><template>[ {{loop «$l|array($l/*)»}} {{.}} {{end}} ]</template>`,
    code: "FLOW2068",
  },
  {
    name: "a loop over the parameters of the query",
    flow: `<template>[ {{loop «$request/get/*|array($request/get/*)»}} {{.}} {{end}} ]</template>`,
    code: "FLOW2068",
  },
];
