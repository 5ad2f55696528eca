/** Every function and axis of expressions, with texts of the client as arguments. Derived from the registries. */

import { flowFunctions as functions } from "../../../compiler/constructs/functions/index.js";
import type { FunctionDefinition, Parameter } from "../../../compiler/language/function-definition.js";
import { axes } from "../../../compiler/syntax/xpath.js";
import { type Dictionary, type FlowTarget, tokens } from "../target.js";
import * as words from "./dictionaries.js";

/** The flow sets these from the client's body, which has the same text twice. */
const variables = `<eval out="$a">string($body/json/a)</eval><eval out="$b">string($body/json/b)</eval>`;

const inXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const flowOf = (expression: string): string => {
  // So that each node-set is looked at as a whole, and none is read twice.
  const placeholder = `{{ string-length(string(${inXml(expression)})) }}`;
  return `${variables}<template>${placeholder}</template>`;
};

const privateKey = "string($env/FUZZ_PRIVATE_KEY)";
const directory = "'ldap://127.0.0.1:1'";
const publicKey = "string($env/FUZZ_PUBLIC_KEY)";
const trees = ["xml-parse($a)//node()", "json-parse($a)//*"];
const texts = words.joined(words.text, words.xml, words.json);

interface Described {
  readonly expressions: readonly string[];
  readonly dictionary?: Dictionary;
}

/**
 * Where a client sends the pattern, which the build warns of. What looks whether it is harmless grows fast with its length,
 * up to limits of its own.
 */
const clientPattern = { longest: 1_000, most: 40_000_000 };
const takesPattern = /^(?:join\('', )?(?:matches|replace|split)\('aaab', \$a/;

/** Those whose arguments follow from more than their types. */
const described: Readonly<Record<string, Described>> = {
  "apply-codecs": {
    expressions: [
      ...["base64", "base64url", "url"].flatMap((name) => [
        `apply-codecs($a, '${name}-encode')`,
        `apply-codecs($a, '${name}-decode')`,
      ]),
      "apply-codecs($a, 'deflate')",
      "apply-codecs($a, 'deflate', 'inflate')",
      "apply-codecs($a, 'base64-decode', 'inflate')",
      "apply-codecs($a, $b)",
    ],
    dictionary: words.joined(words.text, words.token),
  },
  "calc-signature": {
    expressions: [`calc-signature($a, ${privateKey})`, "calc-signature('a', $a)"],
    dictionary: words.token,
  },
  "verify-signature": {
    expressions: [
      `verify-signature($a, 'a', ${publicKey})`,
      `verify-signature('a', $a, ${publicKey})`,
      "verify-signature('a', 'a', $a)",
    ],
    dictionary: words.token,
  },
  encrypt: { expressions: [`encrypt($a, ${publicKey})`, "encrypt('a', $a)"], dictionary: words.token },
  decrypt: { expressions: [`decrypt($a, ${privateKey})`, "decrypt('a', $a)"], dictionary: words.token },
  "jwt-encode": {
    expressions: [
      "jwt-encode($a, 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg')",
      "jwt-encode('{}', $a)",
      "jwt-encode(json-parse($a), 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg')",
    ],
    dictionary: words.joined(words.json, words.token),
  },
  "jwt-decode": {
    expressions: [
      "jwt-decode($a, 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg')",
      "jwt-decode('a.b.c', $a)",
      "jwt-decode($a, 'YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg', $b)",
    ],
    dictionary: words.token,
  },
  "verify-xmldsig": {
    expressions: ["verify-xmldsig($a)", "verify-xmldsig(xml-parse($a))"],
    dictionary: words.xml,
  },
  "decrypt-xml": {
    expressions: [`decrypt-xml($a, ${privateKey})`, `decrypt-xml(xml-parse($a), ${privateKey})`],
    dictionary: words.xml,
  },
  // Nothing listens there: what is read of names and filters before that is what counts.
  "ldap-lookup": {
    expressions: [`ldap-lookup(${directory}, $a, $a, $a, $a, $a, $a)`],
    dictionary: words.text,
  },
  "ldap-query": { expressions: [`ldap-query(${directory}, '', '', $a, $a, $a)`], dictionary: words.text },
  "json-doc": { expressions: ["json-doc('fit://request/request/body')//a"], dictionary: words.json },
  "fit-document": { expressions: ["fit-document('fit://request/request/body')//a"], dictionary: words.json },
  lookup: { expressions: ["lookup('fuzz.json', $a)", "lookup('fuzz.json', 'a', $a)"] },
  "file-exists": {
    expressions: ["file-exists($a)", "file-exists(concat('fit://site/', $a))"],
    dictionary: words.url,
  },
  matches: {
    expressions: ["matches($a, '/(a|b)+c?[0-9]/')", "matches('aaab', $a)"],
    dictionary: words.joined(words.text, words.pattern),
  },
  replace: {
    expressions: ["replace($a, '/(a|b)+c?/', '$1')", "replace('aaab', $a, 'b')", "replace($a, '/a/', $b)"],
    dictionary: words.joined(words.text, words.pattern),
  },
  split: {
    expressions: [
      "join('', split($a, '/,|a+b/'))",
      "join('', split($a, ','))",
      "join('', split('aaab', $a))",
    ],
    dictionary: words.joined(words.text, words.pattern),
  },
  sort: {
    expressions: [
      "sort(json-parse($a), '')",
      "sort(json-parse($a), 'a')",
      "sort(json-parse($a), 'number(a)', true())",
      "sort(json-parse('[1,2]'), $a)",
    ],
    dictionary: words.json,
  },
  "xml-parse": { expressions: ["count(xml-parse($a)//node())"], dictionary: words.xml },
  "html-parse": { expressions: ["count(html-parse($a)//node())"], dictionary: words.html },
  "json-parse": { expressions: ["count(json-parse($a)//node())"], dictionary: words.json },
  "json-to-csv": { expressions: ["json-to-csv(json-parse($a))"], dictionary: words.json },
  "json-to-xml": { expressions: ["fit-serialize(json-to-xml(json-parse($a)))"], dictionary: words.json },
  "xml-to-json": {
    expressions: [
      "json-stringify(xml-to-json(xml-parse($a)))",
      "json-stringify(xml-to-json(json-to-xml(json-parse($a))))",
    ],
    dictionary: words.joined(words.xml, words.json),
  },
  id: {
    expressions: ["id($a)", "count(xml-parse($a)//*[id('a b c')])", "count(xml-parse($a)//*[id(@b)])"],
    dictionary: words.xml,
  },
  lang: {
    expressions: ["count(xml-parse($a)//*[lang('de')])", "count(xml-parse($a)//*[lang($b)])"],
    dictionary: words.xml,
  },
  last: {
    expressions: ["count(xml-parse($a)//*[last()])", "count(json-parse($a)//*[position() = last()])"],
    dictionary: texts,
  },
  position: { expressions: ["count(xml-parse($a)//*[position() > 1])"], dictionary: words.xml },
  "has-class": {
    expressions: [
      "count(html-parse($a)//*[has-class('a')])",
      "has-class($a, html-parse('<p class=\"a b\">')/p)",
    ],
    dictionary: words.html,
  },
  "get-log": { expressions: ["fit-serialize(get-log())"] },
};

/** Calls with a text of the client at each place of its own, and at all at once. */
export function callsOf({ name, parameters }: FunctionDefinition): readonly string[] {
  if (parameters.length === 0) return [`concat(${name}(), $a)`];
  const call = (given: readonly string[]): string => `${name}(${given.join(", ")})`;
  const plain = parameters.map(plainArgument);
  const single = parameters.flatMap((parameter, index) =>
    fromClient(parameter).map((argument) => call(plain.with(index, argument))),
  );
  // Another text for each second place: what compares two texts knows at once that one is the other.
  const all = call(
    parameters.map((parameter, index) => {
      const argument = fromClient(parameter)[0] ?? plainArgument(parameter);
      return index % 2 === 0 ? argument : argument.replace("$a", "$b");
    }),
  );
  return [...new Set([...single, all])];
}

const plainArgument = ({ type }: Parameter): string =>
  ({ string: "'a'", number: "2", boolean: "true()", nodes: "$body/json/a", any: "'a'" })[type];

function fromClient({ type }: Parameter): readonly string[] {
  switch (type) {
    case "string":
      return ["$a"];
    case "number":
      return ["number($a)"];
    case "boolean":
      return [];
    case "nodes":
      return trees;
    case "any":
      return ["$a", ...trees];
    default:
      return type satisfies never;
  }
}

const target = (name: string, expression: string, dictionary: Dictionary): FlowTarget => ({
  name: `${name}: ${expression}`,
  dictionary,
  flow: flowOf(expression),
  ...(takesPattern.test(expression) ? clientPattern : {}),
});

const functionTargets: readonly FlowTarget[] = [...functions.values()].flatMap((definition) => {
  const { dictionary = texts } = described[definition.name] ?? {};
  return expressionsWith(definition).map((expression) =>
    target(`function/${definition.name}`, expression, dictionary),
  );
});

/** Expressions with calls of a function, in which `$a` and `$b` are texts of the client. */
export function expressionsWith(definition: FunctionDefinition): readonly string[] {
  return described[definition.name]?.expressions ?? callsOf(definition);
}

/** Trees of many shapes; what is malformed is for the readers. */
const tree: Dictionary = {
  units: tokens`
    <a/> <b/> x <a>x</a> <a␠b='1'/> <a><b/></a> <b><a/><a/></b> <!--c--> <a␠xmlns:p{#}='u'/>
  `,
  pairs: [
    ["<a>", "</a>"],
    ["<a><b/>", "</a>"],
    ["<a>", "<b/></a>"],
    ["<b>", "</b>"],
    ["<a xmlns:p{#}='u'>", "</a>"],
  ],
  frames: [
    ["<r>", "</r>"],
    ["<r>", "<b/></r>"],
    ["<r><b/>", "</r>"],
    ["<r xmlns:p='u' c='1'>", "</r>"],
  ],
  samples: ["<r><a><b/><a>1</a></a><b/><a>2</a></r>"],
};

const axisTargets: readonly FlowTarget[] = axes.flatMap((axis) =>
  [
    `count(xml-parse($a)//*/${axis}::node())`,
    `count(xml-parse($a)//*/${axis}::b)`,
    `count(xml-parse($a)//a[${axis}::b])`,
    `count(xml-parse($a)//*[not(${axis}::c)])`,
    `count(xml-parse($a)//*[count(${axis}::*) = 1])`,
    `count(xml-parse($a)//*/${axis}::*[1])`,
    `count(xml-parse($a)//*/${axis}::*[last()])`,
  ].map((expression) => target(`axis/${axis}`, expression, tree)),
);

const jsonAxisTargets: readonly FlowTarget[] = axes.flatMap((axis) =>
  [`count(json-parse($a)//*/${axis}::*)`, `count(json-parse($a)//*[${axis}::b])`].map((expression) =>
    target(`axis/${axis}`, expression, words.json),
  ),
);

const expressionTargets: readonly FlowTarget[] = [
  "count(xml-parse($a)//*[. = 'x'])",
  "xml-parse($a)//a = xml-parse($a)//b",
  "xml-parse($a)//a != xml-parse($a)//b",
  "xml-parse($a)//a < xml-parse($a)//b",
  "count(xml-parse($a)//a | xml-parse($a)//b | //a)",
  "count((xml-parse($a)//a | xml-parse($a)//b)[2])",
  "count(xml-parse($a)//a//b)",
  "count(xml-parse($a)//*//*//*)",
  "count(xml-parse($a)//*/../*)",
  "count(xml-parse($a)//*[../b])",
  "count(xml-parse($a)//*[.//b])",
  "count(xml-parse($a)//*[string(.) = 'x'])",
  "sum(xml-parse($a)//*)",
  "count(json-parse($a)/*[a = 1])",
  "json-parse($a)//a = json-parse($b)//a",
].map((expression) => target("expression", expression, expression.includes("json") ? words.json : tree));

/** Each node is compared with all others, since the flow asks for that: the steps of a request end it. */
const comparisonTarget: FlowTarget = {
  ...target("expression", "count(xml-parse($a)//a[. = //b])", tree),
  most: 60_000_000,
};

/** Reading an input makes many results; the flow writes them, so that they are all there. */
const templates: readonly (readonly [name: string, template: string, dictionary: Dictionary])[] = [
  ["placeholder", "{{ $body/json/a }}", words.text],
  ["json", "{{ json-parse($a) }}", words.json],
  ["loop", "[ {{loop json-parse($a)}} {{ . }} {{end}} ]", words.json],
  ["nested loop", "[ {{loop json-parse($a)}} [ {{loop .}} {{ . }} {{end}} ] {{end}} ]", words.json],
  ["loop with parent", "[ {{loop json-parse($a)}} {{ count(..) }} {{end}} ]", words.json],
  ["loop with position", "[ {{loop json-parse($a)}} {{ position() + last() }} {{end}} ]", words.json],
  ["loop over nodes", "[ {{loop array(xml-parse($a)//a)}} {{ name() }} {{end}} ]", tree],
  ["pairs", "{ {{: json-parse($a)/* }} }", words.json],
  ["named pairs", '{ {{loop json-parse($a)}} {{ name() }}: {{ . }}, {{end}} "z": 1 }', words.json],
  ["with", '{{with json-parse($a)}} { "a": {{ a ?? . }} } {{end}}', words.json],
  ["variable", "{{$v := json-parse($a)}} [ {{ $v }}, {{ $v }} ]", words.json],
  ["text", '{{if $a}} "{{ string-length($a) }}" {{else}} {{ $b }} {{end}}', words.text],
];

const templateTargets: readonly FlowTarget[] = templates.map(([name, template, dictionary]) => ({
  name: `template/${name}`,
  dictionary,
  flow: `${variables}<template>${template}</template>`,
}));

export const expressionFlows: readonly FlowTarget[] = [
  ...functionTargets,
  ...axisTargets,
  ...jsonAxisTargets,
  ...expressionTargets,
  comparisonTarget,
  ...templateTargets,
];
