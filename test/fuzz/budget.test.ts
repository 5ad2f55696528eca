/**
 * The work that an app counts is the work that it does: a step takes about as long whatever a flow repeats, and
 * whatever its texts are like. The cases follow from the registries, so that a new function that forgets to count is
 * found. A built app is asked, in a process of its own; its time of the processor is compared with its own counter.
 */
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { functions } from "../../compiler/constructs/functions/index.js";
import { isOfStylesheets } from "../../compiler/language/function-definition.js";
import { instructionNames } from "../../compiler/parse/stylesheet/grammar.js";
import { Session } from "../../compiler/session/session.js";
import type { TemplatePart } from "../../compiler/syntax/template.js";
import { axes } from "../../compiler/syntax/xpath.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { type MeasuredProcess, serveMeasured } from "../support/measured.js";
import { apiFiles } from "../support/samples.js";
import { callsOf, expressionsWith } from "./targets/functions.js";

const maxSteps = 300_000;

/** How much longer than the median a step may take, at least once in some tries. */
const mostTimes = 5;
const tries = 5;

/** What fewer steps take is mostly the request itself. */
const leastSteps = maxSteps / 3;

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

/** Each function, called again for each item. What waits begins anew each time, and lets others work. */
const functionCases = [...functions.values()]
  .filter((definition) => definition.awaits !== true && !isOfStylesheets(definition))
  .flatMap((definition) =>
    expressionsWith(definition).map((call): Case => {
      const expression = `count($doc//i[string(${call}) = 'none'])`;
      return {
        name: `${definition.name}: ${call}`,
        flow: flowOf(expression, itemVariables),
        kind: kindFor(call),
      };
    }),
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
const commands: Readonly<Record<Exclude<TemplatePart["kind"], "text" | "comment">, string>> = {
  placeholder: "{{ $a }}",
  dot: "{{ . }}",
  comma: "1 {{,}}",
  pairs: "{ {{: $x/* }} }",
  define: "{{$v := string($x)}} {{ string-length($v) }}",
  if: "{{if contains($x, '!')}} 1 {{else}} 2 {{end}}",
  loop: "[ {{loop $x}} {{ a }} {{end}} ]",
  with: "{{with $x}} {{ value[last()]/a }} {{end}}",
};

const commandCases = Object.entries(commands).map(
  ([name, command]): Case => ({
    name: `{{${name}}}`,
    flow: `${variables}<eval out="$x">json-parse($a)</eval><template>[ {{loop $x}} {{loop $x}} ${inXml(command)} {{end}} {{end}} ]</template>`,
    kind: "json",
  }),
);

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
  message: "",
  fallback: "",
};

/** `xsl:message` writes a line of the log each time; and `xsl:fallback` does nothing by itself. */
const isQuiet = (name: string): boolean => instructions[name] !== "";

const sheet = (content: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:exsl="http://exslt.org/common" xmlns:math="http://exslt.org/math" xmlns:set="http://exslt.org/sets" xmlns:str="http://exslt.org/strings">
    <xsl:key name="a" match="*" use="."/>
    <xsl:variable name="body" select="document('fit://request/request/body')"/>
    <xsl:variable name="a" select="string($body/json/a)"/><xsl:variable name="b" select="string($body/json/b)"/><xsl:template name="t"><xsl:value-of select="//t"/></xsl:template>
    <xsl:template match="/"><o><xsl:for-each select="//i">${content}</xsl:for-each></o></xsl:template>
    <xsl:template match="d" priority="-9"><xsl:value-of select="."/></xsl:template>
  </xsl:stylesheet>`;

const sheetCalls: Readonly<Record<string, readonly string[]>> = {
  "xsl:document": [],
  "xsl:missing": [],
  "xsl:current": ["current()"],
  "xsl:system-property": ["system-property('xsl:version')"],
  "xsl:element-available": ["element-available('xsl:if')"],
  "xsl:function-available": ["function-available('key')"],
  "xsl:key": ["key('a', $a)", "key('a', //d)"],
  "xsl:format-number": ["format-number(1.5, '')", "format-number(1.5, '0x0')", "format-number(1.5, $a)"],
};

const sheetContents = [
  ...[...instructionNames].filter(isQuiet).map((name) => [`xsl:${name}`, instructions[name] ?? ""] as const),
  ...[...functions.values()].filter(isOfStylesheets).flatMap((definition) => {
    const calls = sheetCalls[definition.name] ?? callsOf(definition).map(ofDocument);
    return calls.map((call) => [call, `<xsl:value-of select="${inXml(call)}"/>`] as const);
  }),
];

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

const cases: readonly Case[] = [...functionCases, ...nodeCases, ...commandCases, ...sheetCases];

let server: MeasuredProcess;

beforeAll(async () => {
  const { files, diagnostics } = await new Session().build(
    inputOf(
      apiFiles(Object.fromEntries(cases.map(({ flow }, index) => [`/${index}`, flow])), {
        files: {
          "big.xml": document,
          "items.xml": items,
          "setup.xml": setup,
          "item-setup.xml": itemSetup,
          "fuzz.json": '{ "a": "b" }',
          ...Object.fromEntries(
            sheetContents.map(([, content], index) => [`sheet${index}.xsl`, sheet(content)]),
          ),
        },
      }),
    ),
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ span, message }) => `${span?.source.path}: ${message}`)).toEqual([]);
  const directory = scratchDirectory("fuzz-budget");
  writeFiles(directory, files);
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  server = await serveMeasured(directory, {
    FLOW_MAX_STEPS: String(maxSteps),
    FUZZ_PRIVATE_KEY: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
    FUZZ_PUBLIC_KEY: String(keys.publicKey.export({ type: "spki", format: "pem" })),
  });
}, 120_000);

afterAll(() => server?.stop());

test("there is a case for every instruction", () => {
  expect(Object.keys(instructions).sort()).toEqual([...instructionNames].sort());
});

/** A case with texts of one shape. Shapes that differ only in what the flow does not read are left out. */
interface Run {
  readonly name: string;
  readonly path: string;
  readonly texts: Texts;
}

const runs: readonly Run[] = cases.flatMap(({ name, flow, kind }, index) => {
  const isRead = ["$a", "$b"].map((variable) => flow.includes(variable) || name.includes(variable));
  const read = new Set<string>();
  return Object.entries(shapes).flatMap(([shape, { [kind]: texts }]): readonly Run[] => {
    const seen = JSON.stringify(texts.filter((_, place) => isRead[place]));
    if (read.has(seen)) return [];
    read.add(seen);
    return [{ name: `${name}, ${shape}`, path: `/t/${index}`, texts }];
  });
});

/** Nanoseconds of the processor for each step that the app has counted. */
async function measure({ path, texts: [a, b] }: Run) {
  const { status, time, steps } = await server.measure(path, { a, b });
  return { status, time: (time * 1e6) / Math.max(steps, leastSteps) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

test("a step takes about as long, whatever is counted", async () => {
  const measured: { readonly run: Run; readonly status: number; readonly time: number }[] = [];
  // The documents are read, and the way of requests is compiled.
  for (const run of runs.slice(0, 20)) await measure(run);
  for (const run of runs) measured.push({ run, ...(await measure(run)) });
  expect([...new Set(measured.map(({ status }) => status))].sort(), "no internal errors").toEqual([200, 503]);
  const most = mostTimes * median(measured.map(({ time }) => time));
  const slow: string[] = [];
  for (const { run, time: first } of measured) {
    let time = first;
    // Compiling, garbage and other programs only make a request take longer: the least time counts.
    for (let count = 1; time > most && count < tries; count++)
      time = Math.min(time, (await measure(run)).time);
    if (time > most) slow.push(`${run.name}: ${time.toFixed()} ns, and ${most.toFixed()} ns are the most`);
    if (process.env.FUZZ_TIMES) appendFileSync(process.env.FUZZ_TIMES, `${time.toFixed()} ${run.name}\n`);
  }
  expect(
    slow,
    "These work without counting. Give the helper to counted() of runtime/base/counted.ts with what a text costs, or " +
      "spend() the steps where it visits nodes, searches and makes texts.",
  ).toEqual([]);
}, 900_000);
