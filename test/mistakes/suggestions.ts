import type { Mistake, Mistakes } from "./support.js";

const url = `"url": "https://shop.example/orders"`;

/** A value of a template. */
const value = (expression: string): string => `<template>{ "a": {{ ${expression} }} }</template>`;

const description = (top: string, operation = ""): string => `swagger: "2.0"
${top}
paths:
  /orders:
    get:
      x-flow: orders.xml
${operation}
`;

/** Misspelt names, and names of other languages, for which the build has to say what is meant. */
export const suggestions: Mistakes = {
  // Actions
  "a condition of else": {
    flow: `<if test="$body"><log>{ "a": 1 }</log></if><«else if|elseif test»="$request/get/a"><log>{ "b": 1 }</log></«else|elseif»>`,
    says: /<elseif test="…">/,
  },
  ...Object.fromEntries(
    ["xflow", "x_flow", "X-Flow", "flow"].map((name): [string, Mistake] => [
      `${name} in an operation`,
      {
        files: {
          "swagger.yaml": `swagger: "2.0"\npaths:\n  /orders:\n    get:\n      «${name}|x-flow»: orders.xml\n`,
          "orders.xml": "<flow/>",
        },
        says: /x-flow/,
      },
    ]),
  ),
  elsif: {
    flow: `<if test="$body"><log>{ "a": 1 }</log></if><«elsif|elseif» test="$request/get/a"><log>{ "b": 1 }</log></«elsif|elseif»>`,
    says: /<elseif>/,
  },
  "choose of XSLT": {
    flow: `<«choose|if»«| test="$body"»><set-status code="201"/></«choose|if»>`,
    says: /<if/,
  },
  "variable of XSLT": {
    flow: `<«variable|eval» «name="a"|out="$a"»>1</«variable|eval»>${value("«|$»a")}`,
    says: /<eval/,
  },
  "for-each of XSLT": {
    flow: `<«for-each|template»>[{{loop $body/json/a}}{{ . }}{{end}}]</«for-each|template»>`,
    says: /\{\{loop/,
  },
  redirect: { flow: `<«redirect|set-status» code="302"/>`, says: /set-response-headers/ },
  "an action of a namespace": {
    flow: `<«flow:eval|eval» out="$a">1</«flow:eval|eval»>${value("$a")}`,
    says: /<eval>/,
  },

  // Attributes
  "swapped letters of out": { flow: `<eval «otu|out»="$a">1</eval>`, says: /out/ },
  "swapped letters of src": {
    files: { "orders.xml": `<flow><template «scr|src»="orders.json"/></flow>`, "orders.json": "1" },
    says: /src/,
  },
  "name for out": { flow: `<eval «name|out»="$a">1</eval>`, says: /\bout\b/ },
  select: { flow: `<eval out="$a" «select="$body"|»>1</eval>`, says: /text|body/ },
  "test on an action": { flow: `<set-status code="201" «test|if»="$body"/>`, says: /\bif\b/ },
  "if on an if": { flow: `<if «if|test»="$body"><set-status code="201"/></if>`, says: /\btest\b/ },
  "a status of set-status": { flow: `<set-status «status|code»="201"/>`, says: /\bcode\b/ },
  "a code of an error": { flow: `<error «code|status»="404"/>`, says: /\bstatus\b/ },
  "a message of an error": {
    flow: `<error status="404" «message="no such order"|»/>`,
    says: /"message"/,
  },
  "an id of a request": {
    flow: `<request «id|content»="users">{ ${url} }</request>`,
    says: /\bcontent\b/,
  },
  "a method in capitals": {
    flow: `<request «METHOD|method»="PUT">{ ${url} }</request>`,
    says: /\bmethod\b/,
  },
  "headers of a request as an attribute": {
    flow: `<request «headers="a"|»>{ ${url} }</request>`,
    says: /"headers"/,
  },
  "a time-out of a request as an attribute": {
    flow: `<request «timeout="5"|»>{ ${url} }</request>`,
    says: /options/,
  },
  "a name and a value of a header": {
    flow: `<set-response-headers «name="X-A" value="1"|»>{ "X-A": "1" }</set-response-headers>`,
    says: /JSON/,
  },
  "a file of a sub-flow": { flow: `<copy «from|in»="$body"/>`, says: /\bin\b/ },
  "a content type of a body": {
    flow: `<request>{ ${url} }</request><pass-body «content-type|mime»="text/csv"/>`,
    says: /\bmime\b/,
  },

  // Elements for JSON
  "the URL of a request as an element": {
    flow: `<request>«<url>https://shop.example/</url>|{ ${url} }»</request>`,
    says: /"url"/,
  },
  "a condition as an element": {
    flow: `<if «|test="$body"»>«!<test>$body</test>|»<set-status code="201"/></if>`,
    says: /test="/,
  },
  "a header field as an element": {
    flow: `<set-response-headers>«<header name="A">1</header>|{ "A": "1" }»</set-response-headers>`,
    says: /JSON/,
  },

  // Functions of XPath 2 and 3
  "lower-case": { flow: value(`«lower-case|tolower»($request/get/a)`), says: /tolower\(/ },
  "string-join": {
    flow: value(`«string-join($body/json/a, ",")|join(",", $body/json/a)»`),
    says: /join\(/,
  },
  tokenize: { flow: value(`count(«tokenize|split»($request/get/a, ","))`), says: /split\(/ },
  exists: { flow: value(`«exists|boolean»($request/get/a)`), says: /boolean\(/ },
  empty: { flow: value(`«empty|not»($request/get/a)`), says: /not\(/ },
  avg: {
    flow: value(`«avg($body/json/a/value)|sum($body/json/a/value) div count($body/json/a/value)»`),
    says: /sum\(.*div count\(/,
  },
  min: { flow: value(`«min|number»($body/json/a/value)`), says: /sort\(/ },
  max: { flow: value(`«max|number»($body/json/a/value)`), says: /sort\(/ },
  abs: { flow: value(`«abs|number»($body/json/a)`), says: /number|\*/ },
  "current-dateTime": { flow: value(`«current-dateTime|unixtime»()`), says: /unixtime\(/ },
  "distinct-values": {
    flow: value(
      `count(«distinct-values($body/json/a)|$body/json/a/value[not(. = preceding-sibling::value)]»)`,
    ),
    says: /preceding-sibling/,
  },
  "encode-for-uri": { flow: value(`«encode-for-uri|urlencode»($request/get/a)`), says: /urlencode\(/ },
  "parse-json": { flow: value(`«parse-json|json-parse»($request/get/a)`), says: /json-parse\(/ },
  serialize: { flow: value(`«serialize|json-stringify»($body/json)`), says: /json-stringify\(/ },
  data: { flow: value(`«data|string»($body/json/a)`), says: /string\(/ },
  "a function with its prefix": { flow: value(`«fn:concat|concat»("a", "b")`), says: /concat\(/ },
  "a conversion of XML Schema": {
    flow: value(`«xs:integer|number»($request/get/a)`),
    says: /number\(/,
  },
  "a text of XML Schema": { flow: value(`«xs:string|string»($request/get/a)`), says: /string\(/ },
  "for as an expression": {
    flow: value(`«for $x in $body/json/a return $x|$body/json/a»`),
    says: /\{\{loop/,
  },
  "some satisfies": {
    flow: `<if test="«some $x in $body/json/a/value satisfies $x = 1|$body/json/a/value = 1»"><set-status code="201"/></if>`,
    says: /\[/,
  },
  lt: { flow: `<if test="$request/get/a «lt|&lt;» 5"><set-status code="201"/></if>`, says: /</ },
  idiv: { flow: value(`«7 idiv 2|floor(7 div 2)»`), says: /floor\(/ },
  "a range": { flow: value(`count(«1 to 5|$body/json/a/value»)`), says: /loop|range/ },

  // Functions of other languages
  toLowerCase: { flow: value(`«toLowerCase|tolower»($request/get/a)`), says: /tolower\(/ },
  size: { flow: value(`«size|count»($body/json/a/value)`), says: /count\(/ },
  len: { flow: value(`«len|string-length»($request/get/a)`), says: /string-length\(/ },
  substr: { flow: value(`«substr|substring»($request/get/a, 2)`), says: /substring\(/ },
  indexOf: { flow: value(`«indexOf|contains»($request/get/a, "b")`), says: /contains\(/ },
  startsWith: { flow: value(`«startsWith|starts-with»($request/get/a, "b")`), says: /starts-with\(/ },
  includes: { flow: value(`«includes|contains»($request/get/a, "b")`), says: /contains\(/ },
  parseInt: { flow: value(`«parseInt|number»($request/get/a)`), says: /number\(/ },
  toString: { flow: value(`«toString|string»($body/json/a)`), says: /string\(/ },
  encodeURIComponent: {
    flow: value(`«encodeURIComponent|urlencode»($request/get/a)`),
    says: /urlencode\(/,
  },
  now: { flow: value(`«now|unixtime»()`), says: /unixtime\(/ },
  isNaN: {
    flow: value(`«isNaN($request/get/a)|not(number($request/get/a) = number($request/get/a))»`),
    says: /number\(/,
  },
  coalesce: { flow: value(`«coalesce($request/get/a, "b")|$request/get/a ?? "b"»`), says: /\?\?/ },
  typeof: {
    flow: value(`«typeof|string»($body/json/a)`),
    says: /typeof/,
  },
  "a swapped letter of a function": {
    flow: value(`«cuont|count»($body/json/a/value)`),
    says: /count\(/,
  },
  "a short function": { flow: value(`«nto|not»($request/get/a)`), says: /not\(/ },
  "trim of Java": { flow: value(`«strip|trim»($request/get/a)`), says: /trim\(/ },
  "format-number of XSLT": {
    flow: value(`«format-number($body/json/a, "0.00")|round($body/json/a * 100) div 100»`),
    says: /round\(/,
  },
  null: {
    flow: `<if test="$body/json/a = «null()|''»"><set-status code="201"/></if>`,
    says: /not\(|boolean\(/,
  },

  // Operators
  "a dot before a member": {
    flow: value(`$body/json«.user.name|/user/name»`),
    says: /\//,
  },
  in: { flow: `<if test="$request/get/a «in|=» ('b')"><set-status code="201"/></if>`, says: /= / },

  // Template commands
  "swapped letters of loop": {
    flow: `<template>[{{«lopo|loop» $body/json/a}}{{ . }}{{end}}]</template>`,
    says: /\{\{loop\}\}/,
  },
  foreach: {
    flow: `<template>[{{«foreach|loop» $body/json/a}}{{ . }}{{end}}]</template>`,
    says: /\{\{loop/,
  },
  "each with #": {
    flow: `<template>[{{«#each|loop» $body/json/a}}{{ . }}{{«/each|end»}}]</template>`,
    says: /\{\{loop/,
  },
  "if with #": {
    flow: `<template>[{{«#if|if» $body/json/a}}1{{«/if|end»}}]</template>`,
    says: /\{\{if/,
  },
  elif: {
    flow: `<template>[{{if $body/json/a}}1{{«elif|elseif» $body/json/b}}2{{end}}]</template>`,
    says: /\{\{elseif/,
  },
  "swapped letters of end": {
    flow: `<template>[{{if $body/json/a}}1{{«edn|end»}}]</template>`,
    says: /\{\{end\}\}/,
  },
  "a dollar before the braces": {
    flow: `<template>{ "a": «\${ $body/json/a }|{{ $body/json/a }}» }</template>`,
    says: /\{\{/,
  },

  // Properties in the wrong place
  "timeout beside url": {
    flow: `<request>{ ${url}, «"timeout": 5|"options": { "timeout": 5 }» }</request>`,
    says: /options/,
  },
  "exit-on-error beside url": {
    flow: `<request>{ ${url}, «"exit-on-error": true|"options": { "exit-on-error": true }» }</request>`,
    says: /options/,
  },
  "method in options": {
    flow: `<request>{ ${url}, «!|»"options": { «"method": "PUT"|"timeout": 5» } }</request>`.replace(
      "«!|»",
      "",
    ),
    says: /beside/,
  },
  "headers in options": {
    flow: `<request>{ ${url}, "options": { «"headers": { "A": "b" }|"timeout": 5» } }</request>`,
    says: /beside/,
  },
  "a content type beside url": {
    flow: `<request>{ ${url}, «"Content-Type": "a/b"|"headers": { "Content-Type": "a/b" }» }</request>`,
    says: /headers/,
  },
  "mime beside body": {
    flow: `<request>{ ${url}, "body": { "value": "x" }, «"mime": "a/b"|"method": "PUT"» }</request>`,
    says: /body/,
  },
  "data for body": {
    flow: `<request>{ ${url}, «"data": { "a": 1 }|"body": { "value": { "a": 1 } }» }</request>`,
    says: /\bbody\b/,
  },
  "params for query": {
    flow: `<request>{ ${url}, "«params|query»": { "a": 1 } }</request>`,
    says: /\bquery\b/,
  },
  "auth beside url": {
    flow: `<request>{ ${url}, «"auth": "a:b"|"options": { "basic-auth-credentials": "a:b" }» }</request>`,
    says: /basic-auth-credentials/,
  },
  retries: `<request>{ ${url}, "options": { «"retries": 3, |»"timeout": 5 } }</request>`,
  "an option in camel case": {
    flow: `<request>{ ${url}, "options": { "«followRedirects|follow-redirects»": true } }</request>`,
    says: /follow-redirects/,
  },
  "verify of TLS": {
    flow: `<request>{ ${url}, "options": { "«ignore-certificate-error|ignore-certificate-errors»": true } }</request>`,
    says: /ignore-certificate-errors/,
  },

  // The API description
  "swapped letters of x-flow": {
    files: { "swagger.yaml": description("basePath: /api\n«x-flwo-init|x-flow-init»: orders.xml") },
    says: /x-flow-init/,
  },
  "a method with swapped letters": {
    files: { "swagger.yaml": description("basePath: /api", "    «psot|post»:\n      x-flow: orders.xml") },
    says: /post/,
  },
  "one response": {
    files: {
      "swagger.yaml": description(
        "basePath: /api",
        "      «response|responses»: { 200: { description: all } }",
      ),
    },
    says: /responses/,
  },
};
