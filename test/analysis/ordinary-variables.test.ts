/** Flows as teams write them, of which the build says nothing. */
import { findings } from "../support/findings.js";

const fine = { finds: "nothing" } as const;

findings("Ordinary flows: variables and names", {
  "a switch in the init flow": {
    flow: `<if test="$maintenance"><error status="503">"Back soon"</error></if>
<template>{ "ok": true }</template>`,
    ...fine,
    options: { init: `<eval out="$maintenance">false()</eval>` },
  },
  "a switch in a template": `<template out="$config">{ "debug": false, "version": "v1" }</template>
<if test="$config/debug = 'true'"><log>{ "a": 1 }</log></if>
<template>{ "v": {{ $config/version }} }</template>`,
  "settings as JSON": {
    flow: `<if test="$cfg/cache = 'true'"><set-response-headers>{ "Cache-Control": "max-age=60" }</set-response-headers></if>
<template>{ "v": {{ $cfg/limits/max }} }</template>`,
    ...fine,
    options: {
      init: `<template out="$cfg">{ "cache": true, "limits": { "max": 100 }, "stage": {{ $env/FLOW_STAGE ?? "dev" }} }</template>`,
    },
  },
  "a default that is replaced": `<eval out="$page">1</eval>
<if test="$request/get/page"><eval out="$page">number($request/get/page)</eval></if>
<if test="$page > 10"><error status="400">"too far"</error></if>
<template>{ "p": {{ $page }} }</template>`,
  "a default text": `<eval out="$sort">'asc'</eval>
<if test="$request/get/sort = 'desc'"><eval out="$sort">'desc'</eval></if>
<if test="$sort = 'asc'"><template>{ "a": 1 }</template></if>
<else><template>{ "a": 2 }</template></else>`,
  "each method": `<if test="$request/method = 'GET'"><template>1</template></if>
<elseif test="$request/method = 'POST' or $request/method = 'PUT'"><template>2</template></elseif>
<else><error status="405">"no"</error></else>`,
  "a method in lower case": `<if test="tolower($request/method) = 'get'"><template>1</template></if><else><template>2</template></else>`,
  "neither missing nor empty": `<if test="not($request/get/q) or $request/get/q = ''"><error status="400">"q is missing"</error></if>
<template>{ "q": {{ $request/get/q }} }</template>`,
  "there and not empty": `<if test="$request/get/q and $request/get/q != ''"><template>{ "q": {{ $request/get/q }} }</template></if>
<else><template>{ "q": null }</template></else>`,
  "two ranges": `<eval out="$n">number($request/get/n)</eval>
<if test="$n &lt; 1 or $n > 100"><error status="400">"range"</error></if>
<elseif test="$n > 50"><template>2</template></elseif>
<else><template>3</template></else>`,
  "NaN as a text": `<if test="string(number($request/get/n)) = 'NaN'"><error status="400">"n"</error></if>
<template>1</template>`,
  "a number compared with itself": `<eval out="$n">number($request/get/n)</eval>
<if test="$n != $n"><error status="400">"n"</error></if>
<template>{ "n": {{ $n }} }</template>`,
  "request then paths": `<request>{ "url": "https://api.example.com/a" }</request>
<if test="items/value[1]/name"><template>{ "n": {{ items/value[1]/name }} }</template></if>
<else><template>{}</template></else>`,
  "a path behind a sub-flow": {
    flow: `<sub-flow src="load.xml"/>
<template>{ "n": {{ items/value[1]/name }} }</template>`,
    ...fine,
    options: {
      files: { "load.xml": `<flow><request>{ "url": "https://api.example.com/a" }</request></flow>` },
    },
  },
  "a path in a sub-flow": {
    flow: `<request>{ "url": "https://api.example.com/a" }</request>
<sub-flow src="show.xml"/>`,
    ...fine,
    options: {
      files: { "show.xml": `<flow><template>{ "n": {{ items/value[1]/name }} }</template></flow>` },
    },
  },
  "a sub-flow behind a file or a request": {
    flow: `<if test="$request/get/mock"><copy in="mock.json"/></if>
<else><request>{ "url": "https://api.example.com/a" }</request></else>
<sub-flow src="show.xml"/>`,
    ...fine,
    options: {
      files: {
        "mock.json": `{ "items": [] }`,
        "show.xml": `<flow><template>{ "n": {{ items/value[1]/name }} }</template></flow>`,
      },
    },
  },
  "a path behind a copy": {
    flow: `<copy if="$request/get/mock" in="mock.json"/>
<template>{ "n": {{ name ?? "none" }} }</template>`,
    ...fine,
    options: { files: { "mock.json": `{ "name": "a" }` } },
  },
  "template writes main, next reads": `<template>{ "a": [1, 2] }</template>
<template>{ "n": {{ count(a/value) }} }</template>`,
  "eval then echo": `<eval out="$x">concat('a', $request/get/b)</eval>
<echo>{$x}</echo>`,
  "error flow uses main content": {
    flow: `<error status="400">"x"</error>`,
    ...fine,
    options: {
      error: `<template>{ "error": {{ $error/message }}, "code": {{ $error/code }}, "id": {{ $request/id }} }</template>`,
    },
  },
  "error flow reads content of request": {
    flow: `<request>{ "url": "https://api.example.com/a", "options": { "exit-on-error": true } }</request>
<template>{ "n": {{ name }} }</template>`,
    ...fine,
    options: {
      error: `<template>{ "error": {{ $error/message }}, "up": {{ $upstream/main/status }}, "detail": {{ message ?? null }} }</template>`,
    },
  },
  "a variable in the error flow": {
    flow: `<eval out="$user">$request/headers/x-user</eval>
<request>{ "url": "https://api.example.com/a", "options": { "exit-on-error": true } }</request>
<template>{ "n": {{ $user }} }</template>`,
    ...fine,
    options: {
      error: `<log>{ "user": {{ $user }} }</log><template>{ "error": {{ $error/message }} }</template>`,
    },
  },
  "a default in a template": `<if test="$request/headers/x-lang"><eval out="$lang">$request/headers/x-lang</eval></if>
<template>{ "l": {{ $lang ?? "en" }} }</template>`,
  "a variable that is asked for": `<if test="$request/headers/x-lang"><eval out="$lang">$request/headers/x-lang</eval></if>
<if test="$lang"><template>{ "l": {{ $lang }} }</template></if>
<else><template>{}</template></else>`,
  "a variable by two conditions": `<eval out="$lang" if="$request/get/lang">$request/get/lang</eval>
<eval out="$lang" if="not($request/get/lang)">'en'</eval>
<template>{ "l": {{ $lang }} }</template>`,
  "a variable or an error": `<if test="$request/get/a"><eval out="$v">1</eval></if>
<else><error status="400">"a"</error></else>
<template>{ "l": {{ $v }} }</template>`,
  "a variable in each branch": `<if test="$request/get/a = '1'"><eval out="$v">1</eval></if>
<elseif test="$request/get/a = '2'"><eval out="$v">2</eval></elseif>
<else><eval out="$v">3</eval></else>
<template>{ "l": {{ $v }} }</template>`,
  "a variable under one condition twice": `<if test="$request/get/a"><eval out="$v">1</eval></if>
<template>{ {{if $request/get/a}} "l": {{ $v }} {{end}} }</template>`,
  "optional upstream": `<if test="$request/get/full"><request content="details">{ "url": "https://api.example.com/d" }</request></if>
<template>{ "d": {{ content("details")/json ?? null }}, "s": {{ $upstream/details/status ?? null }} }</template>`,
  "requests with conditions": `<requests>{ "a": { "url": "https://api.example.com/a" }{{if $request/get/b}}, "b": { "url": "https://api.example.com/b" }{{end}} }</requests>
<template>{ "a": {{ content("a")/json/x }}, "b": {{ content("b")/json/x }} }</template>`,
  "status checks": `<request>{ "url": "https://api.example.com/a" }</request>
<if test="$upstream/main/status = 404"><error status="404">"none"</error></if>
<elseif test="$upstream/main/status >= 500"><error status="502">"bad"</error></elseif>
<elseif test="$upstream/main/status != 200"><error status="502">"odd"</error></elseif>
<template>{ "a": {{ x }} }</template>`,
  "status as text": `<request>{ "url": "https://api.example.com/a" }</request>
<if test="$upstream/main/status = '404'"><error status="404">"none"</error></if>
<if test="starts-with($upstream/main/status, '5')"><error status="502">"bad"</error></if>
<template>{ "a": {{ x }} }</template>`,
  "contains header": `<if test="contains($request/headers/accept, 'application/json')"><template>1</template></if><else><echo mime="text/plain">1</echo></else>`,
  "media types": `<request>{ "url": "https://api.example.com/a", "headers": { "Accept": "application/vnd.github.v3+json, text/html;q=0.9, */*;q=0.1", "Content-Type": "application/json;charset=utf-8" }, "body": { "value": "{}", "mime": "application/x-foo" } }</request>
<dump mime="application/pdf"/>`,
  "a variable without which the flow ends": `<if test="$request/get/a"><eval out="$x">1</eval></if>
<if test="not($x)"><error status="400">"a is missing"</error></if>
<template>{ "x": {{ $x }} }</template>`,
  "a variable behind the other way of the same question": `<if test="$request/get/a"><eval out="$x">1</eval></if>
<if test="not($request/get/a)"><template>{ "x": 0 }</template></if>
<else><template>{ "x": {{ $x }} }</template></else>`,
});
