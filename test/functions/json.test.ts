import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { inXml, type Sample, samples } from "../support/samples.js";
import { value } from "./value.js";

const alerts =
  (topic: string, message: RegExp): NonNullable<Sample["check"]> =>
  ({ log }) =>
    expect(log).toMatchObject([{ topic, message: expect.stringMatching(message) }]);

/** An expression over `$x`, which a template sets. */
const over = (json: string, expression: string, expected: unknown, rest: Partial<Sample> = {}): Sample => ({
  name: `${expression} over ${json}`,
  flow: `<template out="$x">${json}</template><template>{{ ${expression} }}</template>`,
  json: expected,
  ...rest,
});

const xml = (text: string, expression: string, expected: unknown, rest: Partial<Sample> = {}): Sample => ({
  name: `${expression} over ${text}`,
  flow: `<eval out="$x">xml-parse('${inXml(text)}')</eval><template>{{ ${expression} }}</template>`,
  json: expected,
  ...rest,
});

samples("json-parse", [
  value("json-parse('{\"active\":true}')/active = true()", true),
  value('json-parse(\'{"a":{"b":[1,2]}}\')/a/b/value[2]', 2),
  value("json-parse('[1,2]')", [1, 2]),
  value("json-parse('5')", 5),
  value("json-parse('5') + 1", 6),
  value("json-parse('\"\"')", ""),
  value("boolean(json-parse('\"\"'))", true),
  value("boolean(json-parse('false'))", true),
  value("count(json-parse('null'))", 1),
  value("name(json-parse('7'))", "json"),
  value("json-parse('nope')", null),
  over('{"description":"{\\"a\\":[1]}"}', "json-parse($x/description)/a", [1]),
  value("count(json-parse(''))", 0),
  value('json-parse(\'{"__proto__":{"a":1}}\')/__proto__/a', 1),
  value("json-parse('{\"a\":1}')/constructor", null),
  {
    name: "into a variable and back",
    flow: `<eval out="$x">json-parse(json-stringify($body))</eval><template>{{ $x/a }}</template>`,
    request: { json: { a: [1, { b: null }] } },
    json: [1, { b: null }],
  },
  {
    name: "of a number into a variable stays a node",
    flow: `<eval out="$x">json-parse("5")</eval><template>[ {{ count($x) }}, {{ $x }} ]</template>`,
    json: [1, 5],
  },
]);

samples("json-stringify", [
  value("json-stringify(true())", "true"),
  value("json-stringify(42)", "42"),
  value("json-stringify('foo')", '"foo"'),
  value("json-stringify('a/b\"')", '"a/b\\""'),
  value("json-stringify(1 div 0)", "null"),
  value("json-stringify($nothing)", "null"),
  value("json-stringify(json-parse('[1, 2]'))", "[1,2]"),
  over('{"foo":"bar"}', "json-stringify($x)", '{"foo":"bar"}'),
  over('{"foo":"bar"}', "json-stringify($x, true())", '{\n  "foo": "bar"\n}'),
  over('{"foo":"bar"}', "json-stringify($x/foo)", '"bar"'),
  over('{"a":1}', "json-stringify($x, $x/b)", '{"a":1}'),
  { ...value("json-stringify($body)", '{"a":"1"}'), request: { json: { a: "1" } } },
]);

const csv = '1,  foo ,true\r\n2,"ba, r",false\r\n3.21,"q""u""x",true\r\n,,\r\n';

samples("json-to-csv", [
  over('[[1,"  foo ",true],[2,"ba, r",false],[3.21,"q\\"u\\"x",true],["",null,""]]', "json-to-csv($x)", csv),
  over(
    '[{"A":1,"B":"  foo ","C":true},{"A":2,"B":"ba, r","C":false},{"A":3.21,"B":"q\\"u\\"x","C":true},{"A":"","B":null,"C":""}]',
    "json-to-csv($x)",
    csv,
  ),
  over('[["a\\nb"]]', "json-to-csv($x)", '"a\nb"\r\n'),
  over("[]", "json-to-csv($x)", ""),
  over("[[],{}]", "json-to-csv($x)", "\r\n\r\n"),
  over("[1]", "json-to-csv($x)", "", { check: alerts("json-to-csv", /array of arrays or objects/) }),
  over("[null]", "json-to-csv($x)", "", { check: alerts("json-to-csv", /array/) }),
  over("[[[1]]]", "json-to-csv($x)", "", { check: alerts("json-to-csv", /array/) }),
  over('{"a":[1]}', "json-to-csv($x)", "", { check: alerts("json-to-csv", /array/) }),
]);

samples("json-to-xml and xml-to-json", [
  value("json-to-xml('{\"a\":[1]}')/json/a/value", 1),
  value("name(json-to-xml('[]')/*/@*)", "array"),
  value("count(json-to-xml('{'))", 0),
  value('xml-to-json(json-to-xml(\'{"a":[1,null,"x"]}\'))', '{"a":[1,null,"x"]}'),
  value("xml-to-json(json-to-xml('{\"a\":[1]}')/json/a)", "[1]"),
  over('{"a b":true}', "xml-to-json($x)", '{"a b":true}'),
  xml(
    '<json object=""><a number="">1.50</a><b boolean="">true</b><c null=""/><json-element name="d e" string="">x</json-element><f array=""><value string="">y</value></f></json>',
    "xml-to-json($x)",
    '{"a":1.5,"b":true,"c":null,"d e":"x","f":["y"]}',
  ),
  xml("<a>b</a>", "xml-to-json($x)", "", { check: alerts("xml-to-json", /Object XML Notation/) }),
  over('{"a":1,"b":2}', "xml-to-json($x/*)", "", { check: alerts("xml-to-json", /One single node/) }),
  over("{}", "xml-to-json($x/none)", "", { check: alerts("xml-to-json", /One single node/) }),
]);

/** An XML document that declares something, and comes with the request. */
const document = (declaration: string, content: string, json: unknown): Sample => ({
  ...value(
    "xml-parse($request/get/x)",
    json,
    `${new URLSearchParams({ x: `<!DOCTYPE a [${declaration}]>${content}` })}`,
  ),
  name: declaration,
});

samples("xml-parse", [
  xml('<root foo="bar"><x/></root>', "$x/root/@foo", "bar"),
  xml("<list><item>1</item><item>2</item></list>", "$x/list/item[1]", "1"),
  {
    ...value("xml-parse('<a><b></a>')", null),
    check: alerts("xml-parse", /line 1/),
  },
  { ...value("count(xml-parse(''))", 0), check: alerts("xml-parse", /root element/i) },
  document('<!ENTITY b "c">', "<a>&b;</a>", "c"),
  document('<!ENTITY b SYSTEM "file:///etc/passwd">', "<a>x&b;</a>", "x"),
  {
    ...document('<!ENTITY b "&b;&b;">', "<a>&b;</a>", null),
    check: alerts("xml-parse", /Entities nest too deep in b at line 1/),
  },
  document('<!ENTITY b "<c>&d;</c>"><!ENTITY d "e">', "<a>&b;</a>", "e"),
  xml("<a><?p x ??></a>", "$x/a/processing-instruction('p')", "x ?"),
  xml("<\u{10000}><\u{2f800}>1</\u{2f800} ></\u{10000}>", "$x", "1"),
  { ...xml("< a/>", "$x", null), check: alerts("xml-parse", /Unexpected < at line 1, column 1/) },
  xml('<!DOCTYPE a [<!ATTLIST b k ID #IMPLIED>]><a><b k="x">found</b></a>', "$x/a[id('x')]", "found"),
  ...[
    ["id('1')", ["A"]],
    ["id('2 4')", ["B", "D"]],
    ["id('3')", ["B"]],
    ["id('5')", []],
    ["id('6')", ["C"]],
    ["id(//@k)", ["A", "B", "D"]],
    ["id(id('4')/@see)", ["A", "B"]],
  ].map(([expression, json]) => ({
    name: `${expression} of declared attributes`,
    flow: `<eval out="$x">xml-parse($body)</eval><template in="$x">[ {{loop array(${expression})}} {{ string(.) }} {{end}} ]</template>`,
    request: {
      body: `<!DOCTYPE a [<!ENTITY % more "<!ATTLIST c j ID #IMPLIED>">
        <!ATTLIST b k ID "1" l ID #IMPLIED see IDREFS #IMPLIED>%more;]>
        <a><b>A</b><b k="3" l=" 2 ">B</b><c j="6">C</c><b k="4" see="1 2">D</b><d k="5">E</d></a>`,
    },
    json,
  })),
]);

const namedItems =
  '<json array=""><a number="">1</a><json-element name="b c" number="">2</json-element></json>';

samples("array", [
  over('{"users":[{"name":"Alice"},{"name":"Bob"}]}', "array($x/users//name)", ["Alice", "Bob"]),
  over('{"a":{"b":[1,2]}}', "array($x/a/b)", [[1, 2]]),
  over('{"a":{"b":[1,2]}}', "array($x/a/b/value)", [1, 2]),
  over('{"a":null}', "array($x/a)", [null]),
  over("{}", "array($x/a)", []),
  xml("<l><i>1</i><i>2</i></l>", "array($x/l/i)", ["1", "2"]),
  xml("<l><i>1</i><i>2</i></l>", "array($x//text())", ["1", "2"]),
  xml("<l><i>1</i></l>", "array($x)", ["1"]),
  {
    name: "keeps the structure of XML",
    flow: `<eval out="$x">xml-parse('&lt;l xmlns:p="urn:p">&lt;i>&lt;n>1&lt;/n>&lt;p:m>2&lt;/p:m>&lt;/i>&lt;i>&lt;n>3&lt;/n>&lt;/i>&lt;/l>')</eval><template>[ {{loop array($x/l/i)}} [ {{ n }}, {{ p:m }}, {{ namespace-uri(p:m) }} ] {{end}} ]</template>`,
    json: [
      ["1", "2", "urn:p"],
      ["3", null, ""],
    ],
  },
  {
    name: "of attributes has names and values",
    flow: `<eval out="$x">xml-parse('&lt;l a="b" c="d"/>')</eval><template>{ {{loop array($x/l/@*)}} {{ @name }}: {{ . }} {{end}} }</template>`,
    json: { a: "b", c: "d" },
  },
  xml('<l a="b"/>', "name(array($x/l/@a)/*)", "value"),
  xml('<l a="b"/>', "array($x/l/@a)/value/@name", "a"),
  over('{"a":1,"b c":2}', "fit-serialize(array($x/*), false())", namedItems),
  over('{"a":{"b":1}}', "array($x/a)/a/b", 1),
  over('{"a":{"b":1}}', "name(array($x/a/b)/*)", "b"),
  over('{"a":1,"b":2}', "count(array($x/*)/value)", 0),
  over('{"a":[1]}', "count(array($x/a/value)/value)", 1),
  over('{"a":1,"b":2}', "json-stringify(array($x/*)/b)", "2"),
  over('{"a":1,"b":2}', 'join(",", array($x/*))', "1,2"),
  over('{"a":1,"b":2}', "sort(array($x/*), 'name()', true())", [2, 1]),
  over('{"a":1}', "array(array($x/a))", [[1]]),
  over('{"a":1}', "name(array($x)/*)", "json"),
  over('{"__proto__":1}', "array($x/*)/__proto__", 1),
  {
    name: "keeps names in a loop",
    flow: `<template out="$x">{ "o": { "a": 1, "b": [true, null], "c d": "e" } }</template><template>{ {{loop array($x/o/*)}} {{ name() }}: {{ . }} {{end}} }</template>`,
    json: { a: 1, b: [true, null], "json-element": "e" },
  },
  {
    name: "keeps names in a variable",
    flow: `<template out="$x">{ "o": { "a": 1 } }</template><eval out="$y">array($x/o/a)</eval><template>[ {{ $y }}, {{loop $y}} {{ name() }}, {{ @number }} {{end}} ]</template>`,
    json: [[1], "a", ""],
  },
  {
    name: "keeps names as context and for pairs",
    flow: `<template out="$x">{ "a": 1, "b": { "c": 2 } }</template><template>[ {{with array($x/*)}} {{ b/c }}, { {{: * }} } {{end}} ]</template>`,
    json: [2, { a: 1, b: { c: 2 } }],
  },
  {
    name: "keeps the name of the context node",
    flow: `<template out="$x">{ "a": 1 }</template><template>[ {{with $x/a}} {{ array() }}, {{ array(.)/a }}, {{loop array()}} {{ name() }} {{end}} {{end}} ]</template>`,
    json: [[1], 1, "a"],
  },
  {
    name: "of the context node",
    flow: `<template out="$x">[1, [2]]</template><template>[ {{loop $x}} {{ array() }} {{end}} ]</template>`,
    json: [[1], [[2]]],
  },
]);

samples("array-reverse", [
  value("json-stringify(array-reverse(json-parse('[2,1,3]')))", "[3,1,2]"),
  over("[[1],[2]]", "array-reverse($x)", [[2], [1]]),
  over("[]", "array-reverse($x)", []),
  over('{"a":1}', "array-reverse($x)", null),
  over('{"a":[1,2]}', "array-reverse($x/a)", [2, 1]),
  xml("<l><i>1</i><i>2</i></l>", "array-reverse(array($x/l/i))", ["2", "1"]),
  {
    name: "leaves its argument as it is",
    flow: `<template out="$x">[1, 2]</template><eval out="$y">array-reverse($x)</eval><template>[ {{ $x }}, {{ $y }}, {{ $y/value[1] }} ]</template>`,
    json: [[1, 2], [2, 1], 2],
  },
]);

const people = '[{"id":3,"name":"A"},{"id":1,"name":"C"},{"id":2,"name":"B"}]';

samples("sort", [
  value("json-stringify(sort(json-parse('[2,1,3]')))", "[1,2,3]"),
  value("json-stringify(sort(json-parse('[2,1,3]'), '', true()))", "[3,2,1]"),
  over(people, "sort($x, 'id')/value/name", "C"),
  over(people, "json-stringify(array(sort($x, 'id')/value/id))", "[1,2,3]"),
  over(people, "json-stringify(array(sort($x, 'id', true())/value/id))", "[3,2,1]"),
  over(people, "json-stringify(array(sort($x, 'name')/value/name))", '["A","B","C"]'),
  over(people, "json-stringify(array(sort($x, 'id', false())/value/id))", "[1,2,3]"),
  over(people, "json-stringify(array(sort($x, '-id')/value/id))", "[3,2,1]"),
  over(
    people,
    'json-stringify(array(sort($x, \'translate(name, "ABC", "213")\')/value/name))',
    '["B","A","C"]',
  ),
  over(people, "json-stringify(array(sort($x, 'last() - position()')/value/id))", "[2,1,3]"),
  over(people, "json-stringify(array(sort($x, 'string(../value[1]/id - id)')/value/id))", "[3,2,1]"),
  over("[10,9,1]", "sort($x)", [1, 9, 10]),
  over('["10","9","b","a","B"]', "sort($x)", ["10", "9", "B", "a", "b"]),
  over('["a",2,true,null,1,false,[3]]', "sort($x)", [null, false, true, 1, 2, [3], "a"]),
  over(
    '[{"k":1,"n":1},{"n":2},{"k":1,"n":3},{"k":0,"n":4}]',
    "json-stringify(array(sort($x, 'k')/value/n))",
    "[2,4,1,3]",
  ),
  over(
    '[{"k":1,"n":1},{"n":2},{"k":1,"n":3}]',
    "json-stringify(array(sort($x, 'k', true())/value/n))",
    "[1,3,2]",
  ),
  over(
    '[{"__proto__":2},{"__proto__":1}]',
    "json-stringify(sort($x, '__proto__'))",
    '[{"__proto__":1},{"__proto__":2}]',
  ),
  over('{"a":[2,1]}', "sort($x/a)", [1, 2]),
  over('{"a":[2,1]}', "sort($x)", null),
  over("[]", "sort($x)", []),
  over(people, "sort($x, $request/get/key)/value[1]/name", "A", { request: { query: "key=name" } }),
  over('[{"a":{"b":2}},{"a":{"b":1}}]', "sort($x, concat('a', '/b'))/value[1]/a/b", 1),
  over(people, "sort($x, $request/get/key)", null, {
    request: { query: "key=name%5B1%5D" },
    check: alerts("sort", /must be a path of names/),
  }),
  {
    name: "items of XML, by a path in them",
    flow: `<eval out="$x">xml-parse('&lt;l>&lt;i>&lt;n>2&lt;/n>&lt;/i>&lt;i>&lt;n>10&lt;/n>&lt;/i>&lt;i>&lt;n>1&lt;/n>&lt;/i>&lt;/l>')</eval><template>[ {{loop sort(array($x/l/i), "number(n)")}} {{ n }} {{end}} ]</template>`,
    json: ["1", "2", "10"],
  },
  {
    name: "by a variable",
    flow: `<eval out="$sign">-1</eval><template out="$x">[1, 3, 2]</template><template>{{ sort($x, ". * $sign") }}</template>`,
    json: [3, 2, 1],
  },
]);

findings("Arguments of functions on JSON", {
  "a string where sort takes an array": {
    flow: `<template>{{ sort("a") }}</template>`,
    finds: "error",
    message: /FLOW2007/,
  },
  "a sorting key that is no XPath": {
    flow: `<template>{{ sort($body/json, "a[") }}</template>`,
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2001/,
  },
  "a sorting key with an unknown function": {
    flow: `<template>{{ sort($body/json, "lower(a)") }}</template>`,
    finds: "error",
    message: /FLOW2003 There is no function lower\(\)/,
  },
  "a sorting key with a variable that nothing sets": {
    flow: `<template>{{ sort($body/json, "$nothing") }}</template>`,
    finds: "warning",
    message: /\$nothing/,
  },
  "a sorting key that reads the body": `<template>{{ sort($body/json/l, "$body/json/a") }}</template>`,
});
