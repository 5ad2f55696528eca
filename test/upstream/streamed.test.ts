/** Which upstream requests are streamed: where nothing but the client reads their bodies. */
import { expect, test } from "vitest";
import { compileFiles } from "../support/compile.js";
import { type AppOptions, apiFiles } from "../support/samples.js";

const proxy = `<proxy-request>{ "origin": "http://a.test" }</proxy-request>`;
const request = `<request content="a">{ "url": "http://a.test" }</request>`;
const passes = `<pass-body request="a"/>`;

interface Case {
  readonly name: string;
  readonly flow: string;
  readonly options?: AppOptions;
}

const streamed: readonly Case[] = [
  { name: "a proxy alone", flow: proxy },
  { name: "a proxy behind what reads the client's body", flow: `<eval out="$a">$body/json/a</eval>${proxy}` },
  {
    name: "a proxy before header fields and a status",
    flow: `${proxy}<set-response-headers>{ "A": {{ $upstream/main/headers/b }} }</set-response-headers><set-status code="201"/>`,
  },
  {
    name: "a proxy before a template without content",
    flow: `${proxy}<template if="$upstream/main/status = 404">{ "id": {{ $request/id }}, "n": {{ string($upstream/main/url) }} }</template>`,
  },
  { name: "a request with a pass-body behind it", flow: `${request}${passes}` },
  {
    name: "a request with actions before its pass-body that look at no body",
    flow: `${request}<set-header name="A" value="{ $upstream/a/status }"/><log>{ "a": {{ $upstream/a/status }} }</log>${passes}`,
  },
  {
    name: "a proxy in a sub-flow",
    flow: `<sub-flow src="sub.xml"/>`,
    options: { files: { "sub.xml": `<flow>${proxy}</flow>` } },
  },
  {
    name: "a proxy before a sub-flow and an error flow that read nothing",
    flow: `${proxy}<sub-flow src="sub.xml"/>`,
    options: {
      files: { "sub.xml": `<flow><set-status code="201"/></flow>` },
      error: `<template>{{ $error }}</template>`,
    },
  },
];

const whole: readonly Case[] = [
  { name: "a request alone", flow: request },
  { name: "a request behind a pass-body", flow: `${passes}${request}` },
  { name: "content()", flow: `${proxy}<eval out="$a">content("main")/json/a</eval>` },
  { name: "body()", flow: `${proxy}<eval out="$a">body()</eval>` },
  {
    name: "content by its location",
    flow: `${proxy}<eval out="$a">json-doc("fit://request/content/main")</eval>`,
  },
  {
    name: "the client's body by its location",
    flow: `${proxy}<eval out="$a">json-doc("fit://request/request/body")</eval>`,
  },
  { name: "a path from the context", flow: `${proxy}<template>{ "a": {{ json/a }} }</template>` },
  { name: "a path from the root", flow: `${proxy}<set-status if="/json/a" code="201"/>` },
  {
    name: "a field of the access log",
    flow: `${proxy}<log>{ "a": {{ content("main")/json/a }} }</log>`,
  },
  { name: "the value of a header field", flow: `${proxy}<set-header name="A" value="{ json/a }"/>` },
  { name: "a dot", flow: `${proxy}<template>{ "a": {{ . }} }</template>` },
  { name: "pairs", flow: `${proxy}<template>{ {{: json/a | json/b }} }</template>` },
  { name: "the context by default", flow: `${proxy}<eval out="$a">string()</eval>` },
  { name: "a condition", flow: `${proxy}<if test="not(content())"><set-status code="201"/></if>` },
  { name: "the client's body", flow: `${proxy}<eval out="$a">$body</eval>` },
  { name: "all of $request", flow: `${proxy}<eval out="$a">$request</eval>` },
  { name: "another request, which may send the client's body", flow: `${proxy}${request}` },
  {
    name: "a reader in a sub-flow",
    flow: `${proxy}<sub-flow src="sub.xml"/>`,
    options: { files: { "sub.xml": `<flow><eval out="$a">body()</eval></flow>` } },
  },
  {
    name: "a reader behind the call of a sub-flow",
    flow: `<sub-flow src="sub.xml"/><eval out="$a">body()</eval>`,
    options: { files: { "sub.xml": `<flow>${proxy}</flow>` } },
  },
  {
    name: "a reader in a flow that calls itself",
    flow: `<sub-flow src="sub.xml"/>`,
    options: {
      files: {
        "sub.xml": `<flow><eval out="$a">body()</eval>${proxy}<sub-flow if="$a" src="other.xml"/></flow>`,
        "other.xml": `<flow><sub-flow src="sub.xml"/></flow>`,
      },
    },
  },
  {
    name: "a reader in the error flow",
    flow: proxy,
    options: { error: `<template>{ "a": {{ body("main") }} }</template>` },
  },
  {
    name: "a proxy in the init flow, and a reader in the flow of the path",
    flow: `<template>{ "a": {{ body("main") }} }</template>`,
    options: { init: proxy },
  },
];

const isStreamed = async ({ flow, options }: Case): Promise<boolean> => {
  const { modules } = await compileFiles(apiFiles({ "/x": flow }, options));
  expect(modules).not.toEqual([]);
  return modules.some(({ text }) => text.includes("streamsToClient: true"));
};

test.each(streamed)("$name: streamed", async (each) => expect(await isStreamed(each)).toBe(true));
test.each(whole)("$name: read as a whole", async (each) => expect(await isStreamed(each)).toBe(false));
