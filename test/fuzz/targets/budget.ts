/**
 * The cases of the budget: each function, axis, template command and instruction of XSLT, called again for each of many
 * items, with texts of each shape.
 */

import { commands } from "../../../compiler/constructs/commands/index.js";
import { functions } from "../../../compiler/constructs/functions/index.js";
import { type FunctionDefinition, isOfStylesheets } from "../../../compiler/language/function-definition.js";
import { instructionNames } from "../../../compiler/parse/stylesheet/grammar.js";
import { axes } from "../../../compiler/syntax/xpath.js";
import type { Files } from "../../support/compile.js";
import { apiFiles } from "../../support/samples.js";
import { callsOf, expressionsWith } from "./functions.js";

/** How often each case is repeated by its flow. */
const rounds = 10_000;

const inXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The items, a text of 100 KB that is deep inside, an element with many attributes, and one with many namespaces. */
const document = [
  `<r>${"<i/>".repeat(rounds)}${"<d>".repeat(150)}<t>${"word &amp; ".repeat(10_000)}</t>${"</d>".repeat(150)}`,
  `<m ${Array.from({ length: 2000 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
  `<n ${Array.from({ length: 2000 }, (_, index) => `xmlns:p${index}="u${index}"`).join(" ")}/></r>`,
].join("");

type Kind = "text" | "xml" | "json";
type Texts = readonly [a: string, b: string];

/** The texts that the client sends as `$a` and `$b`, by the kind that an expression wants. */
const long: Readonly<Record<Kind, string>> = {
  text: "a,b é%41 ".repeat(10_000),
  xml: `<a>${"<a b='1'>x</a>".repeat(500)}</a>`,
  json: JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ a: index % 7, b: "é" }))),
};

const run = "a".repeat(40_000);

/** How the texts of a client may relate to each other, and to what a function wants. */
const shapes: Readonly<Record<string, Readonly<Record<Kind, Texts>>>> = {
  short: { text: ["a,b", "b"], xml: ["<a/>", "<b/>"], json: ["[1]", "[2]"] },
  long: { text: [long.text, "none"], xml: [long.xml, "<b/>"], json: [long.json, "[2]"] },
  "the second one long": { text: ["none", long.text], xml: ["<b/>", long.xml], json: ["[2]", long.json] },
  equal: { text: [long.text, long.text], xml: [long.xml, long.xml], json: [long.json, long.json] },
  "equal up to the end": {
    text: [`${run}a`, `${run}b`],
    xml: [`<a>${run}a</a>`, `<a>${run}b</a>`],
    json: [`["${run}a"]`, `["${run}b"]`],
  },
  "nearly in each other": {
    text: [run, `${run.slice(0, 10_000)}b${run.slice(0, 10_000)}`],
    xml: [`<a>${run}</a>`, `<a>${run.slice(0, 10_000)}b${run.slice(0, 10_000)}</a>`],
    json: [`["${run}"]`, `["${run.slice(0, 10_000)}b${run.slice(0, 10_000)}"]`],
  },
  "a few characters all over": {
    text: ["a".repeat(80_000), "aaaaab"],
    xml: [`<a>${"a ".repeat(40_000)}</a>`, "<a>aaaab</a>"],
    json: [`["${run}"]`, '["aaaab"]'],
  },
  digits: {
    text: ["1".repeat(80_000), "1"],
    xml: [`<a>${"7".repeat(80_000)}</a>`, "<a>7</a>"],
    json: [`[${"7".repeat(20_000)}]`, "[7]"],
  },
  "white space": {
    text: [`${" ".repeat(80_000)}x`, " "],
    xml: [`<a ${"\n".repeat(80_000)}/>`, "<a> </a>"],
    json: [`["${" ".repeat(80_000)}"]`, '[" "]'],
  },
  invalid: {
    text: ["%ff%c3%28".repeat(10_000), "%zz"],
    xml: ["<a b='1'>&#1;".repeat(7000), "<a"],
    json: [`${"[".repeat(1500)}"\\ud800`, "[1,"],
  },
  "invalid as Base64": {
    text: ["/f//".repeat(20_000), "="],
    xml: [`<a>${"]]".repeat(40_000)}>`, "&"],
    json: [`[${'"\\u0000",'.repeat(8000)}`, "nul"],
  },
  "without an end": {
    text: [`${"(".repeat(2000)}${"\\".repeat(40_000)}`, "'"],
    xml: ["<b><p>".repeat(13_000), "<!--"],
    json: ['{"a":'.repeat(13_000), '"'],
  },
};

const kindFor = (expression: string): Kind =>
  /(?:xml|html)-|xmldsig/.test(expression) ? "xml" : /json|sort|array/.test(expression) ? "json" : "text";

interface Case {
  readonly name: string;
  readonly flow: string;
  readonly kind: Kind;
}

/** Functions are repeated for items alone, which are soon read. */
const items = `<r>${"<i/>".repeat(rounds)}</r>`;

/** The document is named in one place only, since the build reads it wherever it is. */
const setup = `<flow><eval out="$a">string($body/json/a)</eval><eval out="$b">string($body/json/b)</eval><eval out="$doc">fit-document('big.xml')</eval></flow>`;
const itemSetup = setup.replace("big.xml", "items.xml");
const variables = `<sub-flow src="setup.xml"/>`;
const itemVariables = `<sub-flow src="item-setup.xml"/>`;

const flowOf = (expression: string, setting = variables): string =>
  `${setting}<template>{{ ${inXml(expression)} }}</template>`;

const callsIn = (repeat: (call: string) => string, isWanted: (definition: FunctionDefinition) => boolean) =>
  [...functions.values()]
    .filter((definition) => !isOfStylesheets(definition) && isWanted(definition))
    .flatMap((definition) =>
      expressionsWith(definition).map(
        (call): Case => ({
          name: `${definition.name}: ${call}`,
          flow: flowOf(repeat(call), itemVariables),
          kind: kindFor(call),
        }),
      ),
    );

/** Each function, called again for each item. */
const functionCases = callsIn(
  (call) => `count($doc//i[string(${call}) = 'none'])`,
  ({ awaits }) => awaits !== true,
);

/** What waits begins anew each time, and lets others work, so that only a single call has a bound. */
const waitingCases = callsIn(
  (call) => `string-length(string(${call}))`,
  ({ awaits }) => awaits === true,
);

const nodeCases = [
  ...axes.flatMap((axis) => [`count(${axis}::node())`, `string(${axis}::*[last()])`]),
  ...["d", "t", "m", "n"].flatMap((name) => [
    `string(//${name})`,
    `number(//${name})`,
    `//${name} = 'x'`,
    `string-length(//${name})`,
    `string(//${name}/@*[last()])`,
    `count(//${name}/namespace::*)`,
    `fit-serialize(//${name})`,
    `json-stringify(//${name})`,
    `count(/r/${name} | //t)`,
  ]),
  "sum(//*)",
  "string(/)",
  "count(//d[string-length(.) > 5])",
  "$a = concat($b, 'x')",
].map(
  (call): Case => ({
    name: call,
    flow: flowOf(`count($doc//*[string(${call}) = 'none'])`),
    kind: "text",
  }),
);

/** In a loop over items of JSON. */
const samplesOfCommands: Readonly<Record<string, string>> = {
  placeholder: "{{ $a }}",
  dot: "{{ . }}",
  comma: "1 {{,}}",
  pairs: "{ {{: $x/* }} }",
  define: "{{$v := string($x)}} {{ string-length($v) }}",
  if: "{{if contains($x, '!')}} 1 {{else}} 2 {{end}}",
  loop: "[ {{loop $x}} {{ a }} {{end}} ]",
  with: "{{with $x}} {{ value[last()]/a }} {{end}}",
};

const commandCases = [...commands.values, ...commands.signs, ...commands.blocks].map(({ name }): Case => {
  const sample = samplesOfCommands[name];
  if (sample === undefined) throw new Error(`The command ${name} has no sample here.`);
  return {
    name: `{{${name}}}`,
    flow: `${variables}<eval out="$x">json-parse($a)</eval><template>[ {{loop $x}} {{loop $x}} ${inXml(sample)} {{end}} {{end}} ]</template>`,
    kind: "json",
  };
});

/** In a loop over the items of the document. */
const instructions: Readonly<Record<string, string>> = {
  "apply-templates": '<xsl:apply-templates select="//d"/>',
  "apply-imports": "<xsl:apply-imports/>",
  "call-template": '<xsl:call-template name="t"/>',
  "for-each": '<xsl:for-each select="//t/node()"><xsl:sort/>x</xsl:for-each>',
  if: '<xsl:if test="//d = 1">x</xsl:if>',
  choose: '<xsl:choose><xsl:when test="//d = 1">x</xsl:when><xsl:otherwise>y</xsl:otherwise></xsl:choose>',
  variable: '<xsl:variable name="v"><xsl:value-of select="//d"/></xsl:variable><xsl:value-of select="$v"/>',
  attribute: '<e><xsl:attribute name="a"><xsl:value-of select="//t"/></xsl:attribute></e>',
  element: '<xsl:element name="{name()}"><xsl:copy-of select="//n"/></xsl:element>',
  "processing-instruction":
    '<xsl:processing-instruction name="p"><xsl:value-of select="//t"/></xsl:processing-instruction>',
  comment: '<xsl:comment><xsl:value-of select="//t"/></xsl:comment>',
  text: "<xsl:text>x</xsl:text>",
  "value-of": '<xsl:value-of select="//d"/>',
  copy: '<xsl:for-each select="//n"><xsl:copy/></xsl:for-each>',
  "copy-of": '<xsl:copy-of select="//m"/>',
  number: '<xsl:number level="any" count="*"/><xsl:number value="5" format="{//t}"/>',
};

/** Left out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "xsl:message": "it writes a line of the log each time",
  "xsl:fallback": "it does nothing by itself",
  "xsl:document": "the build reads what it names; what it has of requests is in the setup of each stylesheet",
  "xsl:missing": "no stylesheet can name it",
};

const sheet = (content: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:exsl="http://exslt.org/common" xmlns:math="http://exslt.org/math" xmlns:set="http://exslt.org/sets" xmlns:str="http://exslt.org/strings">
    <xsl:key name="a" match="*" use="."/>
    <xsl:variable name="body" select="document('fit://request/request/body')"/>
    <xsl:variable name="a" select="string($body/json/a)"/><xsl:variable name="b" select="string($body/json/b)"/><xsl:template name="t"><xsl:value-of select="//t"/></xsl:template>
    <xsl:template match="/"><o><xsl:for-each select="//i">${content}</xsl:for-each></o></xsl:template>
    <xsl:template match="d" priority="-9"><xsl:value-of select="."/></xsl:template>
  </xsl:stylesheet>`;

const sheetCalls: Readonly<Record<string, readonly string[]>> = {
  "xsl:current": ["current()"],
  "xsl:system-property": ["system-property('xsl:version')"],
  "xsl:element-available": ["element-available('xsl:if')"],
  "xsl:function-available": ["function-available('key')"],
  "xsl:key": ["key('a', $a)", "key('a', //d)"],
  "xsl:format-number": ["format-number(1.5, '')", "format-number(1.5, '0x0')", "format-number(1.5, $a)"],
};

const sheetContents = [
  ...Object.entries(instructions).map(([name, content]) => [`xsl:${name}`, content] as const),
  ...[...functions.values()]
    .filter(isOfStylesheets)
    .flatMap((definition) =>
      sheetCallsOf(definition).map((call) => [call, `<xsl:value-of select="${inXml(call)}"/>`] as const),
    ),
];

function sheetCallsOf(definition: FunctionDefinition): readonly string[] {
  if (Object.hasOwn(leftOut, definition.name)) return [];
  return sheetCalls[definition.name] ?? callsOf(definition).map(ofDocument);
}

/** Names of functions of XSLT are written without the prefix, and their nodes are those of the document. */
function ofDocument(call: string): string {
  return call
    .replace(/^xsl:/, "")
    .replaceAll(/(?:xml|json)-parse\(\$a\)\/\/(?:node\(\)|\*)/g, "//node()")
    .replaceAll("$body/json/a", "//t");
}

const sheetCases = sheetContents.map(
  ([name], index): Case => ({
    name,
    flow: `${variables}<xslt src="sheet${index}.xsl" in="$doc"/>`,
    kind: "text",
  }),
);

interface Heavy {
  readonly name: string;
  readonly flow: string;
  readonly text: string;
  /** Milliseconds of the processor, if it may take more than others. */
  readonly most?: number;
}

const tree = `<eval out="$d">xml-parse($a)</eval>`;
const manyElements = `<r>${"<i/>".repeat(23_000)}</r>`;
const deep = (levels: number, length: number): string =>
  `${"<d>".repeat(levels)}${"x".repeat(length)}${"</d>".repeat(levels)}`;

/** What took long until its steps were over, with all steps that a request has by default. */
const heavyCases: readonly Heavy[] = [
  { name: "count(//*) for each element", call: "count($d//*[count(//*) > 0])", text: manyElements },
  { name: "join() for each element", call: "count($d//*[join(',', //*) = 'x'])", text: manyElements },
  { name: "sum() for each element", call: "count($d//*[sum(//*) = 0])", text: manyElements },
  {
    name: "json-to-xml() for each item",
    call: "count($doc//i[count(json-to-xml(json-parse($a))//*) = 0])",
    text: JSON.stringify(Array.from({ length: 8000 }, (_, index) => ({ a: index }))),
  },
  {
    name: "json-to-xml() of deep arrays for each item",
    call: "count($doc//i[count(json-to-xml(json-parse($a))//*) = 0])",
    text: `${"[".repeat(900)}${"]".repeat(900)}`,
  },
  {
    name: "string-length() of a deep tree",
    call: "count($d//*[string-length() > 3])",
    text: deep(2000, 80_000),
  },
  {
    name: "string-length() of a deep tree of 1 MB",
    call: "count($d//*[string-length() > 3])",
    text: deep(2000, 900_000),
    most: 1500,
  },
  {
    name: "html-parse() of unclosed elements",
    call: "count($doc//i[count(html-parse($a)//*) = 0])",
    text: "<b><p>".repeat(16_000),
  },
  {
    name: "html-parse() of 1 MB of unclosed elements",
    call: "count(html-parse($a)//*)",
    text: "<b><p>".repeat(160_000),
    most: 1500,
  },
].map(({ name, call, text, most }) => ({
  name,
  flow: flowOf(call, call.includes("$d//") ? `${itemVariables}${tree}` : itemVariables),
  text,
  ...(most === undefined ? {} : { most }),
}));

const repeatedCases: readonly Case[] = [...functionCases, ...nodeCases, ...commandCases, ...sheetCases];
const cases: readonly Case[] = [...repeatedCases, ...waitingCases];

/** Functions and instructions of the registries that no case has, and that are not left out. */
export const missing: readonly string[] = [
  ...[...functions.values()]
    .filter((definition) =>
      isOfStylesheets(definition)
        ? sheetCallsOf(definition).length === 0
        : !cases.some(({ name }) => name.startsWith(`${definition.name}: `)),
    )
    .map(({ name }) => name),
  ...[...instructionNames].filter((name) => !Object.hasOwn(instructions, name)).map((name) => `xsl:${name}`),
].filter((name) => !Object.hasOwn(leftOut, name));

/** The app with a path for each case. */
export const budgetFiles: Files = apiFiles(
  Object.fromEntries([...[...cases, ...heavyCases].map(({ flow }, index) => [`/${index}`, flow] as const)]),
  {
    files: {
      "big.xml": document,
      "items.xml": items,
      "setup.xml": setup,
      "item-setup.xml": itemSetup,
      "fuzz.json": '{ "a": "b" }',
      ...Object.fromEntries(sheetContents.map(([, content], index) => [`sheet${index}.xsl`, sheet(content)])),
    },
  },
);

/** A case with texts of one shape. Shapes that differ only in what the flow does not read are left out. */
export interface Run {
  readonly name: string;
  readonly path: string;
  readonly texts: Texts;
}

export const runs: readonly Run[] = runsOf(repeatedCases, 0);

export const waitingRuns: readonly Run[] = runsOf(waitingCases, repeatedCases.length);

function runsOf(list: readonly Case[], first: number): readonly Run[] {
  return list.flatMap(({ name, flow, kind }, index) => {
    const isRead = ["$a", "$b"].map((variable) => flow.includes(variable) || name.includes(variable));
    const read = new Set<string>();
    return Object.entries(shapes).flatMap(([shape, { [kind]: texts }]): readonly Run[] => {
      const seen = JSON.stringify(texts.filter((_, place) => isRead[place]));
      if (read.has(seen)) return [];
      read.add(seen);
      return [{ name: `${name}, ${shape}`, path: `/t/${first + index}`, texts }];
    });
  });
}

export const heavyRuns = heavyCases.map(({ name, text, most }, index) => ({
  name,
  path: `/t/${cases.length + index}`,
  texts: [text, ""] as const,
  ...(most === undefined ? {} : { most }),
}));
