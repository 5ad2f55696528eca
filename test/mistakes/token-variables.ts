import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const upstream = `<request>{ "url": "https://shop.example/orders", "query": { "customer": {{ $jwt/sub }} } }</request>`;

/** An app with a token that two operations may ask for. */
const app = (orders: string, others: string, flow = upstream, top = ""): Mistake["files"] => ({
  "swagger.yaml": `swagger: "2.0"
basePath: /api
securityDefinitions:
  Customer: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: { env: KEY } } }
${top}paths:
  /orders: { get: { x-flow: orders.xml${orders} } }
  /all: { get: { x-flow: ${others} } }
`,
  "orders.xml": flowFile(flow),
  "all.xml": flowFile(`<template>[]</template>`),
});

const needed = ", security: [{ Customer: [] }]";

/** Claims of tokens that a request may not have. */
export const tokenVariables: Mistakes = {
  "the claims of a token on a route that asks for none": {
    files: {
      ...app(`«|${needed}»`, `all.xml${needed}`),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4027",
  },
  "the claims of a token on a route that is open again": {
    files: {
      ...app(`«, security: []|»`, "all.xml", upstream, "security: [{ Customer: [] }]\n"),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4027",
  },
  "the claims of an optional token": {
    files: {
      ...app(`, security: [«{}, |»{ Customer: [] }]`, "all.xml"),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4028",
  },
  "the claims of a token in a flow of two routes": {
    files: {
      ...app(needed, `orders.xml«|${needed}» } }\n  /more: { get: { x-flow: all.xml`),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4028",
  },
  "the claims of an optional token that nobody asked for": {
    files: app(
      `, security: [{}, { Customer: [] }]`,
      "all.xml",
      `«|<error if="not($jwt)" status="401"/>»<eval out="$customer">concat("c-", «!$jwt|$jwt»/sub)</eval><template>{ "id": {{ $customer }} }</template>`,
    ),
    code: "FLOW4028",
  },
  "the claims of an optional token with something in their place": {
    files: app(
      `, security: [{}, { Customer: [] }]`,
      "all.xml",
      `<template>{ "id": {{ $jwt/sub« |  ?? "nobody" »}} }</template>`.replace("$jwt", "«!$jwt|$jwt»"),
    ),
    code: "FLOW4028",
  },
  "a claim that may be missing": {
    files: app(
      needed,
      "all.xml",
      `<error if="«$jwt/tenant != $request/get/tenant|not($jwt/tenant = $request/get/tenant)»" status="403"/><template>{ "id": {{ $jwt/sub }} }</template>`,
    ),
    code: "FLOW2140",
  },
  "a claim that may be missing, beside another condition": {
    files: app(
      needed,
      "all.xml",
      `<error if="«|not($jwt/tenant) or »«!$jwt/tenant|$jwt/tenant» != $request/get/tenant or $request/get/a" status="403"/><template>{ "id": {{ $jwt/sub }} }</template>`,
    ),
    code: "FLOW2140",
  },
  "the claims of a token behind an init flow": {
    files: {
      ...app(`«|${needed}»`, `all.xml${needed}`, upstream, "x-flow-init: init.xml\n"),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
      "init.xml": flowFile(`<eval out="$begin">1</eval><template>{ "n": {{ $begin }} }</template>`),
    },
    code: "FLOW4027",
  },
  "the claims of an optional token in a flow that another calls": {
    files: {
      ...app(`, security: [«{}, |»{ Customer: [] }]`, "all.xml", `<sub-flow src="ask.xml"/>`),
      "ask.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4028",
  },
  "the claims of a token in a flow that an open route calls, too": {
    files: {
      ...app(needed, `all.xml«|${needed}»`, `<sub-flow src="ask.xml"/>`),
      "all.xml": flowFile(`<sub-flow src="ask.xml"/>`),
      "ask.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4028",
  },
  "the claims of a token in a flow that only an open route calls": {
    files: {
      ...app(`«|${needed}»`, `all.xml${needed}`, `<sub-flow src="ask.xml"/>`),
      "ask.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4027",
  },
  "the claims of an optional token that a caller has not asked for": {
    files: {
      ...app(
        ", security: [{}, { Customer: [] }]",
        "all.xml",
        `«|<error if="not($jwt)" status="401"/>»<sub-flow src="ask.xml"/>`,
      ),
      "ask.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
    },
    code: "FLOW4028",
  },
  "the claims of an optional token that the init flow has not asked for": {
    files: {
      ...app(", security: [{}, { Customer: [] }]", "all.xml", upstream, "x-flow-init: init.xml\n"),
      "orders.xml": flowFile(upstream.replace("$jwt", "«!$jwt|$jwt»")),
      "init.xml": flowFile(
        `«|<error if="not($jwt)" status="401"/>»<eval out="$begin">1</eval><template>{ "n": {{ $begin }} }</template>`,
      ),
    },
    code: "FLOW4028",
  },
};
