import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;

const when = (test: string): string => `<if test="${test}"><set-status code="201"/></if>`;

/** With a list of objects in `$l`, and a list of texts in `$names`. */
const listed = (expression: string, code?: Mistake["code"]): Mistake => ({
  ...(code && { code }),
  flow: `<template out="$l">[ { "id": 2, "name": "b" }, { "id": 1, "name": "a" } ]</template>
<template out="$names">[ "b", "a" ]</template>
<template>{ "x": {{ ${expression} }}, "names": {{ $names }}, "l": {{ $l }} }</template>`,
});

const described = (expression: string): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - name: order
          in: body
          schema: { type: object, properties: { tags: { type: array, items: { type: string } } } }
`,
    "orders.xml": flowFile(show(expression)),
  },
});

/** Constant arguments that a function takes without a word, and that mean something else than their author thinks. */
export const functionArguments: Mistakes = {
  // Directions and other booleans
  "a direction of a sort as a word": listed(`sort($l, "id", «"asc"|false()»)`, "FLOW2106"),
  "a direction of a sort as a longer word": listed(`sort($l, "id", «"ascending"|false()»)`, "FLOW2106"),
  "a false in quotes for a direction": listed(`sort($l, "id", «"false"|false()»)`, "FLOW2106"),
  "a direction as in JavaScript": listed(`sort($l, "id", «-1|true()»)`, "FLOW2106"),
  "an indentation as in JavaScript": listed(`json-stringify($l, «"  "|true()»)`, "FLOW2106"),
  "an indentation of four": listed(`json-stringify($l, «4|true()»)`, "FLOW2106"),
  "a false in quotes for pretty XML": listed(`fit-serialize($l, «'false'|false()»)`, "FLOW2106"),
  "a word for a strict reading": {
    code: "FLOW2106",
    flow: when(`base64-decode($request/get/a, «'no'|false()») = 'x'`),
  },
  // Arrays and their items
  "the items of an array for a sort": listed(`sort($l«/value|», "id")`, "FLOW2107"),
  "the items of an array backwards": listed(`array-reverse($names«/value|»)`, "FLOW2107"),
  "the items of an array as a table": listed(`json-to-csv($l«/value|»)`, "FLOW2107"),
  "one item in place of the list": listed(`array-reverse($l«/value[1]|»)`, "FLOW2107"),
  "the items of a described array": described(`sort($body/json/tags«/value|»)`),
  "the parts of a text for a sort": {
    code: "FLOW2107",
    flow: show(`sort(«split($request/get/a, ",")|array(split($request/get/a, ","))»)`),
  },
  "the parts of a text backwards": {
    code: "FLOW2107",
    flow: show(`array-reverse(«split($request/get/a, ",")|array(split($request/get/a, ","))»)`),
  },
  "the parts of a text in a variable": {
    code: "FLOW2107",
    flow: `<eval out="$parts">split($request/get/a, ",")</eval>${show(`array-reverse(«$parts|array($parts)»)`)}`,
  },
  "a text of a request for a sort": {
    code: "FLOW2107",
    flow: show(`sort(«$request/get/a|array(split($request/get/a, ","))»)`),
  },
  "the sum of an array": {
    code: "FLOW2108",
    flow: `<template out="$cart">{ "prices": [1, 2] }</template>${show(`sum($cart/prices«|/value»)`)}`,
  },
  "a list of nothing": listed(`join(«$names|", ", $names»)`, "FLOW2115"),
  "a separator of nothing": listed(`join(", "«|, $names»)`, "FLOW2115"),
  "a direction in the place of the key": listed(`sort($l, «"asc"|"id"»)`),
  "a key from the root": listed(`sort($l, «"/id"|"id"»)`),
  "the ID of a request without quotes": {
    code: "FLOW2055",
    flow: `<request content="users">{ "url": "https://shop.example/" }</request>${show(`content(«users|"users"»)/json/a`)}`,
  },
  "the ID of a request without quotes for its text": {
    code: "FLOW2055",
    flow: `<request content="users">{ "url": "https://shop.example/" }</request>${show(`body(«users|"users"»)`)}`,
  },
  "Base64 for URLs": {
    code: "FLOW2105",
    flow: show(`«base64-decode("aGVsbG8_-")|apply-codecs("aGVsbG8_-", "base64url-decode")»`),
  },
  "a token with the space before it": {
    code: "FLOW2138",
    flow: show(
      `jwt-decode(substring-after($request/headers/authorization, «"Bearer"|"Bearer "»), $env/KEY, "HS256")/sub`,
    ),
  },
  "the characters of a list": listed(`«string-length($names)|count($names/value)»`, "FLOW2139"),
  "a whole header field for Base64": {
    code: "FLOW2131",
    flow: show(
      `substring-before(base64-decode(«$request/headers/authorization|substring-after($request/headers/authorization, "Basic ")»), ":")`,
    ),
  },
  "a whole header field for a token": {
    code: "FLOW2131",
    flow: show(
      `jwt-decode(«$request/headers/authorization|substring-after($request/headers/authorization, "Bearer ")», $env/KEY, "HS256")/sub`,
    ),
  },
  "a key of the client": {
    code: "FLOW2132",
    flow: show(
      `jwt-decode(«$env/KEY, !$request/cookies/token|$request/cookies/token, $env/KEY», "HS256")/sub`.replace(
        "!",
        "",
      ),
    ),
  },
  "a key in quotes twice": listed(`sort($l, «"'id'"|"id"»)`),
  "a boolean in the place of the key": listed(`sort($l, «true()|"id", true()»)`),
  // Separators and patterns
  "a dot that separates": { code: "FLOW2109", flow: show(`split($request/get/a, «"."|"\\."»)[2]`) },
  "a bar that separates": { code: "FLOW2109", flow: show(`split($request/get/a, «"|"¦"\\|"»)[2]`) },
  "a bar and spaces that separate": {
    code: "FLOW2109",
    flow: show(`split($request/get/a, «" | "¦" \\| "»)[2]`),
  },
  "a dollar sign that separates": { code: "FLOW2109", flow: show(`split($request/get/a, «"$"|"\\$"»)[2]`) },
  "a circumflex that separates": { code: "FLOW2109", flow: show(`split($request/get/a, «"^"|"\\^"»)[2]`) },
  "a star that separates": show(`split($request/get/a, «"*"|"\\*"»)[2]`),
  "a decimal point that becomes a comma": {
    code: "FLOW2109",
    flow: show(`replace($request/get/a, «"."|"\\."», ",")`),
  },
  "dots that are removed": { code: "FLOW2109", flow: show(`replace($request/get/a, «"."|"\\."», "")`) },
  "white space, or none, that separates": {
    code: "FLOW2110",
    flow: show(`split($request/get/a, «"\\s*"|"\\s+"»)[2]`),
  },
  "the separator before the text": {
    code: "FLOW2061",
    flow: show(`split(«",", $request/get/a|$request/get/a, ","»)[1]`),
  },
  "a pattern that finds everything": {
    code: "FLOW2110",
    flow: when(`matches($request/get/a, «'.*'|'^.+$'»)`),
  },
  "a pattern of digits, or of none": {
    code: "FLOW2110",
    flow: when(`matches($request/get/a, «'[0-9]*'|'^[0-9]*$'»)`),
  },
  "a pattern of letters, or of none": {
    code: "FLOW2110",
    flow: when(`matches($request/get/a, «'^[a-z]*'|'^[a-z]*$'»)`),
  },
  "an empty pattern": { code: "FLOW2110", flow: when(`matches($request/get/a, «''|'^$'»)`) },
  "a pattern before the text": {
    code: "FLOW2061",
    flow: `<eval out="$id">$request/get/id</eval>${when(`matches(«'^[0-9]+$', $id|$id, '^[0-9]+$'»)`)}`,
  },
  "a pattern in a text that is replaced": {
    flow: show(`replace(«",", $request/get/a|$request/get/a, ","», ";")`),
  },
  "the text at the end, as in PHP": show(
    `replace(«"[0-9]+", "", $request/get/a|$request/get/a, "[0-9]+", ""»)`,
  ),
  "a group as in Perl": {
    code: "FLOW2114",
    flow: show(`replace($request/get/a, "^(.)(.*)$", «"\\2\\1"|"$2$1"»)`),
  },
  "a group that there is not": {
    code: "FLOW2114",
    flow: show(`replace($request/get/a, "^(.)(.*)$", «"$3"|"$2"»)`),
  },
  "a group without parentheses": {
    code: "FLOW2114",
    flow: show(`replace($request/get/a, «"^a"|"^(a)"», «!"b$1"|"b$1"»)`),
  },
  "a group as in Perl, of an action": {
    code: "FLOW2114",
    flow: `<template>"2024-05-01"</template><regex pattern="/(\\d+)-(\\d+)/" replace="«\\2|$2».$1"/>`,
  },
  "a group that there is not, of an action": {
    code: "FLOW2114",
    flow: `<template>"2024-05-01"</template><regex pattern="/(\\d+)-(\\d+)/" replace="«$3|$2».$1"/>`,
  },
  // Searched texts
  "an empty text that is looked for": { code: "FLOW2105", flow: when(`contains($request/get/a, «''|'b'»)`) },
  "an empty beginning": { code: "FLOW2105", flow: when(`starts-with($request/get/a, «''|'b'»)`) },
  "an empty end": { code: "FLOW2105", flow: when(`ends-with($request/get/a, «''|'b'»)`) },
  "the text before nothing": { code: "FLOW2105", flow: show(`substring-before($request/get/a, «''|'-'»)`) },
  "the text behind nothing": { code: "FLOW2105", flow: show(`substring-after($request/get/a, «''|'-'»)`) },
  "a regular expression that is looked for": {
    code: "FLOW2111",
    flow: when(`«contains|matches»($request/get/a, «!'a.*b'|'a.*b'»)`),
  },
  "a circumflex at the beginning": {
    code: "FLOW2111",
    flow: when(`starts-with($request/get/a, '«^ab|ab»')`),
  },
  "a dollar sign at the end": {
    code: "FLOW2111",
    flow: when(`ends-with($request/get/a, '«\\.json$|.json»')`),
  },
  "digits that are looked for": {
    code: "FLOW2111",
    flow: when(`«contains|matches»($request/get/a, «!'\\d+'|'\\d+'»)`),
  },
  "a class that is looked for": {
    code: "FLOW2111",
    flow: when(`«contains|matches»($request/get/a, «!'[0-9]'|'[0-9]'»)`),
  },
  "a star behind a path": { code: "FLOW2111", flow: when(`starts-with($request/path, '/api/orders/«*|»')`) },
  "capitals in lower case": {
    flow: when(`contains(tolower($request/get/a), '«JSON|json»')`),
  },
  "small letters in upper case": {
    flow: when(`starts-with(toupper($request/get/a), '«order-|ORDER-»')`),
  },
  "a word before the text in a variable": {
    code: "FLOW2061",
    flow: `<eval out="$id">$request/get/id</eval>${when(`contains(«'order-', $id|$id, 'order-'»)`)}`,
  },
  "a sign before the text in a variable": {
    code: "FLOW2061",
    flow: `<eval out="$id">$request/get/id</eval>${show(`substring-before(«"-", $id|$id, "-"»)`)}`,
  },
  "a beginning before the text": {
    code: "FLOW2061",
    flow: `<eval out="$id">$request/get/id</eval>${when(`starts-with(«'order-', string($id)|string($id), 'order-'»)`)}`,
  },
  // Texts that are translated
  "an umlaut that becomes two letters": {
    code: "FLOW2113",
    flow: show(`«!translate($request/get/a, "ä", "ae")|replace($request/get/a, "ä", "ae")»`),
  },
  "a space as in URLs": {
    code: "FLOW2113",
    flow: show(`«!translate($request/get/a, " ", "%20")|replace($request/get/a, " ", "%20")»`),
  },
  "a word that becomes another": {
    code: "FLOW2113",
    flow: show(`«!translate($request/get/a, "hello", "hallo")|replace($request/get/a, "hello", "hallo")»`),
  },
  "nothing that is translated": show(`translate($request/get/a, «""|"-"», "_")`),
  // Positions and lengths
  "a position from 0": { code: "FLOW2062", flow: show(`substring($request/id, «0|1», 3)`) },
  "a position from 0, in quotes": { flow: show(`substring($request/id, «"0"|1», 3)`) },
  "a length of nothing": { code: "FLOW2105", flow: show(`substring($request/id, 1, «0|1»)`) },
  "a length from the end": { code: "FLOW2105", flow: show(`substring($request/id, 1, «-1|1»)`) },
  "a position that is a word": { code: "FLOW2105", flow: show(`substring($request/id, «"first"|1»)`) },
  "a position that is a sign": { code: "FLOW2105", flow: show(`substring($request/id, «"-"|2»)`) },
  "a number with a comma that is rounded": { code: "FLOW2105", flow: show(`round(«"12,5"|12.5»)`) },
  "a price that is rounded": { code: "FLOW2105", flow: show(`ceiling(«"12 EUR"|12»)`) },
  // Tokens and keys
  "an hour in a word": {
    code: "FLOW2105",
    flow: `<template out="$claims">{ "sub": "a" }</template>${show(`jwt-encode($claims, $env/KEY, «"1h"|3600»)`)}`,
  },
  "minutes in a word": {
    code: "FLOW2105",
    flow: `<template out="$claims">{ "sub": "a" }</template>${show(`jwt-encode($claims, $env/KEY, «"15 min"|900»)`)}`,
  },
  "an algorithm in the place of the time": {
    code: "FLOW2105",
    flow: `<template out="$claims">{ "sub": "a" }</template>${show(`jwt-encode($claims, $env/KEY, «"HS512"|0, "HS512"»)`)}`,
  },
  "a time that has passed": {
    code: "FLOW2105",
    flow: `<template out="$claims">{ "sub": "a" }</template>${show(`jwt-encode($claims, $env/KEY, «-1|60»)`)}`,
  },
  "a point in time": {
    flow: `<template out="$claims">{ "sub": "a" }</template>${show(`jwt-encode($claims, $env/KEY, «unixtime() + 3600|3600»)`)}`,
  },
  "claims that are no object": {
    code: "FLOW2105",
    flow: show(`jwt-encode(«"brenda"|'{ "sub": "brenda" }'», $env/KEY)`),
  },
  "an algorithm in the place of the key": {
    flow: show(`jwt-decode($request/get/token, «"RS256", $env/KEY|$env/KEY, "RS256"»)/sub`),
  },
  "an algorithm in the place of the passphrase": {
    flow: show(`calc-signature("a", $env/KEY, «"SHA512"|"", "SHA512"»)`),
  },
  "an algorithm of tokens for a signature": show(`calc-signature("a", $env/KEY, "", "«RS256|SHA256»")`),
  "a codec before its text": show(
    `apply-codecs(«"base64-encode", $request/id|$request/id, "base64-encode"»)`,
  ),
  "codecs in one text": show(
    `apply-codecs($request/id, «"deflate base64-encode"|"deflate", "base64-encode"»)`,
  ),
  // Texts of other languages
  "JSON with names without quotes": {
    code: "FLOW2105",
    flow: show(`json-parse(«'{ a: 1 }'|'{ "a": 1 }'»)/a`),
  },
  "JSON with single quotes": { code: "FLOW2105", flow: show(`json-parse(«"{ 'a': 1 }"|'{ "a": 1 }'»)/a`) },
  "the name of a file as JSON": {
    code: "FLOW2105",
    files: {
      "data.json": `{ "a": 1 }`,
      "orders.xml": flowFile(show(`«json-parse|json-doc»(«!"data.json"|"data.json"»)/a`)),
    },
  },
  "JSON for XML": { code: "FLOW2105", flow: show(`json-to-xml(«"{ 'a': 1 }"|'{ "a": 1 }'»)/json/a`) },
  "XML that does not end": {
    code: "FLOW2105",
    flow: `<eval out="$x"><![CDATA[xml-parse("<a><b></«a|b»>«|</a>»")]]></eval>${show(`name($x/*)`)}`,
  },
  "a class as in CSS": {
    code: "FLOW2013",
    flow: `<eval out="$page">html-parse($request/get/a)</eval>${show(`count($page//*[has-class("«.|»price")])`)}`,
  },
  "a language as in Java": {
    code: "FLOW2105",
    flow: `<eval out="$x">xml-parse($request/get/a)</eval>${show(`$x//p[lang("en«_|-»GB")]`)}`,
  },
  "a filter without parentheses": {
    code: "FLOW2105",
    flow: show(`ldap-query($env/LDAP, "", "", "dc=test", «"uid=ada"|"(uid=ada)"», "mail")`),
  },
  "a base that is a domain": {
    code: "FLOW2105",
    flow: show(`ldap-query($env/LDAP, "", "", «"example.com"|"dc=example,dc=com"», "(uid=ada)", "mail")`),
  },
  "a directory at the web": show(
    `ldap-query("«https|ldaps»://ldap.example", "", "", "dc=test", "(uid=ada)", "mail")`,
  ),
};
