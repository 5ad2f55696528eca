/**
 * The work that an app counts is the work that it does: whatever a flow repeats, and however long the texts
 * are, a request that runs into `FLOW_MAX_STEPS` has not taken much longer than these steps may. The cases
 * follow from the registries, so that a new function that forgets to count is found. A built app is asked, in
 * a process of its own.
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

const maxSteps = 500_000;

/** Milliseconds of the processor that a request may take: 1 µs a step, where a step takes about 0.1. */
const most = maxSteps / 1000;

/** How often each case is repeated by its flow. */
const rounds = 20_000;

const inXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The items, a text of 300 KB that is deep inside, an element with many attributes, and one with many namespaces. */
const document = [
  `<r>${"<i/>".repeat(rounds)}${"<d>".repeat(150)}<t>${"word &amp; ".repeat(30_000)}</t>${"</d>".repeat(150)}`,
  `<m ${Array.from({ length: 2000 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
  `<n ${Array.from({ length: 2000 }, (_, index) => `xmlns:p${index}="u${index}"`).join(" ")}/></r>`,
].join("");

/** The texts that the client sends as `$a` and `$b`, by the kind that an expression wants. */
const texts = {
  text: "a,b é%41 ".repeat(10_000),
  xml: `<a>${"<a b='1'>x</a>".repeat(500)}</a>`,
  json: JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ a: index % 7, b: "é" }))),
};

const kindFor = (expression: string): keyof typeof texts =>
  /(?:xml|html)-|xmldsig/.test(expression) ? "xml" : /json|sort|array/.test(expression) ? "json" : "text";

interface Case {
  readonly name: string;
  readonly flow: string;
  readonly kind: keyof typeof texts;
}

/** The document is named in one place only, since the build reads it wherever it is. */
const setup = `<flow><eval out="$a">string($body/json/a)</eval><eval out="$b">$a</eval><eval out="$doc">fit-document('big.xml')</eval></flow>`;
const variables = `<sub-flow src="setup.xml"/>`;

const flowOf = (expression: string): string => `${variables}<template>{{ ${inXml(expression)} }}</template>`;

/** Each function, called again for each item. What waits begins anew each time, and lets others work. */
const functionCases = [...functions.values()]
  .filter((definition) => definition.awaits !== true && !isOfStylesheets(definition))
  .flatMap((definition) =>
    expressionsWith(definition).map((call): Case => {
      const expression = `count($doc//i[string(${call}) = 'none'])`;
      return { name: `${definition.name}: ${call}`, flow: flowOf(expression), kind: kindFor(call) };
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
    <xsl:variable name="a" select="string(//t)"/><xsl:template name="t"><xsl:value-of select="//t"/></xsl:template>
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
          "setup.xml": setup,
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

const tooSlow = (name: string, time: number, status: number): string =>
  `${name} works without counting: ${time} ms of the processor with ${maxSteps} steps (status ${status}), and ${most} ms are the most. ` +
  "Give its helper to counted() of runtime/base/counted.ts with what a text costs, or spend() the steps where it visits nodes and makes texts.";

test("there is a case for every instruction", () => {
  expect(Object.keys(instructions).sort()).toEqual([...instructionNames].sort());
});

test("work that is counted takes no longer than its steps", async () => {
  const slow: string[] = [];
  const answered = new Map<number, number>();
  for (const [index, { name, kind }] of cases.entries()) {
    const measured = () => server.measure(`/t/${index}`, { a: texts[kind] });
    const { status, time: first } = await measured();
    // Compiling, garbage and other programs only make a request take longer: the least of three counts.
    const time = first > most ? Math.min(first, (await measured()).time, (await measured()).time) : first;
    answered.set(status, (answered.get(status) ?? 0) + 1);
    if (time > most) slow.push(tooSlow(name, time, status));
    if (process.env.FUZZ_TIMES) appendFileSync(process.env.FUZZ_TIMES, `${time} ${status} ${name}\n`);
  }
  expect(slow).toEqual([]);
  expect([...answered.keys()].sort(), "no internal errors").toEqual([200, 503]);
}, 300_000);
