import { flowFile } from "../support/samples.js";
import type { Mistakes } from "./support.js";

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;

const when = (test: string): string => `<if test="${test}"><set-status code="201"/></if>`;

const users = `<request content="users">{ "url": "https://users.example/users" }</request>`;

const openApi = (paths: string): string => `swagger: "2.0"\nbasePath: /api\npaths:\n${paths}`;

const withBody = (schema: string): string =>
  openApi(`  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - { name: order, in: body, schema: ${schema} }
`);

/** Expressions, conditions and templates as one writes them who thinks in another language, or in none. */
export const hurriedExpressions: Mistakes = {
  // Functions
  "a text from its place 0": show(`substring($request/id, «0|1», 3)`),
  "a comma left out between arguments": show(`concat("a«" |", »"b")`),
  "decimals of a rounded number": show(`round(«number($request/get/x), 2|number($request/get/x)»)`),
  "a number with a comma": show(`number("12«,|.»5") * 2`),
  "the length of a list by a function of texts": show(`«length|count»($body/json/items/value)`),
  "the length of a list as a member": {
    notFound: "The name of a member may have a dot.",
    flow: show(`«$body/json/items.length|count($body/json/items/value)»`),
  },
  "the time of XPath 2": show(`«current-dateTime|unixtime»()`),
  "the time of other languages": show(`«now|unixtime»()`),
  "a list of texts joined as in XPath 2": show(
    `«string-join($body/json/tags/value, ", ")|join(", ", $body/json/tags/value)»`,
  ),
  "two arguments to translate": show(`translate($request/id, "a"«|, "b"»)`),
  "one argument to contains": when(`contains(«$request/path|$request/path, '/v1'»)`),
  "a pattern with slashes": when(`matches($request/path, '«/^orders$/|^orders$»')`),
  "a pattern that does not end": when(`matches($request/path, '«^(orders|^(orders)»')`),
  "a modifier that there is not": when(`matches($request/path, «!'^a'|'^a'», '«g|i»')`),
  "no delimiters in a pattern": `<regex in="$request/path" out="$path" pattern="«^a|/^a/»" replace=""/><log>{ "short": {{ $path }} }</log>`,
  "a key of a sort that is a path": `<template out="$l">[{ "id": 2 }]</template>${show(`sort($l, «id|"id"»)`)}`,
  "not without parentheses": when(`«not $request/get/x|not($request/get/x)»`),
  "a sum of a list instead of its items": {
    notFound: "What is summed is checked against schemas, not against templates.",
    flow: `<template out="$cart">{ "prices": [1, 2] }</template>${show(`sum($cart/prices«|/value»)`)}`,
  },
  "a digest with capitals": show(`«MD5|md5»($request/id)`),
  "a codec that there is not": show(`apply-codecs($request/id, "«base64|base64-encode»")`),
  "an algorithm of digests with a hyphen": show(`calc-signature("a", $env/KEY, "", "«SHA-265|SHA256»")`),
  // Operators and literals
  "an equals sign too many": when(`$request/get/limit =«=|» 10`),
  "and with ampersands": when(`$request/get/a «&amp;&amp;|and» $request/get/b`),
  "or with bars": when(`$request/get/a = 1 «||¦or» $request/get/b = 1`),
  "a question mark and a colon": show(`«$request/get/a ? 1 : 2|$request/get/a ?? 2»`),
  "an index of JavaScript": `<template out="$l">["a"]</template>${show(`$l/value[«0|1»]`)}`,
  "a dot between members": `<template out="$l">{ "size": { "x": 1 } }</template>${show(`$l«.|/»size/x`)}`,
  "a quotient with a slash": show(`number($request/get/cents) «/ 100|div 100»`),
  "a rest with a percent sign": show(`number($request/get/cents) «%|mod» 100`),
  "a text of typographic quotes": when(`$request/get/x = «‘a’|'a'»`),
  "a sum of a text and a number": `<eval out="$n">3</eval>${show(`«"Orders: " + $n|concat("Orders: ", $n)»`)}`,
  "a list of XPath 2": when(`$request/get/x = «('a', 'b')|'a' or $request/get/x = 'b'»`),
  "one comparison for two values": when(`$request/get/x = 'a' or «'b'|$request/get/x = 'b'»`),
  "an order of texts": when(`$request/get/name «>= 'm'|= 'm'»`),
  "a bare word in a comparison": when(`$request/get/sort = «name|'name'»`),
  "a bare word as a value": `<eval out="$sort">«ascending|"ascending"»</eval><log>{ "sort": {{ $sort }} }</log>`,
  "true as a value": `<eval out="$all">«true|true()»</eval><log>{ "all": {{ $all }} }</log>`,
  "null as a value": {
    notFound: "This is how a variable is emptied.",
    flow: `<eval out="$all">«null|""»</eval><log>{ "all": {{ $all }} }</log>`,
  },
  "undefined in a comparison": when(`«$request/get/x != undefined|$request/get/x»`),
  "a switch that is a text": `<eval out="$debug">«"false"|false()»</eval><debug xpath="$debug"/><if test="«!$debug|$request/get/x»"><set-status code="201"/></if>`,
  "JSON in an eval": `<eval out="$a">«{ "b": 1 }|"b"»</eval><log>{ "a": {{ $a }} }</log>`,
  "a placeholder in an eval": `<eval out="$a">«{{ $request/id }}|$request/id»</eval><log>{ "a": {{ $a }} }</log>`,
  "a variable without its sign in out": `<eval out="«a|$a»">1</eval>`,
  "braces around a condition": when(`«{$request/get/x}|$request/get/x»`),
  "an attribute of XSLT for the expression": `<eval out="$a" «select="1"/>|>1</eval>»<log>{ "a": {{ $a }} }</log>`,
  // Conditions that are decided
  "a status as a text": `${users}${when(`$upstream/users/status = '«OK|200»'`)}`,
  "a status below and above": `${users}${when(`$upstream/users/status «&lt;|&gt;=» 200 and $upstream/users/status «!&gt;|&lt;» 299`)}`,
  "a status that is not this or not that": `${users}${when(`$upstream/users/status != 200 «or $upstream|and $upstream»/users/status != 201`)}`,
  "a status with a digit too few": `${users}${when(`$upstream/users/status = «20|200»`)}`,
  "a method that no path of the flow has": when(`$request/method = '«POST|GET»'`),
  "a method in capitals only at first": when(`$request/method = '«Get|GET»'`),
  "a text in lower case compared with capitals": when(`tolower($request/get/x) = '«ASC|asc»'`),
  "a text of two letters compared with three": when(`substring($request/get/lang, 1, 2) = '«deu|de»'`),
  "a rest that is too large": when(`number($request/get/x) mod 2 = «2|1»`),
  "a number of items below none": when(`count($body/json/items/value) &lt; «0|1»`),
  "a length that is never": when(`string-length($request/get/x) = «-1|0»`),
  "a trimmed text with a space": when(`normalize-space($request/get/x) = '«all |all»'`),
  "the answer of the cache as a text": `${users}${when(`$upstream/users/cacheHit = '«yes|true»'`)}`,
  "a variable whose value is known": {
    notFound: "A constant in a variable is a setting.",
    flow: `<eval out="$stage">"test"</eval>${when(`«$stage = 'prod'|$request/get/stage = 'prod'»`)}<log>{ "stage": {{ $stage }} }</log>`,
  },
  "what the schema excludes": {
    files: {
      "swagger.yaml": withBody(
        `{ type: object, properties: { state: { type: string, enum: [open, done] } } }`,
      ),
      "orders.xml": flowFile(when(`$body/json/state = '«opne|open»'`)),
    },
  },
  "what a path parameter cannot be": {
    files: {
      "swagger.yaml": openApi(`  /orders/{state}:
    get:
      x-flow: orders.xml
      x-flow-validate: { request: true }
      parameters:
        - { name: state, in: path, required: true, type: string, enum: [open, done] }
`),
      "orders.xml": flowFile(when(`$request/params/state = '«closed|done»'`)),
    },
  },
  "more items than the schema allows": {
    notFound: "The limits of numbers are not followed.",
    files: {
      "swagger.yaml": withBody(
        `{ type: object, properties: { size: { type: integer, minimum: 1, maximum: 10 } } }`,
      ).replace(
        "      x-flow: orders.xml",
        "      x-flow: orders.xml\n      x-flow-validate: { request: true }",
      ),
      "orders.xml": flowFile(when(`$body/json/size > «10|5»`)),
    },
  },
  "a number of the body compared with a text": {
    files: {
      "swagger.yaml": withBody(`{ type: object, properties: { size: { type: integer } } }`),
      "orders.xml": flowFile(when(`$body/json/size = '«large|10»'`)),
    },
  },
  "a switch of the body that is only there": {
    files: {
      "swagger.yaml": withBody(`{ type: object, properties: { gift: { type: boolean } } }`),
      "orders.xml": flowFile(when(`$body/json/gift«| = 'true'»`)),
    },
  },
  "a branch that an earlier one has taken": `<if test="$request/get/x > 10"><set-status code="201"/></if><elseif test="$request/get/x > «20|5»"><set-status code="202"/></elseif>`,
  "a test that is repeated inside": `<if test="$request/get/x"><if test="«$request/get/x|$request/get/y»"><set-status code="202"/></if></if>`,
  "the opposite of the test around": `<if test="$request/get/x = 'a'">${when("«$request/get/x|$request/get/y» != 'a' and $request/get/z")}</if>`,
  // Flows
  "an action after an error": `<error «|if="$request/get/x" »status="400"/>\n<«!set-status|set-status» code="201"/>`,
  "an action after an echo": `<echo>hello</echo>\n«<set-status code="201"/>|»`,
  "an action after two branches that end": `<if test="$request/get/x"><return/></if><else>«<error status="404"/>|<log>{ "x": "none" }</log>»</else>\n<«!set-status|set-status» code="201"/>`,
  "an action after a sub-flow that always ends": {
    files: {
      "orders.xml": flowFile(`<sub-flow src="end.xml"/>\n<«!set-status|set-status» code="201"/>`),
      "end.xml": flowFile(`<dump «|if="$request/get/x" »in="$request"/>`),
    },
  },
  "an else that has a test": `<if test="$request/get/x"><set-status code="201"/></if><else«! test="$request/get/y"|»><set-status code="202"/></else>`,
  "an else after an action": `<if test="$request/get/x"><set-status code="201"/></if>«<log>{ "a": 1 }</log>|»\n<«!else|else»><set-status code="202"/></else>`,
  "an else inside its if": `<if test="$request/get/x"><set-status code="201"/>«<else><set-status code="202"/></else></if>|</if><else><set-status code="202"/></else>»`,
  "an if without a test": `<if «if|test»="$request/get/x"><set-status code="201"/></if>`,
  "an empty if": `<«!if|if» test="$request/get/x">«|<set-status code="201"/>»</if>`,
  "a choice of XSLT": `<«choose><when test="$request/get/x"><set-status code="201"/></when></choose|if test="$request/get/x"><set-status code="201"/></if»>`,
  "a loop of other languages": `«<for-each select="$body/json/items"><log>{ "a": 1 }</log></for-each>|<log>{ "a": 1 }</log>»`,
  "a flow in a flow": `«<flow><set-status code="201"/></flow>|<set-status code="201"/>»`,
  "a text between actions": `<set-status code="201"/>\n«then|»\n<log>{ "a": 1 }</log>`,
  "an action in capitals": `<«Template>{ "a": 1 }</Template|template>{ "a": 1 }</template»>`,
  "an attribute that is not quoted": `<set-status code=«201|"201"»/>`,
  "an element that is not closed": {
    files: {
      "orders.xml": `<flow>\n  <if test="$request/get/x"><set-status code="201"/>\n«</flow>|</if></flow>»\n`,
    },
  },
  "an ampersand in a test": when(`$request/query = 'a=1«&|&amp;»b=2'`),
  "a less-than sign in a test": when(`$request/get/x «<|&lt;» 5`),
  "two elements at the top of a file": {
    files: {
      "orders.xml": `<flow><set-status code="201"/></flow>\n«<flow><set-status code="202"/></flow>|»\n`,
    },
  },
  "a flow that calls itself": {
    files: {
      "orders.xml": flowFile(`<sub-flow «|if="$request/get/x = 1" »src="paging.xml"/>`),
      "paging.xml": flowFile(`<set-status code="201"/>«!<sub-flow src="paging.xml"/>|»`),
    },
  },
  "a template in a variable that nobody reads": {
    notFound: "A variable may be there for debugging.",
    flow: `<template «out="$result"|»>{ "ok": true }</template>`,
  },
  "an action under another's if": `<error «test|if»="$request/get/x" status="400"/>`,
  // Templates
  "a comma too many at the end": `<template>{ "a": 1«, }|}»</template>`,
  "a comma too few between members": `<template>{ "a": 1« "b"|, "b"»: 2 }</template>`,
  "names without quotes": `<template>{ «a|"a"»: 1 }</template>`,
  "a placeholder in quotes": `<template>{ "a": «"{{ $request/id }}"|{{ $request/id }}» }</template>`,
  "a placeholder in a text": `<template>{ "a": «"Hello {{ $request/id }}"|{{ concat("Hello ", $request/id) }}» }</template>`,
  "a space before a keyword": `<template>{ {{« |»if $request/get/x}} "a": 1 {{end}} }</template>`,
  "the end of Handlebars": `<template>{ {{if $request/get/x}} "a": 1 {{«/if|end»}} }</template>`,
  "the loop of Handlebars": `<template>[ {{«#each|loop» $body/json/items}} {{.}} {{end}} ]</template>`,
  "a filter of other templates": `<template>{ "a": {{ «$request/id | upper¦toupper($request/id)» }} }</template>`,
  "an else with its condition": `<template>{ "a": {{if $request/get/x}} 1 {{else«! if $request/get/y|»}} 2 {{end}} }</template>`,
  "an end that is missing": `<template>[ «!{{loop $body/json/items}}|{{loop $body/json/items}}» {{.}} «|{{end}}» ]</template>`,
  "a brace that is missing": `<template>{ "a": «{{ $request/id }|{{ $request/id }}» }</template>`,
  "a loop over tokens": `<template>[ {{loop «split("a,b", ",")|array(split("a,b", ","))»}} {{.}} {{end}} ]</template>`,
  "a loop over a number": `<template>[ {{loop «count($body/json/items/value)|$body/json/items»}} {{.}} {{end}} ]</template>`,
  "a loop over the items": {
    notFound: "The items may be arrays.",
    flow: `<template>[ {{loop $body/json/items«/value|»}} {{ name }} {{end}} ]</template>`,
  },
  "a value in a loop without its object": `<template>[ {{loop $body/json/items}} «"name": {{ name }}|{ "name": {{ name }} }» {{end}} ]</template>`,
  "a loop as the value of a member": `<template>{ "items": «{{loop $body/json/items}} {{ name }} {{end}}|[ {{loop $body/json/items}} {{ name }} {{end}} ]» }</template>`,
  "a pair producer in an array": `<template>[ {{«:|» $request/id }} ]</template>`,
  "a path from the top within a loop": `<template out="$cart">{ "items": [{ "name": "a" }] }</template><template>[ {{loop $cart/items}} {{ «items/name|name» }} {{end}} ]</template>`,
  "a default in parentheses": `<template>{ "a": {{ concat("x", «($request/get/a ?? "b")|$request/get/a») }} }</template>`,
  "a default outside of a template": `<eval out="$limit">$request/get/limit« ?? 10|»</eval><log>{ "limit": {{ $limit }} }</log>`,
  "a name of a member twice": `<template>{ "id": {{ $request/id }}, "«id|path»": {{ $request/path }} }</template>`,
  "a number with leading zeros": `<template>{ "zip": «01234|"01234"» }</template>`,
  "an expression that sets": `<template>{{$a «=|:=» 1}}{ "a": {{ $a }} }</template>`,
  "a comment of JavaScript": `<template>{ "a": 1 «// one|{{// one }}»\n}</template>`,
  "True as in Python": `<template>{ "ok": «True|true» }</template>`,
  "none as in Python": `<template>{ "ok": «None|null» }</template>`,
};
