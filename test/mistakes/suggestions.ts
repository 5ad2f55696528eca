import type { Mistake } from "./support.js";

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
export const suggestions: readonly Mistake[] = [
  // Actions
  {
    name: "swapped letters of eval",
    flow: `<«evla|eval» out="$a">1</«evla|eval»>${value("$a")}`,
    says: /<eval>/,
  },
  { name: "swapped letters of log", flow: `<«lgo|log»>{ "a": 1 }</«lgo|log»>`, says: /<log>/ },
  {
    name: "swapped letters of if",
    flow: `<«fi|if» test="$body"><set-status code="201"/></«fi|if»>`,
    says: /<if>/,
  },
  {
    name: "swapped letters of copy",
    flow: `<«cpoy|copy» in="$body" out="$a"/>${value("$a")}`,
    says: /<copy>/,
  },
  { name: "a missing letter of echo", flow: `<«eco|echo»>a</«eco|echo»>`, says: /<echo>/ },
  {
    name: "swapped letters of request",
    flow: `<«reqeust|request»>{ ${url} }</«reqeust|request»>`,
    says: /<request>/,
  },
  {
    name: "a hyphen too few",
    files: { "orders.xml": `<flow><«subflow|sub-flow» src="sub.xml"/></flow>`, "sub.xml": "<flow/>" },
    says: /<sub-flow>/,
  },
  {
    name: "else-if",
    flow: `<if test="$body"><log>{ "a": 1 }</log></if><«else-if|elseif» test="$request/get/a"><log>{ "b": 1 }</log></«else-if|elseif»>`,
    says: /<elseif>/,
  },
  {
    name: "a condition of else",
    flow: `<if test="$body"><log>{ "a": 1 }</log></if><«else if|elseif test»="$request/get/a"><log>{ "b": 1 }</log></«else|elseif»>`,
    says: /<elseif test="…">/,
  },
  {
    name: "a variable without $",
    flow: `<eval out="«total|$total»">1</eval>${value("$total")}`,
    says: /\$total/,
  },
  ...["xflow", "x_flow", "X-Flow", "flow"].map((name) => ({
    name: `${name} in an operation`,
    files: {
      "swagger.yaml": `swagger: "2.0"\npaths:\n  /orders:\n    get:\n      «${name}|x-flow»: orders.xml\n`,
      "orders.xml": "<flow/>",
    },
    says: /x-flow/,
  })),
  {
    name: "elsif",
    flow: `<if test="$body"><log>{ "a": 1 }</log></if><«elsif|elseif» test="$request/get/a"><log>{ "b": 1 }</log></«elsif|elseif»>`,
    says: /<elseif>/,
  },
  {
    name: "choose of XSLT",
    flow: `<«choose|if»«| test="$body"»><set-status code="201"/></«choose|if»>`,
    says: /<if/,
  },
  {
    name: "variable of XSLT",
    flow: `<«variable|eval» «name="a"|out="$a"»>1</«variable|eval»>${value("«|$»a")}`,
    says: /<eval/,
  },
  { name: "set", flow: `<«set|eval» out="$a">1</«set|eval»>${value("$a")}`, says: /<eval/ },
  { name: "throw", flow: `<«throw|error» status="400"/>`, says: /<error/ },
  {
    name: "for-each of XSLT",
    flow: `<«for-each|template»>[{{loop $body/json/a}}{{ . }}{{end}}]</«for-each|template»>`,
    says: /\{\{loop/,
  },
  { name: "include", flow: `<«include|copy» in="$body"/>`, says: /<sub-flow/ },
  { name: "redirect", flow: `<«redirect|set-status» code="302"/>`, says: /set-response-headers/ },
  {
    name: "an action of a namespace",
    flow: `<«flow:eval|eval» out="$a">1</«flow:eval|eval»>${value("$a")}`,
    says: /<eval>/,
  },
  { name: "an action in capitals", flow: `<«Template|template»>1</«Template|template»>`, says: /<template>/ },

  // Attributes
  { name: "swapped letters of out", flow: `<eval «otu|out»="$a">1</eval>`, says: /out/ },
  {
    name: "swapped letters of src",
    files: { "orders.xml": `<flow><template «scr|src»="orders.json"/></flow>`, "orders.json": "1" },
    says: /src/,
  },
  { name: "name for out", flow: `<eval «name|out»="$a">1</eval>`, says: /\bout\b/ },
  { name: "select", flow: `<eval out="$a" «select="$body"|»>1</eval>`, says: /text|body/ },
  { name: "test on an action", flow: `<set-status code="201" «test|if»="$body"/>`, says: /\bif\b/ },
  { name: "if on an if", flow: `<if «if|test»="$body"><set-status code="201"/></if>`, says: /\btest\b/ },
  { name: "a status of set-status", flow: `<set-status «status|code»="201"/>`, says: /\bcode\b/ },
  { name: "a code of an error", flow: `<error «code|status»="404"/>`, says: /\bstatus\b/ },
  {
    name: "a message of an error",
    flow: `<error status="404" «message="no such order"|»/>`,
    says: /"message"/,
  },
  {
    name: "an id of a request",
    flow: `<request «id|content»="users">{ ${url} }</request>`,
    says: /\bcontent\b/,
  },
  {
    name: "a method in capitals",
    flow: `<request «METHOD|method»="PUT">{ ${url} }</request>`,
    says: /\bmethod\b/,
  },
  {
    name: "headers of a request as an attribute",
    flow: `<request «headers="a"|»>{ ${url} }</request>`,
    says: /"headers"/,
  },
  {
    name: "a time-out of a request as an attribute",
    flow: `<request «timeout="5"|»>{ ${url} }</request>`,
    says: /options/,
  },
  {
    name: "a name and a value of a header",
    flow: `<set-response-headers «name="X-A" value="1"|»>{ "X-A": "1" }</set-response-headers>`,
    says: /JSON/,
  },
  { name: "a file of a sub-flow", flow: `<copy «from|in»="$body"/>`, says: /\bin\b/ },
  {
    name: "a content type of a body",
    flow: `<request>{ ${url} }</request><pass-body «content-type|mime»="text/csv"/>`,
    says: /\bmime\b/,
  },

  // Elements for JSON
  {
    name: "the URL of a request as an element",
    flow: `<request>«<url>https://shop.example/</url>|{ ${url} }»</request>`,
    says: /"url"/,
  },
  {
    name: "the message of an error as an element",
    flow: `<error>«<message>no</message>|{ "message": "no" }»</error>`,
    says: /"message"/,
  },
  {
    name: "a condition as an element",
    flow: `<if «|test="$body"»>«!<test>$body</test>|»<set-status code="201"/></if>`,
    says: /test="/,
  },
  {
    name: "a header field as an element",
    flow: `<set-response-headers>«<header name="A">1</header>|{ "A": "1" }»</set-response-headers>`,
    says: /JSON/,
  },
  {
    name: "a loop in a flow",
    flow: `<«loop|if test="$body"»><log>{ "a": 1 }</log></«loop|if»>`,
    says: /\{\{loop/,
  },

  // Functions of XPath 2 and 3
  { name: "lower-case", flow: value(`«lower-case|tolower»($request/get/a)`), says: /tolower\(/ },
  { name: "upper-case", flow: value(`«upper-case|toupper»($request/get/a)`), says: /toupper\(/ },
  {
    name: "string-join",
    flow: value(`«string-join($body/json/a, ",")|join(",", $body/json/a)»`),
    says: /join\(/,
  },
  { name: "tokenize", flow: value(`count(«tokenize|split»($request/get/a, ","))`), says: /split\(/ },
  { name: "exists", flow: value(`«exists|boolean»($request/get/a)`), says: /boolean\(/ },
  { name: "empty", flow: value(`«empty|not»($request/get/a)`), says: /not\(/ },
  {
    name: "avg",
    flow: value(`«avg($body/json/a/value)|sum($body/json/a/value) div count($body/json/a/value)»`),
    says: /sum\(.*div count\(/,
  },
  { name: "min", flow: value(`«min|number»($body/json/a/value)`), says: /sort\(/ },
  { name: "max", flow: value(`«max|number»($body/json/a/value)`), says: /sort\(/ },
  { name: "abs", flow: value(`«abs|number»($body/json/a)`), says: /number|\*/ },
  { name: "current-dateTime", flow: value(`«current-dateTime|unixtime»()`), says: /unixtime\(/ },
  { name: "current-date", flow: value(`«current-date|unixtime»()`), says: /unixtime\(/ },
  {
    name: "distinct-values",
    flow: value(
      `count(«distinct-values($body/json/a)|$body/json/a/value[not(. = preceding-sibling::value)]»)`,
    ),
    says: /preceding-sibling/,
  },
  { name: "encode-for-uri", flow: value(`«encode-for-uri|urlencode»($request/get/a)`), says: /urlencode\(/ },
  { name: "parse-json", flow: value(`«parse-json|json-parse»($request/get/a)`), says: /json-parse\(/ },
  { name: "serialize", flow: value(`«serialize|json-stringify»($body/json)`), says: /json-stringify\(/ },
  { name: "data", flow: value(`«data|string»($body/json/a)`), says: /string\(/ },
  { name: "a function with its prefix", flow: value(`«fn:concat|concat»("a", "b")`), says: /concat\(/ },
  {
    name: "a conversion of XML Schema",
    flow: value(`«xs:integer|number»($request/get/a)`),
    says: /number\(/,
  },
  { name: "a text of XML Schema", flow: value(`«xs:string|string»($request/get/a)`), says: /string\(/ },
  {
    name: "if as an expression",
    flow: value(`«if ($request/get/a) then 1 else 2|number($request/get/a)»`),
    says: /\{\{if/,
  },
  {
    name: "for as an expression",
    flow: value(`«for $x in $body/json/a return $x|$body/json/a»`),
    says: /\{\{loop/,
  },
  {
    name: "some satisfies",
    flow: `<if test="«some $x in $body/json/a/value satisfies $x = 1|$body/json/a/value = 1»"><set-status code="201"/></if>`,
    says: /\[/,
  },
  { name: "eq", flow: `<if test="$request/get/a «eq|=» 'b'"><set-status code="201"/></if>`, says: /=/ },
  { name: "lt", flow: `<if test="$request/get/a «lt|&lt;» 5"><set-status code="201"/></if>`, says: /</ },
  { name: "idiv", flow: value(`«7 idiv 2|floor(7 div 2)»`), says: /floor\(/ },
  {
    name: "a concatenation of XPath 3",
    flow: value(`$request/get/a «¦¦¦|»`).replace("«¦¦¦|»", `«|| "b"¦!= "b"»`),
    says: /concat\(/,
  },
  { name: "a range", flow: value(`count(«1 to 5|$body/json/a/value»)`), says: /loop|range/ },

  // Functions of other languages
  { name: "toLowerCase", flow: value(`«toLowerCase|tolower»($request/get/a)`), says: /tolower\(/ },
  {
    name: "toUpperCase as a method",
    flow: value(`«$request/get/a.toUpperCase()|toupper($request/get/a)»`),
    says: /parentheses/,
  },
  { name: "length", flow: value(`«length|string-length»($request/get/a)`), says: /string-length\(.*count\(/ },
  { name: "size", flow: value(`«size|count»($body/json/a/value)`), says: /count\(/ },
  { name: "len", flow: value(`«len|string-length»($request/get/a)`), says: /string-length\(/ },
  { name: "substr", flow: value(`«substr|substring»($request/get/a, 2)`), says: /substring\(/ },
  { name: "indexOf", flow: value(`«indexOf|contains»($request/get/a, "b")`), says: /contains\(/ },
  { name: "startsWith", flow: value(`«startsWith|starts-with»($request/get/a, "b")`), says: /starts-with\(/ },
  { name: "includes", flow: value(`«includes|contains»($request/get/a, "b")`), says: /contains\(/ },
  { name: "parseInt", flow: value(`«parseInt|number»($request/get/a)`), says: /number\(/ },
  { name: "toString", flow: value(`«toString|string»($body/json/a)`), says: /string\(/ },
  {
    name: "encodeURIComponent",
    flow: value(`«encodeURIComponent|urlencode»($request/get/a)`),
    says: /urlencode\(/,
  },
  { name: "JSON.parse", flow: value(`«JSON.parse|json-parse»($request/get/a)`), says: /json-parse\(/ },
  { name: "now", flow: value(`«now|unixtime»()`), says: /unixtime\(/ },
  {
    name: "isNaN",
    flow: value(`«isNaN($request/get/a)|not(number($request/get/a) = number($request/get/a))»`),
    says: /number\(/,
  },
  { name: "coalesce", flow: value(`«coalesce($request/get/a, "b")|$request/get/a ?? "b"»`), says: /\?\?/ },
  {
    name: "typeof",
    flow: value(`«typeof|string»($body/json/a)`),
    says: /typeof/,
  },
  {
    name: "a swapped letter of a function",
    flow: value(`«cuont|count»($body/json/a/value)`),
    says: /count\(/,
  },
  { name: "a short function", flow: value(`«nto|not»($request/get/a)`), says: /not\(/ },
  { name: "trim of Java", flow: value(`«strip|trim»($request/get/a)`), says: /trim\(/ },
  {
    name: "format-number of XSLT",
    flow: value(`«format-number($body/json/a, "0.00")|round($body/json/a * 100) div 100»`),
    says: /round\(/,
  },
  {
    name: "null",
    flow: `<if test="$body/json/a = «null()|''»"><set-status code="201"/></if>`,
    says: /not\(|boolean\(/,
  },

  // Operators
  { name: "a question mark", flow: value(`«$request/get/a ? 1 : 2|$request/get/a»`), says: /\{\{if/ },
  { name: "a dot for a slash", flow: value(`$request«.|/»method`), says: /\// },
  {
    name: "a dot before a member",
    flow: value(`$body/json«.user.name|/user/name»`),
    says: /\//,
  },
  {
    name: "an ampersand twice",
    flow: `<if test="$body «&amp;&amp;|and» $request/get/a"><set-status code="201"/></if>`,
    says: /and/,
  },
  {
    name: "AND in capitals",
    flow: `<if test="$body «AND|and» $request/get/a"><set-status code="201"/></if>`,
    says: /\band\b/,
  },
  {
    name: "not without parentheses",
    flow: `<if test="«not $body|not($body)»"><set-status code="201"/></if>`,
    says: /not\(/,
  },
  {
    name: "an exclamation mark",
    flow: `<if test="«!!$body|not($body)»"><set-status code="201"/></if>`,
    says: /not\(/,
  },
  {
    name: "three equals signs",
    flow: `<if test="$request/get/a «===|=» 'b'"><set-status code="201"/></if>`,
    says: /single =/,
  },
  {
    name: "not equal of SQL",
    flow: `<if test="$request/get/a «&lt;>|!=» 'b'"><set-status code="201"/></if>`,
    says: /!=/,
  },
  { name: "in", flow: `<if test="$request/get/a «in|=» ('b')"><set-status code="201"/></if>`, says: /= / },
  { name: "a percent sign", flow: value(`7 «%|mod» 2`), says: /mod/ },
  { name: "a template literal", flow: value(`«\`a\${$x}\`|concat('a', $body/json/x)»`), says: /concat\(/ },

  // Template commands
  {
    name: "swapped letters of loop",
    flow: `<template>[{{«lopo|loop» $body/json/a}}{{ . }}{{end}}]</template>`,
    says: /\{\{loop\}\}/,
  },
  {
    name: "foreach",
    flow: `<template>[{{«foreach|loop» $body/json/a}}{{ . }}{{end}}]</template>`,
    says: /\{\{loop/,
  },
  {
    name: "each with #",
    flow: `<template>[{{«#each|loop» $body/json/a}}{{ . }}{{«/each|end»}}]</template>`,
    says: /\{\{loop/,
  },
  {
    name: "if with #",
    flow: `<template>[{{«#if|if» $body/json/a}}1{{«/if|end»}}]</template>`,
    says: /\{\{if/,
  },
  { name: "endif", flow: `<template>[{{if $body/json/a}}1{{«endif|end»}}]</template>`, says: /\{\{end\}\}/ },
  {
    name: "elif",
    flow: `<template>[{{if $body/json/a}}1{{«elif|elseif» $body/json/b}}2{{end}}]</template>`,
    says: /\{\{elseif/,
  },
  {
    name: "swapped letters of end",
    flow: `<template>[{{if $body/json/a}}1{{«edn|end»}}]</template>`,
    says: /\{\{end\}\}/,
  },
  {
    name: "a placeholder without blanks",
    flow: `<template>{ "a": {{«|" "»$body/json/a}} }</template>`.replace(`«|" "»`, "«|  »"),
    says: /space/,
  },
  {
    name: "a dollar before the braces",
    flow: `<template>{ "a": «\${ $body/json/a }|{{ $body/json/a }}» }</template>`,
    says: /\{\{/,
  },

  // Properties in the wrong place
  {
    name: "timeout beside url",
    flow: `<request>{ ${url}, «"timeout": 5|"options": { "timeout": 5 }» }</request>`,
    says: /options/,
  },
  {
    name: "exit-on-error beside url",
    flow: `<request>{ ${url}, «"exit-on-error": true|"options": { "exit-on-error": true }» }</request>`,
    says: /options/,
  },
  {
    name: "definition beside origin",
    flow: `<proxy-request>{ "origin": "https://shop.example", «"timeout": 3|"options": { "timeout": 3 }» }</proxy-request>`,
    says: /options/,
  },
  {
    name: "method in options",
    flow: `<request>{ ${url}, «!|»"options": { «"method": "PUT"|"timeout": 5» } }</request>`.replace(
      "«!|»",
      "",
    ),
    says: /beside/,
  },
  {
    name: "headers in options",
    flow: `<request>{ ${url}, "options": { «"headers": { "A": "b" }|"timeout": 5» } }</request>`,
    says: /beside/,
  },
  {
    name: "a content type beside url",
    flow: `<request>{ ${url}, «"Content-Type": "a/b"|"headers": { "Content-Type": "a/b" }» }</request>`,
    says: /headers/,
  },
  {
    name: "mime beside body",
    flow: `<request>{ ${url}, "body": { "value": "x" }, «"mime": "a/b"|"method": "PUT"» }</request>`,
    says: /body/,
  },
  {
    name: "uri for url",
    flow: `<request>{ «"uri": "https://shop.example/"|${url}» }</request>`,
    says: /\burl\b/,
  },
  {
    name: "data for body",
    flow: `<request>{ ${url}, «"data": { "a": 1 }|"body": { "value": { "a": 1 } }» }</request>`,
    says: /\bbody\b/,
  },
  {
    name: "params for query",
    flow: `<request>{ ${url}, "«params|query»": { "a": 1 } }</request>`,
    says: /\bquery\b/,
  },
  {
    name: "header for headers",
    flow: `<request>{ ${url}, "«header|headers»": { "A": "1" } }</request>`,
    says: /\bheaders\b/,
  },
  {
    name: "auth beside url",
    flow: `<request>{ ${url}, «"auth": "a:b"|"options": { "basic-auth-credentials": "a:b" }» }</request>`,
    says: /basic-auth-credentials/,
  },
  { name: "retries", flow: `<request>{ ${url}, "options": { «"retries": 3, |»"timeout": 5 } }</request>` },
  {
    name: "an option in camel case",
    flow: `<request>{ ${url}, "options": { "«followRedirects|follow-redirects»": true } }</request>`,
    says: /follow-redirects/,
  },
  {
    name: "verify of TLS",
    flow: `<request>{ ${url}, "options": { "«ignore-certificate-error|ignore-certificate-errors»": true } }</request>`,
    says: /ignore-certificate-errors/,
  },

  // The API description
  {
    name: "swapped letters of x-flow",
    files: { "swagger.yaml": description("basePath: /api\n«x-flwo-init|x-flow-init»: orders.xml") },
    says: /x-flow-init/,
  },
  {
    name: "a method with swapped letters",
    files: { "swagger.yaml": description("basePath: /api", "    «psot|post»:\n      x-flow: orders.xml") },
    says: /post/,
  },
  {
    name: "base path in lower case",
    files: { "swagger.yaml": description("«basepath|basePath»: /api") },
    says: /basePath/,
  },
  {
    name: "the ID of an operation in capitals",
    files: { "swagger.yaml": description("basePath: /api", "      «operationID|operationId»: orders") },
    says: /operationId/,
  },
  {
    name: "one response",
    files: {
      "swagger.yaml": description(
        "basePath: /api",
        "      «response|responses»: { 200: { description: all } }",
      ),
    },
    says: /responses/,
  },
];
