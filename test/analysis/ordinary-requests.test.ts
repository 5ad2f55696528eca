/** Flows as teams write them, of which the build says nothing. */
import { findings } from "../support/findings.js";

const fine = { finds: "nothing" } as const;

findings("Ordinary flows: requests and expressions", {
  "loops over object members": `<template in="$body">{ "l": [ {{loop rows}} {{ id }} {{end}} ] }</template>`,
  "loop nested": `<request>{ "url": "https://api.example.com/a" }</request>
<template>{ "l": [ {{loop orders}} { "id": {{ id }}, "lines": [ {{loop lines}} {{ sku }} {{end}} ] } {{end}} ] }</template>`,
  "loop over value predicates": `<request>{ "url": "https://api.example.com/a" }</request>
<template>{ "l": [ {{loop array(items/value[price > 10])}} {{ id }} {{end}} ] }</template>`,
  "join()": `<template>{ "q": {{ join(", ", $body/json/tags/value) }}, "r": {{ join(",", array($body/json/tags)) }} }</template>`,
  "loop array of get":
    "<template>{ {{loop array($request/get/*)}} {{ name(.) }}: {{ . }} {{end}} }</template>",
  "parts of a token": `<eval out="$tok">substring-after($request/headers/authorization, 'Bearer ')</eval>
<eval out="$a">substring($tok, 1, 3)</eval>
<eval out="$b">substring($tok, string-length($tok) - 2)</eval>
<template>{ "a": {{ $a }}, "b": {{ $b }} }</template>`,
  "a constant list of methods": `<if test="contains('|GET|HEAD|', concat('|', $request/method, '|'))"><template>1</template></if><else><template>2</template></else>`,
  "a constant list of words": `<if test="contains('json xml', $request/get/format)"><template>1</template></if><else><template>2</template></else>`,
  "a constant list with commas": `<if test="contains(',a,b,c,', concat(',', $request/get/f, ','))"><template>1</template></if><else><template>2</template></else>`,
  translate: `<eval out="$a">translate($request/get/a, 'ABC', 'abc')</eval>
<template>{ "a": {{ $a }} }</template>`,
  "texts with a dollar sign": `<eval out="$price">concat('$', $request/get/amount)</eval>
<eval out="$re">matches($request/get/a, '^[a-z]+$')</eval>
<eval out="$re2">replace($request/get/a, '#(x)#', '$1')</eval>
<eval out="$t">'US$ 5'</eval>
<template>{ "p": {{ $price }}, "r": {{ $re }}, "s": {{ $re2 }}, "t": {{ $t }} }</template>`,
  "members that begin with a dollar sign": `<request>{ "url": "https://api.example.com/a", "method": "POST", "body": { "value": { "$set": { "a": 1 }, "filter": "$name eq 'x'" } } }</request>
<template>{ "a": {{ a }} }</template>`,
  "odata url": `<request>{ "url": "https://api.example.com/odata/Orders?$filter=Id eq 5&amp;$top=10" }</request>
<template>{ "a": {{ a }} }</template>`,
  "odata query": `<request>{ "url": "https://api.example.com/odata/Orders", "query": { "$filter": "Id eq 5", "$top": 10, "$select": "a,b" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "escaped braces in a URL": `<request>{ "url": "https://api.example.com/rest?fields=%7Bid%7D" }</request>
<template>{ "a": {{ a }} }</template>`,
  "braces of GraphQL in a URL": `<request>{ "url": "https://api.example.com/graphql?query={users{id,name}}" }</request>
<template>{ "a": {{ a }} }</template>`,
  "graphql body": `<request>{ "url": "https://api.example.com/graphql", "body": { "value": { "query": "query($id: ID!) { user(id: $id) { name } }", "variables": { "id": {{ $request/get/id }} } } } }</request>
<template>{ "a": {{ data/user/name }} }</template>`,
  "delete with body": `<request>{ "url": "https://api.example.com/a", "method": "DELETE", "body": { "value": { "id": 1 } } }</request>
<template>{ "a": {{ a }} }</template>`,
  "get no body, content-type header": `<request>{ "url": "https://api.example.com/a", "method": "GET", "headers": { "Content-Type": "application/json", "Accept": "application/json" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "remove header": `<request>{ "url": "https://api.example.com/a", "headers": { "User-Agent": "", "X-Remove": null, "Accept-Encoding": "identity" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "proxy headers": `<proxy-request>{ "origin": "https://api.example.com", "headers": { "Connection": null, "Content-Length": "", "X-A": {{ $request/headers/x-a }}, "Authorization": {{ concat("Basic ", base64-encode($env/CREDS)) }} } }</proxy-request>`,
  timeouts: `<request>{ "url": "https://api.example.com/a", "options": { "timeout": 60, "connect-timeout": 5, "time-to-first-byte-timeout": 30 } }</request>
<template>{ "a": {{ a }} }</template>`,
  "timeouts equal": `<request>{ "url": "https://api.example.com/a", "options": { "timeout": 5, "connect-timeout": 5 } }</request>
<template>{ "a": {{ a }} }</template>`,
  "timeouts fraction": `<request>{ "url": "https://api.example.com/a", "options": { "timeout": 0.5, "connect-timeout": 0.2 } }</request>
<template>{ "a": {{ a }} }</template>`,
  "body from variable": `<template out="$payload">{ "a": 1 }</template>
<request>{ "url": "https://api.example.com/a", "method": "POST", "body": { "value": {{ $payload }}, "mime": "application/json" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "empty post": `<request>{ "url": "https://api.example.com/a", "method": "POST", "body": { "value": "" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "empty post mime": `<request>{ "url": "https://api.example.com/a", "method": "POST", "body": { "value": "", "mime": "application/json" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "custom method": `<request>{ "url": "https://api.example.com/a", "method": "PURGE" }</request>
<template>{ "a": {{ a }} }</template>`,
  "methods webdav": `<request>{ "url": "https://api.example.com/a", "method": "PROPFIND" }</request>
<template>{ "a": {{ a }} }</template>`,
  "lower method": `<request>{ "url": "https://api.example.com/a", "method": "post", "body": { "value": "a", "mime": "text/plain" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "error custom props": `<error status="400">{ "message": "m", "errors": [ { "field": "a" } ], "codes": [1], "details": "x", "infos": "a", "state": "x" }</error>`,
  "log fields": `<log>{ "user": { "id": 5 }, "level": "info", "types": "x", "message": "hello", "duration": 5, "host": "h" }</log>
<template>1</template>`,
  "post body urlencoded": `<request>{ "url": "https://api.example.com/a", "post": { "a": 1, "b": {{ $request/post/b }} } }</request>
<template>{ "a": {{ a }} }</template>`,
  credentials: `<request>{ "url": "https://api.example.com/a", "options": { "basic-auth-credentials": "user:" } }</request>
<template>{ "a": {{ a }} }</template>`,
  "credentials env": `<request>{ "url": "https://api.example.com/a", "options": { "basic-auth-credentials": {{ concat($env/USER, ":", $env/PASSWORD) }} } }</request>
<template>{ "a": {{ a }} }</template>`,
  "same member under if": `<template>{ {{if $request/get/a}} "x": 1 {{else}} "x": 2 {{end}} }</template>`,
  "default member then override by pairs": `<template>{ "x": 1, {{: $body/json/x }} "y": 2 }</template>`,
  "?? chain": `<template>{ "x": {{ $request/get/a ?? $request/post/a ?? "none" }}, "y": {{ number($request/get/n) ?? 0 }} }</template>`,
  "?? number": `<template>{ "x": {{ $request/get/a ?? 5 }}, "z": {{ count($body/json/a/value) }} }</template>`,
  "concat one with nodes": `<template>{ "x": {{ concat($request/get/a, '') }} }</template>`,
  "boolean comparisons": `<if test="boolean($request/get/a) = true()"><template>1</template></if><else><template>{ "f": false }</template></else>`,
  "json boolean": `<request>{ "url": "https://api.example.com/a" }</request>
<if test="active = 'true' and enabled = 'true' and not(deleted = 'true')"><template>1</template></if><else><template>2</template></else>`,
  "json null": `<request>{ "url": "https://api.example.com/a" }</request>
<if test="name/@null or not(name)"><template>1</template></if><else><template>{ "t": {{ boolean(name/@string) }}, "a": {{ count(items[@array]/value) }} }</template></else>`,
  "element named true": `<request>{ "url": "https://api.example.com/a" }</request>
<template>{ "a": {{ item[@type = 'x']/name }}, "b": {{ flags/null }} }</template>`,
  "xml upstream": `<request>{ "url": "https://api.example.com/a.xml" }</request>
<eval out="$doc">xml-parse(body())</eval>
<template>{ "a": {{ $doc/root/item[@id = '5']/name }}, "all": [ {{loop array($doc/root/item)}} {{ @id }} {{end}} ], "any": {{ boolean($doc/root/item[*]) }} }</template>`,
  "content is xml": `<request>{ "url": "https://api.example.com/a.xml" }</request>
<template>{ "a": {{ /root/item/@id }}, "t": {{ /rss/channel/title }} }</template>`,
  "xpath axes": `<request>{ "url": "https://api.example.com/a" }</request>
<template>{ "a": {{ .//price[not(. > ../../price)] }}, "b": {{ items/value[last()]/id }}, "c": {{ items/value[position() = 1]/id }}, "d": {{ sum(items/value/price) }}, "e": {{ name(items/value/*[1]) }} }</template>`,
  dates: `<eval out="$since">'2020-01-01'</eval>
<eval out="$year">2020 - 1</eval>
<eval out="$sec">unixtime() - 3600 - 60</eval>
<template>{ "a": {{ $since }}, "b": {{ $year }}, "c": {{ $sec }} }</template>`,
  arithmetic: `<eval out="$total">$body/json/price * $body/json/count + 5</eval>
<eval out="$x">'5' + $request/get/n</eval>
<template>{ "a": {{ $total }}, "x": {{ $x }} }</template>`,
  "same text comparison of variables": `<if test="$body/json/password = $body/json/password2"><template>1</template></if><else><error status="400">"differ"</error></else>`,
  "nodes that differ among each other": `<if test="$body/json/items/value != $body/json/items/value"><error status="400">"not all are equal"</error></if><template>1</template>`,
  "two of many": `<if test="$body/json/tags/value = 'a' and $body/json/tags/value = 'b'"><template>1</template></if><else><template>2</template></else>`,
  "two parameters, then one": `<if test="$request/get/a = '1' and $request/get/b = '1'"><template>1</template></if><elseif test="$request/get/a = '1'"><template>2</template></elseif><else><template>3</template></else>`,
  "nested narrowing": `<if test="$request/get/a"><if test="$request/get/a = 'x'"><template>1</template></if><else><template>2</template></else></if><else><template>3</template></else>`,
  "variable reassigned between": `<eval out="$a">$request/get/a</eval>
<if test="$a = 'x'"><eval out="$a">'y'</eval></if>
<if test="$a = 'x'"><template>1</template></if><else><template>2</template></else>`,
  "upstream twice same id": {
    flow: `<request content="a">{ "url": "https://api.example.com/a" }</request>
<if test="$upstream/a/status = 401"><sub-flow src="login.xml"/><request content="a">{ "url": "https://api.example.com/a" }</request></if>
<if test="$upstream/a/status = 401"><error status="401">"no"</error></if>
<template>{ "a": {{ content("a")/json/x }} }</template>`,
    ...fine,
    options: {
      files: {
        "login.xml": `<flow><request content="login">{ "url": "https://api.example.com/login", "method": "POST" }</request></flow>`,
      },
    },
  },
  retry: `<request>{ "url": "https://api.example.com/a" }</request>
<if test="$upstream/main/status = 503"><request>{ "url": "https://b.example.com/a" }</request></if>
<if test="$upstream/main/status = 503"><error status="503">"down"</error></if>
<template>{ "a": {{ x }} }</template>`,
  "a dump for debugging": `<dump if="$request/get/debug = 'upstream'" in="$request"/>
<template>{ "d": {{ boolean($request/get/debug) }} }</template>`,
});
