/** Flows as teams write them, of which the build says nothing. */
import { findings } from "../support/findings.js";

const fine = { finds: "nothing" } as const;

findings("Ordinary flows: conditions", {
  "a role that decides": `<eval out="$role">$request/headers/x-role</eval>
<if test="$role = 'admin'"><template>1</template></if><elseif test="$role = 'user' or $role = 'guest'"><template>2</template></elseif><elseif test="not($role)"><error status="401">"who"</error></elseif><else><error status="403">"no"</error></else>`,
  "a status that is asked twice": `<request content="a">{ "url": "https://api.example.com/a" }</request>
<if test="$upstream/a/status = 200"><log>{ "ok": true }</log></if>
<if test="$upstream/a/status = 200"><template>{ "a": {{ content("a")/json/x }} }</template></if><else><template>{}</template></else>`,
  "one condition of two actions": `<if test="$request/get/a = 'x'"><log>{ "a": 1 }</log></if>
<if test="$request/get/a = 'x'"><template>1</template></if><else><template>2</template></else>`,
  "two of many types": `<if test="$body/json/items/value/type = 'a'"><if test="$body/json/items/value/type = 'b'"><template>"both"</template></if><else><template>"a"</template></else></if><else><template>"none"</template></else>`,
  "some of many tags": `<if test="$body/json/tags/value != 'a'"><if test="$body/json/tags/value = 'a'"><template>"mixed"</template></if><else><template>"no a"</template></else></if><else><template>1</template></else>`,
  "a range of numbers": `<if test="$request/get/n > 5"><if test="$request/get/n &lt; 10"><template>1</template></if><else><template>2</template></else></if><elseif test="$request/get/n = 5"><template>3</template></elseif><else><template>4</template></else>`,
  "a range with its limit": `<if test="$request/get/n >= 5"><if test="$request/get/n = 5"><template>1</template></if><elseif test="$request/get/n > 5"><template>5</template></elseif><else><template>2</template></else></if><else><template>4</template></else>`,
  "parts of a path": `<if test="contains($request/path, '/v1/')"><template>1</template></if><elseif test="starts-with($request/path, '/api')"><template>2</template></elseif><else><template>3</template></else>`,
  "a text in both cases": `<if test="$request/get/a = 'X' or $request/get/a = 'x'"><template>1</template></if><else><template>3</template></else>`,
  "a media type with and without parameters": `<if test="$request/headers/content-type = 'application/json' or starts-with($request/headers/content-type, 'application/json;')"><template>1</template></if><else><template>3</template></else>`,
  "a local variable that decides": `<template>{ {{$x := $request/get/a}} {{if $x = 'a'}} "a": 1, {{elseif $x = 'b'}} "b": 2, {{end}} "c": {{ $x ?? "" }} }</template>`,
  "a local variable that is set anew": `<template>{ {{$n := 1}} {{if $request/get/a}} {{$n := 2}} {{end}} {{if $n = 2}} "two": true {{else}} "two": false {{end}} }</template>`,
  "positions in a loop": `<template in="$body">[ {{loop rows}} { "first": {{ position() = 1 }}, "last": {{ position() = last() }}, "even": {{ position() mod 2 = 0 }} } {{end}} ]</template>`,
  "numbers of items": `<if test="count($body/json/rows/value) = 0"><template>[]</template></if><elseif test="count($body/json/rows/value) > 100"><error status="413">"too many"</error></elseif><else><template>1</template></else>`,
  "the length of a text": `<if test="string-length($body/json/name) > 0 and string-length($body/json/name) &lt;= 100"><template>1</template></if><else><error status="400">"name"</error></else>`,
  "a flag that a branch sets": `<eval out="$ok">false()</eval>
<if test="$request/headers/x-key = $env/KEY"><eval out="$ok">true()</eval></if>
<if test="$ok"><template>1</template></if><else><error status="403">"no"</error></else>`,
  "a text that a condition replaces": `<eval out="$mode">'live'</eval>
<eval out="$mode" if="$request/get/test">'test'</eval>
<if test="$mode = 'test'"><template>1</template></if><else><template>2</template></else>`,
  "a flag that a sub-flow sets": {
    flow: `<eval out="$ok">false()</eval>
<sub-flow src="check.xml"/>
<if test="$ok"><template>1</template></if><else><error status="403">"no"</error></else>`,
    ...fine,
    options: {
      files: {
        "check.xml": `<flow><if test="$request/headers/x-key = $env/KEY"><eval out="$ok">true()</eval></if></flow>`,
      },
    },
  },
  "settings of the init flow": {
    flow: `<if test="$stage = 'dev'"><log>{ "debug": true }</log></if>
<if test="$limit > 10"><template>1</template></if><else><template>2</template></else>`,
    ...fine,
    options: { init: `<eval out="$stage">string($env/STAGE)</eval><eval out="$limit">100</eval>` },
  },
  "a constant of the init flow": {
    flow: `<if test="$version = 'v2'"><template>1</template></if><else><template>2</template></else>`,
    ...fine,
    options: { init: `<eval out="$version">'v1'</eval>` },
  },
  "a table of constants": `<template out="$prices">{ "basic": 10, "pro": 20 }</template>
<if test="$prices/*[name() = $request/get/plan]"><template>{ "p": {{ $prices/*[name() = $request/get/plan] }} }</template></if><else><error status="400">"plan"</error></else>`,
  "an error flow for each status": {
    flow: `<error if="not($request/get/a)" status="400">"a"</error><template>1</template>`,
    ...fine,
    options: {
      error: `<if test="$error/status = 404"><template>{ "e": "none" }</template></if><elseif test="$error/code = 3204 or $error/code = 3201"><template>{ "e": {{ $error/info }} }</template></elseif><elseif test="$error/status >= 500"><template>{ "e": "broken" }</template></elseif><else><template>{ "e": {{ $error/message }} }</template></else>`,
    },
  },
  "switches of the environment": `<if test="$env/FEATURE_X = 'true' or $env/FEATURE_X = '1'"><template>1</template></if><elseif test="$env/STAGE != 'prod'"><template>2</template></elseif><else><template>3</template></else>`,
  "the role of the server": `<if test="$server/role = 'dev'"><template>1</template></if><else><template>2</template></else>`,
  "a preflight request": `<if test="$request/method = 'OPTIONS'"><set-response-headers>{ "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, POST" }</set-response-headers><echo/></if><else><template>1</template></else>`,
  "HEAD without a body": `<if test="$request/method = 'HEAD'"><set-status code="204"/></if><else><template>1</template></else>`,
  "a cookie that is deleted": `<if test="$request/cookies/session and $request/cookies/session != 'deleted'"><template>1</template></if><else><error status="401">"s"</error></else>`,
  "a parameter of the query or of a form": `<eval out="$q">concat($request/get/q, $request/post/q)</eval><if test="$q = ''"><error status="400">"q"</error></if><template>{ "q": {{ $q }} }</template>`,
  "cacheHit in a template": `<request>{ "url": "https://api.example.com/a", "options": { "use-http-cache": true } }</request><set-response-headers>{ "X-Cache": {{if $upstream/main/cacheHit = 'true'}} "hit" {{else}} "miss" {{end}} }</set-response-headers><template>{ "a": {{ a }} }</template>`,
  "cacheHit as condition": `<request>{ "url": "https://api.example.com/a", "options": { "use-http-cache": true } }</request><if test="$upstream/main/cacheHit = 'false'"><log>{ "fresh": true }</log></if><template>{ "a": {{ a }} }</template>`,
  "a flow that calls itself three times": {
    flow: `<eval out="$i">0</eval><sub-flow src="try.xml"/><template>{ "i": {{ $i }} }</template>`,
    ...fine,
    options: {
      files: {
        "try.xml": `<flow><eval out="$i">$i + 1</eval><request>{ "url": "https://api.example.com/a" }</request><if test="$upstream/main/status != 200 and $i &lt; 3"><sub-flow src="try.xml"/></if></flow>`,
      },
    },
  },
  "items that decide": `<template in="$body">{ "l": [ {{loop rows}} {{if . = 'a'}} 1 {{elseif . = 'b'}} 2 {{else}} 3 {{end}} {{end}} ] }</template>`,
  "a number that may be 0": `<request>{ "url": "https://api.example.com/a" }</request><if test="count = 0"><template>0</template></if><elseif test="count > 0"><template>1</template></elseif><else><template>2</template></else>`,
});
