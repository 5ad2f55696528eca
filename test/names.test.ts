/** Names change nothing: apps with names of globals, of the runtime, of each other, are like any other. */

import { afterAll, expect, test } from "vitest";
import { helpers } from "../compiler/code/helpers.js";
import { Session } from "../compiler/session/session.js";
import { type Files, inputOf, scratchDirectory, writeFiles } from "./support/compile.js";
import { tscStrict } from "./support/project.js";
import { served } from "./support/served.js";
import type { RunningProcess } from "./support/servers.js";

/** Names that code may have a use for itself. All are names of variables and files, too. */
const words =
  `process console setInterval setImmediate crypto performance fetch URL Buffer global require module exports
  Object Array Map Set Number String Promise Error JSON Math RegExp Symbol undefined NaN Infinity globalThis eval
  listen runtime result app flows tests Hono service text item position prefixes current node stylesheet template output
  class await let static async arguments default new null true yield enum interface implements package
  constructor prototype hasOwnProperty toString length name __proto__ a b e t at2 $1 app_default`.split(
    /\s+/,
  );
const names = [...new Set([...words, ...helpers])].filter((name) => /^[A-Za-z_]\w*$/.test(name));

const sheet = (name: string, index: number) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" omit-xml-declaration="yes"/>
  <xsl:variable name="${name}" select="${index}"/>
  <xsl:key name="${name}" match="r" use="."/>
  <xsl:template match="/"><xsl:call-template name="same"/><xsl:apply-templates mode="${name}"/></xsl:template>
  <xsl:template name="same"><xsl:param name="${name}" select="$${name}"/>
    <xsl:element name="{concat('x', $${name})}"><xsl:call-template name="${name}"/></xsl:element></xsl:template>
  <xsl:template name="${name}"><xsl:variable name="${name}"><xsl:value-of select="${index} + 1"/></xsl:variable>
    <xsl:attribute name="{concat('y', $${name})}">z</xsl:attribute><xsl:value-of select="$${name}"/></xsl:template>
  <xsl:template match="r" mode="${name}"><xsl:value-of select="count(key('${name}', 'k'))"/></xsl:template>
</xsl:stylesheet>`;

const flow = (name: string, index: number) => `<flow>
  <eval out="$${name}">$request/get/n + ${index}</eval>
  <eval out="$list">json-parse("[5]")</eval>
  <eval out="$xml">xml-parse("&lt;r>k&lt;/r>")</eval>
  <sub-flow src="sub/${name}.xml"/>
  <template out="$doc">{ "list": [ {{loop $list }} {{ concat(., $${name}) }} {{end}} ] }</template>
  <xslt src="sheet/${name}.xsl" in="$xml" out="$made"/>
  <template>{ "n": {{ $${name} }}, "sub": {{ $sub }}, "doc": {{ $doc }},
    "made": {{ string($made) }} }</template>
</flow>`;

function app(nameOf: (index: number) => string): Files {
  const files: Record<string, string> = {};
  let paths = "";
  for (const index of names.keys()) {
    const name = nameOf(index);
    paths += `  /o${index}: { get: { operationId: ${JSON.stringify(name)}, x-flow: ${name}.xml } }\n`;
    files[`${name}.xml`] = flow(name, index);
    files[`sub/${name}.xml`] = `<flow><eval out="$sub">concat("sub ", $${name})</eval></flow>`;
    files[`sheet/${name}.xsl`] = sheet(name, index);
  }
  return { "swagger.yaml": `swagger: "2.0"\nbasePath: /t\npaths:\n${paths}`, ...files };
}

const servers: RunningProcess[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function built(files: Files): Promise<{ readonly out: string; readonly answers: readonly string[] }> {
  const { files: made, diagnostics } = await new Session().build(inputOf(files));
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual(
    [],
  );
  const out = scratchDirectory("names");
  writeFiles(out, made);
  const server = await served(out);
  servers.push(server);
  const answers: string[] = [];
  for (const index of names.keys()) {
    const response = await server.get(`/t/o${index}?n=3`);
    answers.push(`${response.status} ${await response.text()}`);
  }
  return { out, answers };
}

test("an app answers as it does with plain names", { timeout: 180_000 }, async () => {
  const plain = await built(app((index) => `plain${index}x`));
  expect(plain.answers[7]).toBe(
    '200 {"n":10,"sub":"sub 10","doc":{"list":["510"]},"made":"<x7 y8=\\"z\\">8</x7>1\\n"}',
  );
  const named = await built(app((index) => names[index] ?? ""));
  expect(named.answers).toEqual(plain.answers);
  const lines = servers.flatMap((server) => server.log().trim().split("\n"));
  expect(lines.filter((line) => !/"type":"engine_(?:access|start)"/.test(line))).toEqual([]);
  expect(await tscStrict(named.out)).toBe("");
});
