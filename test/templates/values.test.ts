/** Template commands that make one value: placeholder, dot, `??`, and local variables. */
import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { rendered, renderedXml } from "./rendered.js";

const account = { account: { name: "ada", mail: "ada@example.com", id: 17 } };
const typed = { s: "", t: 'a "b"\n', n: -1.5, b: false, z: null, a: [1, [2]], o: { "x y": 1 }, e: {} };

const logsOneNumber = { check: ({ log }: { log: readonly unknown[] }) => expect(log).toHaveLength(1) };

samples("Placeholder", [
  rendered('{ "user": {{ account/name}}, "id": {{ account/id }}, "admin": {{ account/id = 0 }} }', account, {
    user: "ada",
    id: 17,
    admin: false,
  }),
  rendered("{{ account }}", account, account.account),
  rendered("{{ . }}", typed, typed),
  rendered(
    "[ {{ s }}, {{ t }}, {{ n }}, {{ b }}, {{ z }}, {{ a }}, {{ o }}, {{ e }} ]",
    typed,
    Object.values(typed),
  ),
  rendered("{{ a/value }}", typed, 1),
  rendered("{ 'a': ['', 'b c', {{ n }}] }", typed, { a: ["", "b c", -1.5] }),
  rendered("{{ n | s }}", typed, ""),
  rendered("[ {{ none }}, {{ none/of/this }}, {{ s/none }} ]", typed, [null, null, null]),
  rendered("[ {{ name(n/@*) }}, {{ n/@number }} ]", typed, ["number", ""]),
  rendered("{{ 0 div 0 }}", typed, null, logsOneNumber),
  rendered("{{ 1 div 0 }}", typed, null, logsOneNumber),
  rendered(
    "[ {{ 1 }}, {{ 1.50 }}, {{ -0.5 }}, {{ 123456789012 * 1000000 }} ]",
    {},
    [1, 1.5, -0.5, 123456789012000000],
  ),
  rendered("[ {{ 'it\\'}}, {{ \"}}\" }}, {{ '{{' }} ]", {}, ["it\\", "}}", "{{"]),
  rendered("{ {{ s }}: 1 }".replace("s", "string(t)"), typed, { 'a "b"\n': 1 }),
  rendered('"{{ 1 + 1 }} and {{ true() }}"', {}, "2 and true"),
  rendered("{{ __proto__/constructor }}", JSON.parse('{"__proto__": {"constructor": 1}}'), 1),
  rendered("[ {{ constructor }}, {{ __proto__ }}, {{ toString }} ]", {}, [null, null, null]),
  renderedXml(
    "[ {{ name }}, {{ @id }}, {{ list/item }}, {{ . }}, {{ none }} ]",
    '<r id="1"><name>Ada</name><list><item>2</item><item>3</item></list></r>',
    ["Ada", "1", "2", "Ada23", null],
  ),
  renderedXml("[ {{ text() }}, {{ comment() }} ]", "<r>a<!--b--></r>", ["a", "b"]),
  renderedXml(
    "[ {{ n }}, {{ b }}, {{ o }}, {{ z }} ]",
    '<json object=""><n number="">1</n><b boolean="">true</b><o object=""><p string="">x</p></o><z null=""/></json>',
    [1, true, { p: "x" }, null],
  ),
]);

findings("Placeholders that cannot be", {
  "without white space": {
    flow: "<template>{{a}}</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3002/,
  },
  "a name that is a number": {
    flow: "<template>{ {{ 1 + 1 }}: 1 }</template>",
    finds: "error",
    message: /0\.xml:2:13 error FLOW3009 .*a property name must be a string/,
  },
  "a name that may be a number": {
    flow: "<template>{ {{ a }}: 1 }</template>",
    finds: "warning",
    message: /0\.xml:2:13 warning FLOW3010 .*a property name must be a string/,
  },
  "but an attribute is a string": `<template in="$body">{ {{ @a }}: 1 }</template>`,
  "a string in quotes": {
    flow: `<template>"a {{ "b" }}"</template>`,
    finds: "error",
    message: /0\.xml:2:14 error FLOW3009 .*brings its own quotes/,
  },
  "an expression that is no XPath": {
    flow: "<template>{{ a == 1 }}</template>",
    finds: "error",
    message: /0\.xml:2:17 error FLOW2001/,
  },
  "an unknown function": {
    flow: "<template>{{ concatt('a') }}</template>",
    finds: "error",
    message: /0\.xml:2:14 error FLOW2003/,
  },
});

samples("Dot", [
  ...Object.values(typed).map((each) => rendered("{{.}}", each, each)),
  rendered("{{. }}", typed, typed),
  rendered("[ {{loop a}} {{.}}, {{ . }} {{end}} ]", typed, [1, 1, [2], [2]]),
  rendered("{{with o}} {{.}} {{else}} 0 {{end}}", typed, { "x y": 1 }),
  rendered("{ {{loop .}} {{.}}: {{.}} {{end}} }", ["a", "b"], { a: "a", b: "b" }),
  renderedXml("{{.}}", "<r>a<b>c</b></r>", "ac"),
  { name: "{{.}} without a context", flow: `<template in="">{{.}}</template>`, json: null },
  {
    name: "{{.}} of a string",
    flow: `<eval out="$url">"https://example.com/?a=b"</eval><template in="$url">{ "url": {{.}}, "same": {{ . }} }</template>`,
    json: { url: "https://example.com/?a=b", same: "https://example.com/?a=b" },
  },
]);

findings("Dots that cannot be", {
  "with a path behind it": {
    flow: "<template>{{./a}}</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3002/,
  },
});

const person = { mail: "ada@example.com", nick: "", age: 0, active: false, phone: null, tags: [], deep: {} };

samples("??", [
  rendered('{ "name": {{ user/name ?? "unknown" }} }', {}, { name: "unknown" }),
  rendered('{ "name": {{ name ?? mail ?? "unknown" }} }', person, { name: "ada@example.com" }),
  rendered('{ "name": {{ name ?? phone ?? "unknown" }} }', person, { name: "unknown" }),
  rendered(
    "[ {{ nick ?? 1 }}, {{ age ?? 1 }}, {{ active ?? 1 }}, {{ tags ?? 1 }}, {{ deep ?? 1 }} ]",
    person,
    ["", 0, false, [], {}],
  ),
  rendered("{{ none ?? phone }}", person, null),
  rendered("{{ 'a' ?? 'b' }}", person, "a"),
  rendered("{{ false() ?? 'b' }}", person, false),
  rendered("{{ number(phone) ?? 2 }}", person, 2, { check: ({ log }) => expect(log).toStrictEqual([]) }),
  rendered("[ {{ 1 div age ?? 'infinite' }}, {{ age ?? 1 }}, {{ number(age) ?? 1 }} ]", person, [
    "infinite",
    0,
    0,
  ]),
  rendered("{{$x := number(nick) ?? 7 }}{{ $x + 1 }}", person, 8),
  rendered(
    "[ {{if none ?? phone ?? true()}} 1 {{else}} 2 {{end}}, {{if none ?? active = 'true'}} 1 {{else}} 2 {{end}} ]",
    person,
    [1, 2],
  ),
  rendered("{{if none}} 1 {{elseif phone ?? mail}} 2 {{else}} 3 {{end}}", person, 2),
  rendered("[ {{loop none ?? tags}} 1 {{end}} ]", person, []),
  rendered("[ {{loop none ?? .}} {{.}} {{end}} ]", [1, 2], [1, 2]),
  rendered("{{with none ?? mail}} {{.}} {{else}} 0 {{end}}", person, "ada@example.com"),
  rendered("{ {{: none ?? age }} }", person, { age: 0 }),
  rendered("{{ '??' ?? 'x' }}", person, "??"),
  rendered("{{ none??'x' }}", person, "x"),
]);

findings("?? that cannot be", {
  "in the argument of a function": {
    flow: "<template>{{ concat(a ?? 'b', 'c') }}</template>",
    finds: "error",
    message: /0\.xml:2:23 error FLOW3008/,
  },
  "in a predicate": {
    flow: "<template>{{ a[b ?? c] }}</template>",
    finds: "error",
    message: /0\.xml:2:18 error FLOW3008/,
  },
  "without an operand": {
    flow: "<template>{{ a ?? }}</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2005/,
  },
  "outside of a template": {
    flow: `<eval out="$x">a ?? b</eval>`,
    finds: "error",
    message: /0\.xml:2:18 error FLOW2001/,
  },
});

samples("Local variables", [
  rendered("{{$x := a }}{{ $x/value[2] }}", typed, [2]),
  rendered('{{$s := t }}{{$n := n }}{{$b := b }}[ {{ concat($s, "!") }}, {{ $n * 2 }}, {{ $b }} ]', typed, [
    'a "b"\n!',
    -3,
    false,
  ]),
  rendered('{{$i := 0 }}{{$i := $i + 1 }}{{$j := $i }}{{$i := "Hey" }}[ {{ $i }}, {{ $j }} ]', {}, [
    "Hey",
    1,
  ]),
  rendered("{{$x:=1}}{{ $x }}", {}, 1),
  rendered("{{$_a-b9 := 1 }}{{ $_a-b9 }}", {}, 1),
  rendered("{{$__proto__ := 1 }}{{$constructor := 2 }}[ {{ $__proto__ }}, {{ $constructor }} ]", {}, [1, 2]),
  rendered("{{$all := //value }}[ {{ count($all) }}, {{ $all[last()] }} ]", typed, [3, 2]),
  rendered('{{$sum := 0 }}{ {{loop .}} {{$sum := $sum + . }} {{end}} "sum": {{ $sum }} }', [1, 2, 3], {
    sum: 6,
  }),
  rendered("[ {{loop .}} {{$double := . * 2 }} {{ $double }} {{end}} ]", [1, 2], [2, 4]),
  rendered("{{$outer := o }}{{with a}} {{ $outer }} {{else}} 0 {{end}}", typed, { "x y": 1 }),
  rendered("{{if b}} {{$x := 1 }} {{end}} {{ $x ?? 'not set' }}", {}, "not set"),
  {
    name: "hide variables of the flow, without changing them",
    flow: `<eval out="$x">1</eval><template out="$y">{{$x := 2 }}{{$env := "mine" }}[ {{ $x }}, {{ $env }} ]</template><template>[ {{ $y }}, {{ $x }}, {{ string($env) = "mine" }} ]</template>`,
    json: [[2, "mine"], 1, false],
  },
  {
    name: "are not set in the next template",
    flow: `<template out="$y">{{$answer := 42 }}{{ $answer }}</template><template>[ {{ $y }}, {{ $answer }} ]</template>`,
    json: [42, null],
  },
  {
    name: "can be XML",
    flow: `<eval out="$x"><![CDATA[xml-parse('<r><i src="a"/><i src="b"/></r>')]]></eval><template in="$x">{{$src := //*/@src }}[ {{ count($src) }}, {{ $src }}, {{ array($src) }} ]</template>`,
    json: [2, "a", ["a", "b"]],
  },
]);

findings("Local variables that cannot be", {
  "with a name that begins with a digit": {
    flow: "<template>{{$1 := 1 }} 1</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3002/,
  },
  "with = instead of :=": {
    flow: "<template>{{$a = 1 }} 1</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3002/,
  },
  "with a space before the name": {
    flow: "<template>{{ $a := 1 }}</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2001/,
  },
  "without a value": {
    flow: "<template>{{$a := }} 1</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2005/,
  },
  "read in another template": {
    flow: "<template>{{$answer := 42 }}{{ $answer }}</template><template>{{ $answer }}</template>",
    finds: "warning",
    message: /FLOW4027 Nothing sets \$answer/,
  },
});
