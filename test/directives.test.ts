/** Comments that silence warnings: docs/diagnostics.md, "Silencing a warning". */
import { describe, expect, test } from "vitest";
import { diagnose, type Files } from "./support/compile.js";
import { flowFile } from "./support/samples.js";

interface Case {
  readonly name: string;
  readonly files: Files;
  /** The codes of the remaining findings; none by default. */
  readonly finds?: readonly string[];
}

const swagger = "swagger: '2.0'\npaths: { /x: { x-flow: x.xml } }\n";

/** A flow directory with one flow. */
const flow = (content: string, more: Files = {}): Files => ({
  "swagger.yaml": swagger,
  "x.xml": flowFile(content),
  ...more,
});

/** A flow directory with one API description. */
const api = (text: string, name = "swagger.yaml"): Files => ({ [name]: text, "x.xml": "<flow/>" });

function cases(title: string, list: readonly Case[]): void {
  describe(title, () => {
    test.each(list)("$name", async ({ files, finds = [] }) => {
      expect((await diagnose(files)).map(({ code }) => code)).toEqual(finds);
    });
  });
}

cases("a comment in a flow", [
  {
    name: "silences the next line",
    files: flow(`<!-- flowc-ignore FLOW4004 -->\n<eval output="$a">1</eval>`),
  },
  { name: "silences its own line", files: flow(`<eval output="$a">1</eval> <!-- flowc-ignore FLOW4004 -->`) },
  {
    name: "silences all warnings of that code",
    files: flow(`<!-- flowc-ignore FLOW4004 -->\n<eval a="" b="">1</eval>`),
  },
  {
    name: "may give a reason",
    files: flow(
      `<!-- flowc-ignore FLOW4004: read by another tool,\n see FLOW4010 -->\n<eval output="$a">1</eval>`,
    ),
  },
  {
    name: "may name several codes",
    files: flow(`<!-- flowc-ignore FLOW4004, FLOW4010 -->\n<eval out="$a_b" b="">1</eval>`),
  },
  {
    name: "may stand on top of another one",
    files: flow(
      `<!-- flowc-ignore FLOW4004: one -->\n<!-- flowc-ignore FLOW4010: other -->\n<eval out="$a_b" b="">1</eval>`,
    ),
  },
  {
    name: "is for all lines of a tag",
    files: flow(`<!-- flowc-ignore FLOW4004 -->\n<eval\n  out="$a"\n  output="$a">1</eval>`),
  },
  {
    name: "may stand behind a tag of several lines",
    files: flow(`<eval\n  output="$a"\n> <!-- flowc-ignore FLOW4004 -->1</eval>`),
  },
  {
    name: "may stand inside an expression",
    files: flow(`<template>{ "a": {{ concat(\n  <!-- flowc-ignore FLOW4027 -->\n  $b, 'c') }} }</template>`),
  },
  {
    name: "silences no other code",
    files: flow(`<!-- flowc-ignore FLOW4010 -->\n<eval output="$a">1</eval>`),
    finds: ["FLOW1029", "FLOW4004"],
  },
  {
    name: "on a line of its own silences nothing before it",
    files: flow(`<eval output="$a">1</eval>\n<!-- flowc-ignore FLOW4004 -->`),
    finds: ["FLOW4004", "FLOW1029"],
  },
  {
    name: "behind something silences nothing on the next line",
    files: flow(`<eval>1</eval> <!-- flowc-ignore FLOW4004 -->\n<eval output="$a">1</eval>`),
    finds: ["FLOW1029", "FLOW4004"],
  },
  {
    name: "silences nothing two lines below",
    files: flow(`<!-- flowc-ignore FLOW4004 -->\n\n<eval output="$a">1</eval>`),
    finds: ["FLOW1029", "FLOW4004"],
  },
  {
    name: "that only mentions it is no directive",
    files: flow(
      `<!-- as flowc-ignore FLOW4004 does -->\n<!-- flowc-ignored FLOW4004 -->\n<eval output="$a">1</eval>`,
    ),
    finds: ["FLOW4004"],
  },
  {
    name: "in a CDATA section is text",
    files: flow(
      `<template out="$a"><![CDATA["<!-- flowc-ignore FLOW4004 -->"]]></template>\n<eval output="$a">1</eval>`,
    ),
    finds: ["FLOW4004"],
  },
  {
    name: "in a stylesheet that silences nothing is reported",
    files: flow(`<xslt src="a.xsl" in="$body"/>`, {
      "a.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
        <!-- flowc-ignore FLOW4004 --></xsl:stylesheet>`,
    }),
    finds: ["FLOW1029"],
  },
]);

const comma = `{ {{if $request/get/b}} "b": 1, {{end}} }`;

cases("a comment in a template", [
  {
    name: "silences the next line",
    files: flow(`<template>\n  {{// flowc-ignore FLOW3010: the client is lax }}\n  ${comma}\n</template>`),
  },
  {
    name: "silences its own line",
    files: flow(`<template>\n  ${comma} {{// flowc-ignore FLOW3010 }}\n</template>`),
  },
  {
    name: "silences in a file of its own, however many actions use it",
    files: flow(`<template src="t.json"/>\n<template src="t.json" out="$a"/>`, {
      "t.json": `{{// flowc-ignore FLOW3010 }}\n${comma}\n`,
    }),
  },
  {
    name: "is for all lines of a command",
    files: flow(`<template src="t.json"/>`, {
      "t.json": `{ "a":\n{{// flowc-ignore FLOW4027 }}\n{{ concat(\n  $b, 'c') }} }`,
    }),
  },
  {
    name: "of XML is text in a file of its own",
    files: flow(`<template src="t.json"/>`, { "t.json": `[ "<!-- flowc-ignore FLOW4027 -->", {{ $b }} ]` }),
    finds: ["FLOW4027"],
  },
  {
    name: "is none in a string",
    files: flow(`<template>[ {{ concat("{{// flowc-ignore FLOW4027 }", $b) }} ]</template>`),
    finds: ["FLOW4027"],
  },
]);

cases("a comment in an API description", [
  {
    name: "silences the next line",
    files: api("# flowc-ignore FLOW1122: of another tool\nx-flow-innit: a\npaths: { /x: { x-flow: x.xml } }"),
  },
  {
    name: "silences its own line",
    files: api("x-flow-innit: a # flowc-ignore FLOW1122\npaths: { /x: { x-flow: x.xml } }"),
  },
  {
    name: "is found behind scalars of all styles",
    files: api(
      `a: |\n  # flowc-ignore FLOW1122\nb: "# flowc-ignore FLOW1122"\nc: '#' # c\nd: { e: 'f # g' } # h\nx-flow-innit: a # flowc-ignore FLOW1122\npaths: { /x: { x-flow: x.xml } }`,
    ),
  },
  {
    name: "is none in a block scalar",
    files: api("paths: { /x: { x-flow: x.xml } }\nx-note: |\n  # flowc-ignore FLOW1122\nx-flow-innit: a"),
    finds: ["FLOW1122"],
  },
  {
    name: "silences that another one is in use",
    files: { ...flow(""), "openapi.yaml": "# flowc-ignore FLOW1201: for the documentation\nopenapi: 3.0.0" },
  },
  {
    name: "cannot be written in JSON",
    files: api(
      `{ "x-comment": "# flowc-ignore FLOW1122",\n"x-flow-innit": "a", "paths": { "/x": { "x-flow": "x.xml" } } }`,
      "swagger.json",
    ),
    finds: ["FLOW1122"],
  },
]);

cases("a directive", [
  { name: "needs a code", files: flow("<!-- flowc-ignore -->"), finds: ["FLOW1027"] },
  { name: "needs a code that exists", files: flow("<!-- flowc-ignore FLOW4099 -->"), finds: ["FLOW1027"] },
  {
    name: "cannot silence an error",
    files: flow(`<!-- flowc-ignore FLOW4002 -->\n<evaluate/>`),
    finds: ["FLOW1028", "FLOW4002"],
  },
  {
    name: "is not called unused while an error hides what else there is",
    files: flow(`<evaluate/>\n<!-- flowc-ignore FLOW4027 -->\n<eval>$b</eval>`),
    finds: ["FLOW4002"],
  },
  {
    name: "is called unused by each of its codes",
    files: flow(`<!-- flowc-ignore FLOW4004 FLOW4010 FLOW4027 -->\n<eval a="">1</eval>`),
    finds: ["FLOW1029", "FLOW1029"],
  },
  {
    name: "cannot silence what is said of directives",
    files: flow("<!-- flowc-ignore FLOW1029 -->\n<!-- flowc-ignore FLOW4004 -->"),
    finds: ["FLOW1029", "FLOW1029"],
  },
]);
