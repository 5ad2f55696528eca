import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const shop = (schema: string, parameters = "[]", others = parameters): string => `swagger: "2.0"
basePath: /api
paths:
  /orders/{kind}:
    get:
      x-flow: orders.xml
      parameters: ${parameters}
      responses:
        200: { description: "", schema: ${schema} }
  /other/{kind}:
    get:
      x-flow: orders.xml
      parameters: ${others}
      responses:
        200: { description: "", schema: ${schema} }
`;

/** A response with this JSON, of which the description says so. */
const response = (schema: string, json: string, says?: RegExp): Mistake => ({
  code: "FLOW2082",
  ...(says && { says }),
  files: { "swagger.yaml": shop(schema), "orders.xml": flowFile(`<template>${json}</template>`) },
});

const order = `{ type: object, required: [id], properties: { id: { type: integer }, currency: { type: string }, line1: {} } }`;
const either = `{ oneOf: [${order}, { type: object, required: [text], properties: { text: { type: string }, currency: {} } }] }`;

const parameter = (declared: string, test: string): Mistake => ({
  code: "FLOW2058",
  files: {
    "swagger.yaml": shop("{ type: object }", declared),
    "orders.xml": flowFile(`<if test="${test}"><set-header name="A" value="b"/></if>`),
  },
});

const sort = "[{ name: sort, in: query, type: string, enum: [name, date] }]";

/** Mistakes that let an app build, and then every client gets an error, or an answer that is wrong. */
export const silentBuilds: Mistakes = {
  "a required member that one way leaves out": response(
    order,
    `{ {{if $request/get/a}} «!"id"|"id"»: 1, «|{{else}} "id": 2, »{{end}} "currency": "EUR" }`,
    /Write id in every branch/,
  ),
  "a required member in one of two branches": response(
    `{ type: array, items: ${order} }`,
    `[ { {{if $request/get/a}} «!"id"|"id"»: 1 {{else}} «"currency": "EUR"|{{if $request/get/b}} "id": 2 {{else}} "id": 3 {{end}}» {{end}} } ]`,
  ),
  "a member with a slip": response(order, `{ "id": 1, «"curency"|"line2"»: "EUR" }`, /mean currency/),
  "a member with a slip, where schemas are composed": response(
    `{ allOf: [${order}, { type: object, properties: { curency2: {}, "state": {} } }] }`,
    `{ "id": 1, «"stat"|"currency"»: "open" }`,
  ),
  "neither of two alternatives": response(
    either,
    `{ «"text": 5|{{if $request/get/a}} "id": 1 {{else}} "text": "x" {{end}}», "currency": "EUR" }`,
  ),
  "a parameter that is no number": parameter(
    "[{ name: n, in: query, type: integer }]",
    "$request/get/n = «'all'|''»",
  ),
  "a parameter that is no boolean": parameter(
    "[{ name: b, in: query, type: boolean }]",
    "$request/get/b = «'yes'|'true'»",
  ),
  "a path parameter that is not in its enum": parameter(
    "[{ name: kind, in: path, required: true, type: string, enum: [new, old] }]",
    "$request/params/kind != «'older'|'old'»",
  ),
  "a parameter that two routes describe otherwise": {
    files: {
      "swagger.yaml": shop("{ type: object }", sort, `«${sort}|${sort.replace("[name", "[nam, name")}»`),
      "orders.xml": flowFile(
        `<if test="$request/get/sort = «!'nam'|'nam'»"><set-header name="A" value="b"/></if>`,
      ),
    },
  },
  "a path in a text of a template, as in JavaScript": {
    says: /without quotes/,
    flow: `<template>{ "text": «"\${request/get/id}"|{{ $request/get/id }}» }</template>`,
  },
};
