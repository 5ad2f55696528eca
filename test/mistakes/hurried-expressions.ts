import { flowFile } from "../support/samples.js";
import type { Mistake } from "./support.js";

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
export const hurriedExpressions: readonly Mistake[] = [
  // Functions
  { name: "a text from its place 0", flow: show(`substring($request/id, «0|1», 3)`) },
  { name: "a comma left out between arguments", flow: show(`concat("a«" |", »"b")`) },
  {
    name: "decimals of a rounded number",
    flow: show(`round(«number($request/get/x), 2|number($request/get/x)»)`),
  },
  { name: "a number with a comma", flow: show(`number("12«,|.»5") * 2`) },
  {
    name: "the length of a list by a function of texts",
    flow: show(`«length|count»($body/json/items/value)`),
  },
  {
    name: "the length of a list as a member",
    notFound: "The name of a member may have a dot.",
    flow: show(`«$body/json/items.length|count($body/json/items/value)»`),
  },
  { name: "the time of XPath 2", flow: show(`«current-dateTime|unixtime»()`) },
  { name: "the time of other languages", flow: show(`«now|unixtime»()`) },
  {
    name: "a list of texts joined as in XPath 2",
    flow: show(`«string-join($body/json/tags/value, ", ")|join(", ", $body/json/tags/value)»`),
  },
  { name: "two arguments to translate", flow: show(`translate($request/id, "a"«|, "b"»)`) },
  { name: "one argument to contains", flow: when(`contains(«$request/path|$request/path, '/v1'»)`) },
  { name: "a pattern with slashes", flow: when(`matches($request/path, '«/^orders$/|^orders$»')`) },
  { name: "a pattern that does not end", flow: when(`matches($request/path, '«^(orders|^(orders)»')`) },
  { name: "a modifier that there is not", flow: when(`matches($request/path, «!'^a'|'^a'», '«g|i»')`) },
  {
    name: "no delimiters in a pattern",
    flow: `<regex in="$request/path" out="$path" pattern="«^a|/^a/»" replace=""/><log>{ "short": {{ $path }} }</log>`,
  },
  {
    name: "a key of a sort that is a path",
    flow: `<template out="$l">[{ "id": 2 }]</template>${show(`sort($l, «id|"id"»)`)}`,
  },
  { name: "not without parentheses", flow: when(`«not $request/get/x|not($request/get/x)»`) },
  {
    name: "a sum of a list instead of its items",
    notFound: "What is summed is checked against schemas, not against templates.",
    flow: `<template out="$cart">{ "prices": [1, 2] }</template>${show(`sum($cart/prices«|/value»)`)}`,
  },
  { name: "a digest with capitals", flow: show(`«MD5|md5»($request/id)`) },
  { name: "a codec that there is not", flow: show(`apply-codecs($request/id, "«base64|base64-encode»")`) },
  {
    name: "an algorithm of digests with a hyphen",
    flow: show(`calc-signature("a", $env/KEY, "", "«SHA-265|SHA256»")`),
  },
  // Operators and literals
  { name: "an equals sign too many", flow: when(`$request/get/limit =«=|» 10`) },
  { name: "and with ampersands", flow: when(`$request/get/a «&amp;&amp;|and» $request/get/b`) },
  { name: "or with bars", flow: when(`$request/get/a = 1 «||¦or» $request/get/b = 1`) },
  { name: "a question mark and a colon", flow: show(`«$request/get/a ? 1 : 2|$request/get/a ?? 2»`) },
  { name: "an index of JavaScript", flow: `<template out="$l">["a"]</template>${show(`$l/value[«0|1»]`)}` },
  {
    name: "a dot between members",
    flow: `<template out="$l">{ "size": { "x": 1 } }</template>${show(`$l«.|/»size/x`)}`,
  },
  { name: "a quotient with a slash", flow: show(`number($request/get/cents) «/ 100|div 100»`) },
  { name: "a rest with a percent sign", flow: show(`number($request/get/cents) «%|mod» 100`) },
  { name: "a text of typographic quotes", flow: when(`$request/get/x = «‘a’|'a'»`) },
  {
    name: "a sum of a text and a number",
    flow: `<eval out="$n">3</eval>${show(`«"Orders: " + $n|concat("Orders: ", $n)»`)}`,
  },
  { name: "a list of XPath 2", flow: when(`$request/get/x = «('a', 'b')|'a' or $request/get/x = 'b'»`) },
  { name: "one comparison for two values", flow: when(`$request/get/x = 'a' or «'b'|$request/get/x = 'b'»`) },
  { name: "an order of texts", flow: when(`$request/get/name «>= 'm'|= 'm'»`) },
  { name: "a bare word in a comparison", flow: when(`$request/get/sort = «name|'name'»`) },
  {
    name: "a bare word as a value",
    flow: `<eval out="$sort">«ascending|"ascending"»</eval><log>{ "sort": {{ $sort }} }</log>`,
  },
  { name: "true as a value", flow: `<eval out="$all">«true|true()»</eval><log>{ "all": {{ $all }} }</log>` },
  {
    name: "null as a value",
    notFound: "This is how a variable is emptied.",
    flow: `<eval out="$all">«null|""»</eval><log>{ "all": {{ $all }} }</log>`,
  },
  { name: "undefined in a comparison", flow: when(`«$request/get/x != undefined|$request/get/x»`) },
  {
    name: "a switch that is a text",
    flow: `<eval out="$debug">«"false"|false()»</eval><debug xpath="$debug"/><if test="«!$debug|$request/get/x»"><set-status code="201"/></if>`,
  },
  { name: "JSON in an eval", flow: `<eval out="$a">«{ "b": 1 }|"b"»</eval><log>{ "a": {{ $a }} }</log>` },
  {
    name: "a placeholder in an eval",
    flow: `<eval out="$a">«{{ $request/id }}|$request/id»</eval><log>{ "a": {{ $a }} }</log>`,
  },
  { name: "a variable without its sign in out", flow: `<eval out="«a|$a»">1</eval>` },
  { name: "braces around a condition", flow: when(`«{$request/get/x}|$request/get/x»`) },
  {
    name: "an attribute of XSLT for the expression",
    flow: `<eval out="$a" «select="1"/>|>1</eval>»<log>{ "a": {{ $a }} }</log>`,
  },
  // Conditions that are decided
  { name: "a status as a text", flow: `${users}${when(`$upstream/users/status = '«OK|200»'`)}` },
  {
    name: "a status below and above",
    flow: `${users}${when(`$upstream/users/status «&lt;|&gt;=» 200 and $upstream/users/status «!&gt;|&lt;» 299`)}`,
  },
  {
    name: "a status that is not this or not that",
    flow: `${users}${when(`$upstream/users/status != 200 «or $upstream|and $upstream»/users/status != 201`)}`,
  },
  { name: "a status with a digit too few", flow: `${users}${when(`$upstream/users/status = «20|200»`)}` },
  { name: "a method that no path of the flow has", flow: when(`$request/method = '«POST|GET»'`) },
  { name: "a method in capitals only at first", flow: when(`$request/method = '«Get|GET»'`) },
  {
    name: "a text in lower case compared with capitals",
    flow: when(`tolower($request/get/x) = '«ASC|asc»'`),
  },
  {
    name: "a text of two letters compared with three",
    flow: when(`substring($request/get/lang, 1, 2) = '«deu|de»'`),
  },
  { name: "a rest that is too large", flow: when(`number($request/get/x) mod 2 = «2|1»`) },
  { name: "a number of items below none", flow: when(`count($body/json/items/value) &lt; «0|1»`) },
  { name: "a length that is never", flow: when(`string-length($request/get/x) = «-1|0»`) },
  { name: "a trimmed text with a space", flow: when(`normalize-space($request/get/x) = '«all |all»'`) },
  {
    name: "the answer of the cache as a text",
    flow: `${users}${when(`$upstream/users/cacheHit = '«yes|true»'`)}`,
  },
  {
    name: "a variable whose value is known",
    notFound: "A constant in a variable is a setting.",
    flow: `<eval out="$stage">"test"</eval>${when(`«$stage = 'prod'|$request/get/stage = 'prod'»`)}<log>{ "stage": {{ $stage }} }</log>`,
  },
  {
    name: "what the schema excludes",
    files: {
      "swagger.yaml": withBody(
        `{ type: object, properties: { state: { type: string, enum: [open, done] } } }`,
      ),
      "orders.xml": flowFile(when(`$body/json/state = '«opne|open»'`)),
    },
  },
  {
    name: "what a path parameter cannot be",
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
  {
    name: "more items than the schema allows",
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
  {
    name: "a number of the body compared with a text",
    files: {
      "swagger.yaml": withBody(`{ type: object, properties: { size: { type: integer } } }`),
      "orders.xml": flowFile(when(`$body/json/size = '«large|10»'`)),
    },
  },
  {
    name: "a switch of the body that is only there",
    files: {
      "swagger.yaml": withBody(`{ type: object, properties: { gift: { type: boolean } } }`),
      "orders.xml": flowFile(when(`$body/json/gift«| = 'true'»`)),
    },
  },
  {
    name: "a branch that an earlier one has taken",
    flow: `<if test="$request/get/x > 10"><set-status code="201"/></if><elseif test="$request/get/x > «20|5»"><set-status code="202"/></elseif>`,
  },
  {
    name: "a test that is repeated inside",
    flow: `<if test="$request/get/x"><if test="«$request/get/x|$request/get/y»"><set-status code="202"/></if></if>`,
  },
  {
    name: "the opposite of the test around",
    flow: `<if test="$request/get/x = 'a'">${when("«$request/get/x|$request/get/y» != 'a' and $request/get/z")}</if>`,
  },
  // Flows
  {
    name: "an action after an error",
    flow: `<error «|if="$request/get/x" »status="400"/>\n<«!set-status|set-status» code="201"/>`,
  },
  { name: "an action after an echo", flow: `<echo>hello</echo>\n«<set-status code="201"/>|»` },
  {
    name: "an action after two branches that end",
    flow: `<if test="$request/get/x"><return/></if><else>«<error status="404"/>|<log>{ "x": "none" }</log>»</else>\n<«!set-status|set-status» code="201"/>`,
  },
  {
    name: "an action after a sub-flow that always ends",
    files: {
      "orders.xml": flowFile(`<sub-flow src="end.xml"/>\n<«!set-status|set-status» code="201"/>`),
      "end.xml": flowFile(`<dump «|if="$request/get/x" »in="$request"/>`),
    },
  },
  {
    name: "an else that has a test",
    flow: `<if test="$request/get/x"><set-status code="201"/></if><else«! test="$request/get/y"|»><set-status code="202"/></else>`,
  },
  {
    name: "an else after an action",
    flow: `<if test="$request/get/x"><set-status code="201"/></if>«<log>{ "a": 1 }</log>|»\n<«!else|else»><set-status code="202"/></else>`,
  },
  {
    name: "an else inside its if",
    flow: `<if test="$request/get/x"><set-status code="201"/>«<else><set-status code="202"/></else></if>|</if><else><set-status code="202"/></else>»`,
  },
  { name: "an if without a test", flow: `<if «if|test»="$request/get/x"><set-status code="201"/></if>` },
  { name: "an empty if", flow: `<«!if|if» test="$request/get/x">«|<set-status code="201"/>»</if>` },
  {
    name: "a choice of XSLT",
    flow: `<«choose><when test="$request/get/x"><set-status code="201"/></when></choose|if test="$request/get/x"><set-status code="201"/></if»>`,
  },
  {
    name: "a loop of other languages",
    flow: `«<for-each select="$body/json/items"><log>{ "a": 1 }</log></for-each>|<log>{ "a": 1 }</log>»`,
  },
  { name: "a flow in a flow", flow: `«<flow><set-status code="201"/></flow>|<set-status code="201"/>»` },
  { name: "a text between actions", flow: `<set-status code="201"/>\n«then|»\n<log>{ "a": 1 }</log>` },
  { name: "an action in capitals", flow: `<«Template>{ "a": 1 }</Template|template>{ "a": 1 }</template»>` },
  { name: "an attribute that is not quoted", flow: `<set-status code=«201|"201"»/>` },
  {
    name: "an element that is not closed",
    files: {
      "orders.xml": `<flow>\n  <if test="$request/get/x"><set-status code="201"/>\n«</flow>|</if></flow>»\n`,
    },
  },
  { name: "an ampersand in a test", flow: when(`$request/query = 'a=1«&|&amp;»b=2'`) },
  { name: "a less-than sign in a test", flow: when(`$request/get/x «<|&lt;» 5`) },
  {
    name: "two elements at the top of a file",
    files: {
      "orders.xml": `<flow><set-status code="201"/></flow>\n«<flow><set-status code="202"/></flow>|»\n`,
    },
  },
  {
    name: "a flow that calls itself",
    files: {
      "orders.xml": flowFile(`<sub-flow «|if="$request/get/x = 1" »src="paging.xml"/>`),
      "paging.xml": flowFile(`<set-status code="201"/>«!<sub-flow src="paging.xml"/>|»`),
    },
  },
  {
    name: "a template in a variable that nobody reads",
    notFound: "A variable may be there for debugging.",
    flow: `<template «out="$result"|»>{ "ok": true }</template>`,
  },
  { name: "an action under another's if", flow: `<error «test|if»="$request/get/x" status="400"/>` },
  // Templates
  { name: "a comma too many at the end", flow: `<template>{ "a": 1«, }|}»</template>` },
  { name: "a comma too few between members", flow: `<template>{ "a": 1« "b"|, "b"»: 2 }</template>` },
  { name: "names without quotes", flow: `<template>{ «a|"a"»: 1 }</template>` },
  {
    name: "a placeholder in quotes",
    flow: `<template>{ "a": «"{{ $request/id }}"|{{ $request/id }}» }</template>`,
  },
  {
    name: "a placeholder in a text",
    flow: `<template>{ "a": «"Hello {{ $request/id }}"|{{ concat("Hello ", $request/id) }}» }</template>`,
  },
  {
    name: "a space before a keyword",
    flow: `<template>{ {{« |»if $request/get/x}} "a": 1 {{end}} }</template>`,
  },
  {
    name: "the end of Handlebars",
    flow: `<template>{ {{if $request/get/x}} "a": 1 {{«/if|end»}} }</template>`,
  },
  {
    name: "the loop of Handlebars",
    flow: `<template>[ {{«#each|loop» $body/json/items}} {{.}} {{end}} ]</template>`,
  },
  {
    name: "a filter of other templates",
    flow: `<template>{ "a": {{ «$request/id | upper¦toupper($request/id)» }} }</template>`,
  },
  {
    name: "an else with its condition",
    flow: `<template>{ "a": {{if $request/get/x}} 1 {{else«! if $request/get/y|»}} 2 {{end}} }</template>`,
  },
  {
    name: "an end that is missing",
    flow: `<template>[ «!{{loop $body/json/items}}|{{loop $body/json/items}}» {{.}} «|{{end}}» ]</template>`,
  },
  {
    name: "a brace that is missing",
    flow: `<template>{ "a": «{{ $request/id }|{{ $request/id }}» }</template>`,
  },
  {
    name: "a loop over tokens",
    flow: `<template>[ {{loop «split("a,b", ",")|array(split("a,b", ","))»}} {{.}} {{end}} ]</template>`,
  },
  {
    name: "a loop over a number",
    flow: `<template>[ {{loop «count($body/json/items/value)|$body/json/items»}} {{.}} {{end}} ]</template>`,
  },
  {
    name: "a loop over the items",
    notFound: "The items may be arrays.",
    flow: `<template>[ {{loop $body/json/items«/value|»}} {{ name }} {{end}} ]</template>`,
  },
  {
    name: "a value in a loop without its object",
    flow: `<template>[ {{loop $body/json/items}} «"name": {{ name }}|{ "name": {{ name }} }» {{end}} ]</template>`,
  },
  {
    name: "a loop as the value of a member",
    flow: `<template>{ "items": «{{loop $body/json/items}} {{ name }} {{end}}|[ {{loop $body/json/items}} {{ name }} {{end}} ]» }</template>`,
  },
  { name: "a pair producer in an array", flow: `<template>[ {{«:|» $request/id }} ]</template>` },
  {
    name: "a path from the top within a loop",
    flow: `<template out="$cart">{ "items": [{ "name": "a" }] }</template><template>[ {{loop $cart/items}} {{ «items/name|name» }} {{end}} ]</template>`,
  },
  {
    name: "a default in parentheses",
    flow: `<template>{ "a": {{ concat("x", «($request/get/a ?? "b")|$request/get/a») }} }</template>`,
  },
  {
    name: "a default outside of a template",
    flow: `<eval out="$limit">$request/get/limit« ?? 10|»</eval><log>{ "limit": {{ $limit }} }</log>`,
  },
  {
    name: "a name of a member twice",
    flow: `<template>{ "id": {{ $request/id }}, "«id|path»": {{ $request/path }} }</template>`,
  },
  { name: "a number with leading zeros", flow: `<template>{ "zip": «01234|"01234"» }</template>` },
  { name: "an expression that sets", flow: `<template>{{$a «=|:=» 1}}{ "a": {{ $a }} }</template>` },
  { name: "a comment of JavaScript", flow: `<template>{ "a": 1 «// one|{{// one }}»\n}</template>` },
  { name: "True as in Python", flow: `<template>{ "ok": «True|true» }</template>` },
  { name: "none as in Python", flow: `<template>{ "ok": «None|null» }</template>` },
];
