/** The pieces that inputs are made of, by language. */
import { type Dictionary, tokens } from "../target.js";

export const text: Dictionary = {
  units: tokens`
    w{#}␠ ␠ a ab A ␤ ␉ 0 é 😀 a␠ ,␠ % %41 %zz + & < > \ $1 .
  `,
  frames: [["b", "b"]],
  samples: ["The quick brown fox", "a,b,c", "%C3%A9 %41 %", "2026-11-05T12:00:00Z"],
};

export const xml: Dictionary = {
  units: tokens`
    <a> </a> <a/> <b/> x<a/> <a␠ < > ␠a{#}='1' ␠a='1' ␠a=" a='&amp;' <a␠b='1'␠c='2'/> &amp; &#10; &#x41;
    & &e; &e{#}; <!-- --> <!----> <!--␠x␠--> -- <![CDATA[ ]]> <![CDATA[x]]> ]] ] <? ?> <?p␠x?> ? <! <!A
    <!DOCTYPE <!DOCTYPE␠a␠[ ]> <!ENTITY␠e{#}␠'x'> <!ENTITY␠e{#}␠'&e;'> <!ENTITY <!ENTITY␠%␠p␠'x'> %p;
    <!ATTLIST␠a␠b{#}␠CDATA␠'x'> <!ATTLIST␠a␠b␠ID␠#IMPLIED> <!ELEMENT␠a␠ANY> ␠xmlns='u' ␠xmlns:p{#}='u'
    ␠p:a='1' <p:a␠xmlns:p='u'/> <a{#}/> ␍␤ ␍ ␠ a ' " = / é 😀 <?xml␠version='1.0'?> <?xml
  `,
  pairs: [
    ["<a>", "</a>"],
    ["<a><b/>", "</a>"],
    ["<a b='1'>", "</a>"],
    ["<a xmlns='u'>", "</a>"],
    ["<a xmlns:p='u'>", "</a>"],
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<![", "]]>"],
    ["<?p ", "?>"],
    ["<!DOCTYPE a [", "]>"],
    ["<!ENTITY e ", ">"],
  ],
  frames: [
    ["<r>", "</r>"],
    ["<r>", ""],
    ["<r ", "/>"],
    ["<r a='", "'/>"],
    ["<r><!--", "--></r>"],
    ["<r><![CDATA[", "]]></r>"],
    ["<r><?p ", "?></r>"],
    ["<!DOCTYPE r [", "]><r/>"],
    ["<!DOCTYPE r [<!ENTITY e 'x'>", "]><r>&e;</r>"],
    ["<!DOCTYPE r [<!ENTITY e 'abcdefghij'>]><r>", "</r>"],
    ["<!DOCTYPE r [<!ENTITY e '", "'>]><r>&e;&e;</r>"],
    ["<!DOCTYPE a [<!ATTLIST a b CDATA 'x' c NMTOKENS 'y z'>]><r>", "</r>"],
    ["<r><!", ""],
    ["<?xml ", "?><r/>"],
  ],
  samples: [
    `<?xml version="1.0"?><p:r xmlns:p="urn:p" p:x="1"><a b="2">text &amp; more</a><!-- c --><![CDATA[<]]><?t x?></p:r>`,
    `<!DOCTYPE r [<!ENTITY e "x"><!ATTLIST r id ID #IMPLIED>]><r id="i">&e;</r>`,
    "<r><a>1</a><a>2</a><b>3</b></r>",
  ],
};

export const html: Dictionary = {
  units: tokens`
    <p> <div> </div> </p> <b> <b><p> <a> <i> <i><b> <table> <tr> <td> <table><tr><td> <select> <option>
    <li> <dd> <form> <button> <svg> <math> <svg><p> <svg><foreignObject> <template> </template> <script>
    </script <script><!--<script> <style> <textarea> <title> <plaintext> <frameset> <body␠a{#}=1>
    <html␠a{#}=1> <font␠a{#}=1> <b␠a{#}=1> </br> <h1> <nobr> <ruby><rt> <!-- --> --!> <! <!doctype␠html>
    <![CDATA[ <? </ < &amp &amp; &notit; &#x41; &#9999999999; ␠a=' ␠a{#}=1 a ␠ ␀ ␍␤
  `,
  pairs: [
    ["<div>", "</div>"],
    ["<b>", "</b>"],
    ["<b><p>", "</b>"],
    ["<a><p>", "</a></p>"],
    ["<table><tr><td>", "</td></tr></table>"],
    ["<table><b>", "</b></table>"],
    ["<svg>", "</svg>"],
    ["<template>", "</template>"],
    ["<font>", "</p>"],
    ["<nobr>", "</nobr>"],
    ["<i{#}>", "</p>"],
  ],
  frames: [
    ["<!doctype html><p>", ""],
    ["<table>", "</table>"],
    ["<p ", ">"],
    ["<select>", "</select>"],
    ["<script>", "</script>"],
    ["<svg>", "</svg>"],
  ],
  samples: ["<!doctype html><html><body class='a b'><p>x<br>y</p><table><tr><td>1</table></body></html>"],
};

export const json: Dictionary = {
  units: tokens`
    [ ] { } [] {} [], {}, 1, 1 -0.5e3, 9 "a", "a" " \ \n \u0041 \ud800 "a": {"a": "a{#}":1, "a":1,
    "__proto__":{}, null, true, ␠ ␤ e [[], [{"a":[1]},
  `,
  pairs: [
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"a":', "}]"],
    ['{"a":1,"b":', "}"],
  ],
  frames: [
    ["[", "1]"],
    ["{", '"z":1}'],
    ['"', '"'],
    ["[", ""],
    ["[[", "1]]"],
    ['{"a":[', "1]}"],
  ],
  samples: ['{"a":[1,"b",null,{"c":true}],"d":-1.5e3,"e":"\\u00e9\\n"}', '[{"a":1},{"a":2}]'],
};

export const yaml: Dictionary = {
  units: tokens`
    a:␠1␤ a{#}:␠1␤ -␠a␤ -␠ ?␠ :␠ a:␠ [ ] [], { } {a:␠1}, &a␠ *a␠ *a, -␠*a␤ -␠&a{#}␠[*a]␤ <<:␠*a␤
    a{#}:␠&a{#}␠[*a,*a]␤ |␤ >␤ |␤␠␠x␤ #␠c␤ # ' " '' \" \n ---␤ ...␤ %YAML␠1.2␤ !t␠ !!str␠ ␠ ␠␠ ␤ ␤␠␠ ␉ a
    x␠y , ␍␤ << 0x1f 1.5e3 ~
  `,
  pairs: [
    ["[", "]"],
    ["{a: ", "}"],
    ["[a, ", "]"],
    ["- ", ""],
    ["? ", ""],
  ],
  frames: [
    ["a: &a 1\n", ""],
    ["a: &a [1]\nb: [", "]\n"],
    ["a: ", "\n"],
    ["[", "]"],
    ["{", "}"],
    ['"', '"'],
    ["'", "'"],
    ["|\n  ", ""],
    [">\n  ", ""],
    ["# ", "\na: 1"],
  ],
  samples: [
    "a: &x [1, 2]\nb: *x\nc:\n  d: 'e'\n  f: |\n    g\n# h\n",
    "swagger: '2.0'\npaths:\n  /a:\n    x-flow: a.xml\n",
  ],
};

export const xpath: Dictionary = {
  units: tokens`
    a a/ // / . .. ../ @a * a:: child:: following::a/ [1] [ ] ( ) 1 1.5 1␠+␠ 1␠-␠ - a␠or␠ a␠and␠ a␠|␠
    a␠=␠ a␠<␠ div␠ mod␠ 'x' ' " $a $a/b/ not( count( concat('a',␠ 'a',␠ string( text() node() p:a p:* ,
    ␠ ␤ é ??␠ position()␠=␠1␠and␠ a[1]/
  `,
  pairs: [
    ["(", ")"],
    ["a[", "]"],
    ["not(", ")"],
    ["concat('a', ", ")"],
    ["-(", ")"],
    ["a[b[", "]]"],
  ],
  frames: [
    ["1 + ", "1"],
    ["a[", "]"],
    ["concat('a', ", "'b')"],
    ["'", "'"],
    ["a/", "b"],
    ["(", "1)"],
  ],
  samples: [
    "$body/json/items/value[price > 1.5 and not(@sold)]/name",
    "concat('a', string(count(//b | c)), \"d\")",
  ],
};

export const template: Dictionary = {
  units: tokens`
    {{ }} {{␠a␠}} {{␠a␠}}, {{if␠a}} {{else}} {{elseif␠a}} {{end}} {{if␠a}}1,{{end}} {{loop␠a}}
    {{loop␠a}}1{{end}} {{with␠a}} {{//␠c␠}} {{// {{$v␠:=␠1}} {{$v{#}␠:=␠1}} {{:␠a␠|␠b␠}} {{:␠a␠}} {{,}}
    {{␠a␠??␠ ??␠a␠ "a":␠1, "a{#}":␠{{␠a␠}}, " "x␠{{␠a␠}}" [ ] { } 1, , \ \u0041 ␠ ␤ '}}' ' 1
  `,
  pairs: [
    ["[", "]"],
    ['{"a":', "}"],
    ["{{if a}}", "{{end}}"],
    ["{{loop a}}", "{{end}}"],
    ["{{with a}}", "{{end}}"],
    ["{{if a}}1{{else}}", "{{end}}"],
    ["{{loop a}}[", "]{{end}}"],
    ["{{ (", ") }}"],
  ],
  frames: [
    ["[", "1]"],
    ["{", '"z": 1}'],
    ["{{ ", " }}"],
    ['"', '"'],
    ["[{{if a}}1", "{{end}}]"],
    ["{{// ", "}}"],
  ],
  samples: [
    '{ "a": {{ b ?? "c" }}, {{if d}} "e": [ {{loop f}} {{ . }} {{end}} ] {{else}} "g": 1 {{end}} }',
    "{{$x := 1}} [ {{ $x }}, {{// c }} {{with a}} {{: b | c }} {{end}} ]",
  ],
};

export const pattern: Dictionary = {
  units: tokens`
    a a* a+ a? a{2} a{2,} {1,99} (a) (a|b) (a|a)* (?:a) (?=a) (?!a) (?<=a) (?<n{#}>a) (?i) [a-z] [^a]
    [[:alpha:]] [ ] \d \w \s* \b \1 \ \Q \E \x41 \x{1f600} \p{L} ^ $ . .* | a| ( ) * é 😀 #x␤ -
  `,
  pairs: [
    ["(", ")"],
    ["(a|", ")"],
    ["(", ")*"],
    ["(?:a", ")+"],
    ["(?=", ")"],
    ["[", "]"],
    ["(", "){2}"],
  ],
  frames: [
    ["^", "$"],
    ["[", "]"],
    ["(", ")"],
    ["(", ")*"],
    ["a|", "|b"],
  ],
  samples: ["^[a-z]+(-\\d{1,3})?(?:x|y)*$", "(?i)(?<year>\\d{4})-\\1"],
};

export const form: Dictionary = {
  units: tokens`
    a=1& a{#}=1& & = % %41 + a a[]=1& ␍␤--x ␍␤--x␍␤ --x ␍␤ ␍␤␍␤ -- ␍ ␤ ␤--x␤
    ␍␤--x␍␤Content-Disposition:␠form-data;␠name="a"␍␤␍␤1
    ␍␤--x␍␤Content-Disposition:␠form-data;␠name="a{#}"␍␤␍␤1
    ␍␤--x␍␤Content-Disposition:␠form-data;␠name="a"
    ␍␤--x␍␤Content-Disposition:␠form-data;␠name="a";␠filename="f"␍␤␍␤1 Content-Disposition:␠form-data;␠
    Content-Disposition:␠form-data␍␤ name=" name="a";␠ ;␠ ␠; ; name ␠ filename filename* " \ \" : X:␠y␍␤
    Content-Type:␠text/plain;␠charset=utf-8␍␤
  `,
  frames: [
    ["--x\r\n", "\r\n--x--"],
    ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', "\r\n--x--\r\n"],
    ["--x\r\nContent-Disposition: form-data; ", "\r\n\r\n1\r\n--x--\r\n"],
    ['--x\r\nContent-Disposition: form-data; name="', '"\r\n\r\n1\r\n--x--\r\n'],
    ["a=", ""],
  ],
  samples: [
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="g.txt"\r\nContent-Type: text/plain\r\n\r\nh\r\n--x--\r\n',
    "a=1&b=x+y&c=%C3%A9&a=2",
  ],
};

/** Values of header fields; what cannot stand in one is left out by whoever sends it. */
export const field: Dictionary = {
  units: tokens`
    a a,␠ , ,␠ ; ;␠ ␠; = a=b;␠ a{#}=b;␠ a="b";␠ " \ \" ␠ ␉ / * */*,␠ text/html;q=0.5,␠ a/b,␠ a/b;c=d
    ;q=0.1 bytes= 0-1, -1, 1-, 0 9 - W/ "e",␠ W/"e{#}",␠ Bearer␠ Basic␠ YTpi . : @ http://a https://a,␠
    max-age=1,␠ no-cache,␠ max-age= private="a",␠ Mon,␠01␠Jan␠2026␠00:00:00␠GMT charset= boundary= %41 %
    { x-a{#},␠ error:log; debug;
  `,
  frames: [
    ["bytes=", ""],
    ["application/json; charset=", ""],
    ["multipart/form-data; boundary=", ""],
    ['a="', '"'],
    ["Bearer ", ""],
    ["Basic ", ""],
    ["application/", ""],
    ["status=", ""],
  ],
  samples: [
    "bytes=0-1, 5-, -3",
    "text/html;q=0.8, application/json;version=1, */*;q=0.1",
    'multipart/form-data; boundary="x y"; charset=utf-8',
    'W/"a", "b"',
    "max-age=60, stale-while-revalidate=5",
    'session=abc; theme="dark"; x=1',
    "Mon, 02 Nov 2026 10:00:00 GMT",
    "status=200, application/json",
  ],
};

export const url: Dictionary = {
  units: tokens`
    / // a a/ ../ ./ .. %2e%2e/ %2F % %41 %C3%A9 %ff ? & a=1& a{#}=1& = # : @ [ ] :: 1: . - _ ~ ! ( *
    http:// http://[ é \ ␠ a. xn-- {a} {a{#}} {
  `,
  frames: [
    ["/", ""],
    ["http://", ""],
    ["http://[", "]"],
    ["http://a/", ""],
    ["http://a/?", ""],
    ["http://a@", ""],
    ["http://a:", ""],
  ],
  samples: ["http://user:pw@host.test:8080/a/b%20c?d=e&f#g", "/a/../b//c?x=1", "http://[::1]:80/"],
};

export const token: Dictionary = {
  units: tokens`
    a A = . .. eyJhbGciOiJIUzI1NiJ9 eyJhbGciOiJIUzI1NiJ9. e30 W10 - _ + / ␠ ␤ % AAAA MIIB
    -----BEGIN␠PUBLIC␠KEY----- -----END␠PUBLIC␠KEY----- -----
  `,
  frames: [
    ["eyJhbGciOiJIUzI1NiJ9.", ".x"],
    ["eyJhbGciOiJIUzI1NiJ9.e30.", ""],
    ["-----BEGIN PUBLIC KEY-----\n", "\n-----END PUBLIC KEY-----"],
    ["", ".e30.x"],
  ],
  samples: ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.4Adcj3UFYzPUVaVF43FmMab6RlaQD8A9V8wFzzht-KQ"],
};

export const joined = (...all: readonly Dictionary[]): Dictionary => ({
  units: all.flatMap(({ units }) => units),
  pairs: all.flatMap(({ pairs = [] }) => pairs),
  frames: all.flatMap(({ frames = [] }) => frames),
  samples: all.flatMap(({ samples }) => samples),
});
