/** Every action with what a client or an upstream says, the fields of requests that the engine itself reads, and validation. */
import type { Dictionary, FlowTarget, Message } from "../target.js";
import * as words from "./dictionaries.js";

const body =
  (type: string) =>
  (text: string): Message => ({ headers: { "content-type": type }, body: text });

/** As clients write it: what is no text of Unicode has no form there. */
const inUrl = (text: string): string => encodeURI(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/** `$env/FUZZ_UPSTREAM` answers with the body that it is sent, and the type that the path says. */
const upstream = (path: string, more = ""): string =>
  `<request>{ "url": {{ concat($env/FUZZ_UPSTREAM, "${path}") }}, "method": "POST", "body": { "src": "$body", "mime": "text/plain" }${more} }</request>`;

const variables = `<eval out="$a">string($body/json/a)</eval>`;

interface Described {
  readonly flow: string;
  readonly dictionary?: Dictionary;
  readonly message?: (text: string) => Message;
  readonly method?: string;
  readonly pattern?: string;
  readonly longest?: number;
}

/** By the names of the actions. */
export const actionFlows: Readonly<Record<string, readonly Described[]>> = {
  auth: [
    {
      flow: `<auth><user name="a" pass="b"/></auth><echo>in</echo>`,
      dictionary: words.joined(words.field, words.token),
      message: (text) => ({ headers: { authorization: `Basic ${text}` } }),
      longest: 8_000,
    },
  ],
  copy: [
    { flow: `${variables}<copy in="$a"/>`, dictionary: words.text },
    {
      flow: `<copy in="fit://request/request/body"/>`,
      dictionary: words.json,
      message: body("application/json"),
    },
  ],
  debug: [{ flow: `${variables}<debug level="info" xpath="$a"/><echo>x</echo>` }],
  dump: [
    { flow: `<dump in="$body"/>`, dictionary: words.json, message: body("application/json") },
    {
      flow: `<eval out="$x">xml-parse($body)</eval><dump in="$x"/>`,
      dictionary: words.xml,
      message: body("text/plain"),
    },
  ],
  echo: [{ flow: `<echo>a</echo>`, message: body("text/plain") }],
  error: [
    { flow: `<error>{ "status": 400, "message": {{ $body/json/a }}, "info": {{ $body/json }} }</error>` },
  ],
  eval: [
    {
      flow: `<eval out="$x">$body//a</eval><template>{{ $x }}</template>`,
      dictionary: words.json,
      message: body("application/json"),
    },
  ],
  log: [{ flow: `<log>{ "a": {{ $body/json/a }}, "b": {{ $body/json }} }</log><echo>x</echo>` }],
  nameshave: [
    {
      flow: `<nameshave in="$body" out="$x"/><template>{{ count($x//*) }}</template>`,
      dictionary: words.xml,
      message: body("text/plain"),
    },
  ],
  "pass-body": [{ flow: `${upstream("/text/plain")}<pass-body/>`, message: body("text/plain") }],
  "proxy-request": [
    {
      flow: `<proxy-request>{ "origin": {{ $env/FUZZ_UPSTREAM }} }</proxy-request>`,
      message: body("text/plain"),
    },
    {
      flow: `<proxy-request>{ "origin": {{ $env/FUZZ_UPSTREAM }} }</proxy-request>`,
      dictionary: words.url,
      pattern: "/**",
      message: (text) => ({ path: `/${inUrl(text)}` }),
      longest: 8_000,
    },
  ],
  regex: [{ flow: `${variables}<regex in="$a" pattern="/(a|b)+c?/i" replace="[$1]"/>` }],
  request: [
    ...(["application/json", "application/xml", "text/html", "text/plain"] as const).map((type, index) => ({
      flow: `${upstream(`/${type}`)}<template>{{ count(content()//node()) }}</template>`,
      dictionary: [words.json, words.xml, words.html, words.text][index] as Dictionary,
      message: body("text/plain"),
    })),
    {
      flow: `${upstream("/field/set-cookie")}<template>{{ $upstream/main/headers/set-cookie }}</template>`,
      dictionary: words.field,
      message: body("text/plain"),
      longest: 8_000,
    },
    {
      flow: `${upstream("/field/cache-control", ', "options": { "use-http-cache": true }')}<echo>x</echo>`,
      dictionary: words.field,
      message: body("text/plain"),
      longest: 8_000,
    },
    {
      flow: `${upstream("/field/content-type")}<template>{{ string(content()) }}</template>`,
      dictionary: words.field,
      message: body("text/plain"),
      longest: 8_000,
    },
    {
      flow: `<request>{ "url": {{ concat($env/FUZZ_UPSTREAM, "/text/plain") }}, "query": {{ $body/json }}, "headers": { "x-a": {{ $body/json/a }} } }</request>`,
      dictionary: words.joined(words.text, words.url),
      longest: 4_000,
    },
  ],
  requests: [
    {
      flow: `<requests>{ "a": { "url": {{ concat($env/FUZZ_UPSTREAM, "/text/plain") }}, "method": "POST", "body": { "value": {{ $body/json }} } } }</requests><template>{{ string(content("a")) }}</template>`,
    },
  ],
  serve: [
    ...(["range", "if-none-match", "if-match", "if-modified-since", "if-range"] as const).map((name) => ({
      flow: `<serve dir="/served" fallback-doc="/index.html"/>`,
      dictionary: words.field,
      pattern: "/**",
      message: (text: string) => ({
        path: "/file.txt",
        headers: { [name]: text, ...(name === "if-range" ? { range: "bytes=0-1" } : {}) },
      }),
      method: "GET",
      longest: 8_000,
    })),
    {
      flow: `<serve dir="/served" fallback-doc="/index.html"/>`,
      dictionary: words.url,
      pattern: "/**",
      message: (text) => ({ path: `/${inUrl(text)}` }),
      method: "GET",
      longest: 8_000,
    },
  ],
  "set-config": [
    { flow: `${variables}<set-config><flat><ldap timeout="{$a}"/></flat></set-config><echo>x</echo>` },
  ],
  "set-header": [{ flow: `${variables}<set-header name="X-A" value="{$a}"/><echo>x</echo>` }],
  "set-response-headers": [
    {
      flow: `<set-response-headers>{ "X-A": {{ $body/json/a }}, "Vary": {{ $body/json/a }} }</set-response-headers><echo>x</echo>`,
    },
  ],
  "set-status": [{ flow: `${variables}<set-status code="{$a}"/><echo>x</echo>` }],
  "sub-flow": [{ flow: `<sub-flow src="sub.xml"/>`, message: body("text/plain") }],
  template: [{ flow: `<template>{ "a": {{ $body/json/a }}, "b": "{{ $request/id }}" }</template>` }],
  validation: [], // in a file of its own; what it does is below
  xslt: [
    {
      flow: `<eval out="$x">xml-parse($body)</eval><xslt src="sheet.xsl" in="$x"/>`,
      dictionary: words.xml,
      message: body("text/plain"),
    },
  ],
};

const actionTargets: readonly FlowTarget[] = Object.entries(actionFlows).flatMap(([name, flows]) =>
  flows.map((described, index) => ({
    name: `action/${name} ${index}`,
    dictionary: words.text,
    ...described,
  })),
);

const field = (name: string, read: string, more: Partial<FlowTarget> = {}): FlowTarget => ({
  name: `request/${name}`,
  dictionary: words.joined(words.field, words.url),
  method: "GET",
  flow: `<template>{{ string(${read}) }}</template>`,
  message: (text) => ({ headers: { [name]: text } }),
  longest: 8_000,
  ...more,
});

/** The parts of a request that the engine reads by itself. */
const requestTargets: readonly FlowTarget[] = [
  field("cookie", "$request/cookies/a"),
  field("x-other", "$request/headers/x-other"),
  field("content-type", "$body", {
    method: "POST",
    message: (text) => ({ headers: { "content-type": text }, body: "a=1" }),
  }),
  field("accept", "$request/headers/accept"),
  field("origin", "$request/headers/origin"),
  field("debug", "$request/headers/debug"),
  field("cache-control", "$request/headers/cache-control"),
  field("x-forwarded-for", "$request/headers/x-forwarded-for"),
  {
    ...field("query", "count($request/get/*)"),
    message: (text) => ({ path: `?${text}` }),
    longest: 16_000,
  },
  {
    ...field("path", "$request/params/a"),
    pattern: "/{a}.{b}",
    message: (text) => ({ path: `/${inUrl(text).replaceAll("/", "%2F")}.x` }),
  },
  {
    ...field("wildcard", "concat($request/endpoint, $request/path, $request/url)"),
    pattern: "/**",
    message: (text) => ({ path: `/${inUrl(text)}` }),
  },
  {
    ...field("form", "count($request/post/*)"),
    dictionary: words.form,
    method: "POST",
    message: body("application/x-www-form-urlencoded"),
    longest: Number.POSITIVE_INFINITY,
  },
  {
    ...field("multipart", "count($request/post/*)"),
    dictionary: words.form,
    method: "POST",
    message: body("multipart/form-data; boundary=x"),
    longest: Number.POSITIVE_INFINITY,
  },
  {
    ...field("json", "count($body//node())"),
    dictionary: words.json,
    method: "POST",
    message: body("application/json"),
    longest: Number.POSITIVE_INFINITY,
  },
];

const validated = (
  name: string,
  dictionary: Dictionary,
  operation: object,
  message: (text: string) => Message,
  more: Partial<FlowTarget> = {},
): FlowTarget => ({
  name: `validation/${name}`,
  dictionary,
  flow: `<echo>passed</echo>`,
  operation: { "x-flow-validate": { request: true }, ...operation },
  message,
  ...more,
});

const jsonBody = (name: string, schema: object): FlowTarget =>
  validated(
    name,
    words.json,
    { requestBody: { content: { "application/json": { schema } } } },
    body("application/json"),
  );

const parameter = (name: string, place: "query" | "header" | "cookie", more: object): FlowTarget =>
  validated(
    `${place} ${name}`,
    words.joined(words.field, words.url, words.text),
    { parameters: [{ name: "a", in: place, ...more }] },
    (text) =>
      place === "query"
        ? { path: `?a=${inUrl(text)}` }
        : { headers: { [place === "cookie" ? place : "a"]: place === "cookie" ? `a=${text}` : text } },
    { method: "GET", longest: 8_000 },
  );

/** Schemas that requests refer to. */
export const schemas: Readonly<Record<string, object>> = {
  Choice: {
    oneOf: [
      { type: "object", properties: { a: { $ref: "#/components/schemas/Choice" } } },
      { type: "object", properties: { a: { $ref: "#/components/schemas/Choice" }, b: {} } },
    ],
  },
  Any: {
    anyOf: [
      { type: "object", properties: { a: { $ref: "#/components/schemas/Any" } }, required: ["b"] },
      { type: "object", properties: { a: { $ref: "#/components/schemas/Any" } }, required: ["a"] },
    ],
  },
  Tree: {
    type: "object",
    properties: {
      a: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
      b: { type: "integer" },
    },
  },
  Pet: {
    type: "object",
    required: ["a"],
    properties: { a: {}, b: { $ref: "#/components/schemas/Pet" } },
    discriminator: {
      propertyName: "a",
      mapping: { a: "#/components/schemas/Cat", "1": "#/components/schemas/Cat" },
    },
  },
  Cat: {
    allOf: [
      { $ref: "#/components/schemas/Pet" },
      { type: "object", properties: { c: { $ref: "#/components/schemas/Pet" } } },
    ],
  },
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const validationTargets: readonly FlowTarget[] = [
  ...Object.keys(schemas).map((name) => jsonBody(name, reference(name))),
  jsonBody("unique items", { type: "array", uniqueItems: true }),
  jsonBody("nested unique items", { type: "array", items: { type: "array", uniqueItems: true } }),
  jsonBody("enum", { type: "array", items: { enum: [1, "a", { a: [1] }, [[]]] } }),
  jsonBody("members", {
    type: "object",
    additionalProperties: { type: "integer" },
    maxProperties: 9_999_999,
  }),
  jsonBody("no more members", { type: "object", properties: { a: {} }, additionalProperties: false }),
  jsonBody("lengths", { type: "array", items: { type: "string", maxLength: 3 } }),
  jsonBody("pattern", { type: "array", items: { type: "string", pattern: "^[a-z]+(-[0-9]{1,3})?$" } }),
  jsonBody("numbers", { type: "array", items: { type: "number", multipleOf: 0.01, minimum: 0 } }),
  jsonBody("not", { not: { type: "array", items: { not: { type: "string" } } } }),
  ...(["form", "spaceDelimited", "pipeDelimited"] as const).map((style) =>
    parameter(style, "query", {
      style,
      explode: false,
      schema: { type: "array", items: { type: "integer" } },
    }),
  ),
  parameter("repeated", "query", { schema: { type: "array", uniqueItems: true, items: { type: "string" } } }),
  parameter("object", "query", {
    style: "deepObject",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "integer" } },
  }),
  parameter("number", "query", { schema: { type: "number" } }),
  parameter("string", "header", { schema: { type: "string", maxLength: 5 } }),
  parameter("list", "header", { schema: { type: "array", items: { type: "integer" } } }),
  parameter("string", "cookie", { schema: { type: "string", format: "date-time" } }),
  validated(
    "form",
    words.form,
    {
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: {
              type: "object",
              properties: { a: { type: "array", items: { type: "integer" } }, b: { type: "string" } },
            },
          },
        },
      },
    },
    body("application/x-www-form-urlencoded"),
  ),
  validated(
    "multipart",
    words.form,
    {
      requestBody: {
        content: {
          "multipart/form-data": { schema: { type: "object", properties: { a: { type: "string" } } } },
        },
      },
    },
    body("multipart/form-data; boundary=x"),
  ),
  validated(
    "content type",
    words.field,
    {
      requestBody: {
        content: { "application/*": { schema: {} }, "text/plain": { schema: { type: "string" } } },
      },
    },
    (text) => ({ headers: { "content-type": text }, body: "{}" }),
    { longest: 8_000 },
  ),
  validated(
    "token",
    words.token,
    { security: [{ token: [] }] },
    (text) => ({ headers: { authorization: `Bearer ${text}` } }),
    { longest: 8_000 },
  ),
];

export const engineFlows: readonly FlowTarget[] = [...actionTargets, ...requestTargets, ...validationTargets];
