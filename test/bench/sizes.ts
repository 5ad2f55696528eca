import { statSync } from "node:fs";
import { join } from "node:path";
import { flowc, freshDirectory, write } from "./project.js";
import type { Table } from "./table.js";

/** A flow for each feature that brings something into `server.js`. */
const features: Readonly<Record<string, string>> = {
  "`xml-parse()`": `<template>{{ xml-parse($request/get/a)/a }}</template>`,
  "`html-parse()`": `<template>{{ html-parse($request/get/a)/html/head/title }}</template>`,
  "an upstream request": `<request>{ "url": "http://127.0.0.1:9/" }</request>`,
  "a cache": `<request>{ "url": "http://127.0.0.1:9/", "options": { "use-http-cache": true } }</request>`,
  "a proxy for upstream requests": `<request>{ "url": "http://127.0.0.1:9/", "options": { "proxy-server": "127.0.0.1:9" } }</request>`,
  "`jwt-encode()`": `<template>{{ jwt-encode($request/get/a, $env/KEY) }}</template>`,
  "`ldap-lookup()`": `<template>{{ ldap-lookup($env/LDAP_URL, "", "", "dc=test", "(uid=a)", "b", "uid")/uid }}</template>`,
  "a pattern that may take long": `<template>{{ matches($request/get/a, "^(a+)+$") }}</template>`,
  "`<xslt>` 1.0": `<eval out="$a">xml-parse("&lt;a/>")</eval><xslt in="$a" src="a.xsl"/>`,
};

const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="/"><b><xsl:value-of select="a"/></b></xsl:template></xsl:stylesheet>`;

/** What each feature adds to the smallest `server.js`. */
export async function featureSizes(): Promise<Table> {
  const least = await sizeWith(`<template>"Hello"</template>`);
  const rows = [["a constant template", kilobytes(least)]];
  for (const [name, flow] of Object.entries(features)) {
    rows.push([`with ${name}`, `+ ${kilobytes((await sizeWith(flow)) - least)}`]);
  }
  return { title: "start: size of server.js by features", headings: ["", "size"], rows };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** Bytes of the `server.js` of one flow. */
async function sizeWith(flow: string): Promise<number> {
  const flows = freshDirectory("sizes-flows");
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\npaths:\n  /a: { get: { x-flow: a.xml } }\n`,
    "a.xml": `<flow>${flow}</flow>`,
    "a.xsl": stylesheet,
  });
  const out = freshDirectory("sizes");
  await flowc(flows, out);
  return statSync(join(out, "server.js")).size;
}
