import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const swagger = (operation: string, flow: string): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
paths:
  /orders:
    post:
      x-flow: orders.xml
${operation}`,
    "orders.xml": flowFile(flow),
  },
});

const openapi = (operation: string, flow: string): Mistake => ({
  files: {
    "swagger.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: /api }]
paths:
  /orders:
    post:
      x-flow: orders.xml
${operation}`,
    "orders.xml": flowFile(flow),
  },
});

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;
const when = (test: string): string => `<if test="${test}"><set-header name="A" value="b"/></if>`;

const form = "      parameters: [ { name: amount, in: formData, type: string } ]\n";
const json = "      parameters: [ { name: a, in: body, schema: { type: object } } ]\n";
const consumes = (type: string) => `      consumes: [${type}]\n`;
const body = (type: string) => `      requestBody: { content: { ${type}: { schema: { type: object } } } }\n`;
const active = `      parameters: [ { name: a, in: body, schema: { type: object, properties: { active: { type: boolean } } } } ]\n`;

/** What an operation says of its parameters and its body, and what its flow takes them for. */
export const operationBodies: Mistakes = {
  "JSON of a form by its parameters": swagger(form, show("«$body/json|$request/post»/amount")),
  "JSON of a form with files": swagger(
    consumes("multipart/form-data") + form,
    show("«$body/json|$request/post»/amount"),
  ),
  "JSON of a form, below in": swagger(
    form,
    `<template in="«$body/json|$request/post»">{ "x": {{ amount }} }</template>`,
  ),
  "JSON of XML": swagger(consumes("application/xml") + json, show("«$body/json|xml-parse($body)»/a")),
  "JSON of a form in OpenAPI 3": openapi(
    body("application/x-www-form-urlencoded"),
    show("«$body/json|$request/post»/a"),
  ),
  "a form of JSON in OpenAPI 3": openapi(body("application/json"), show("«!$request/post/a|$body/json/a»")),
  "a form of JSON of its own type": openapi(
    body("application/merge-patch+json"),
    show("«!$request/post/a|$body/json/a»"),
  ),
  "a field of a form": swagger(form, show("$request/post/«amonut|amount»")),
  "a cookie": openapi(
    "      parameters: [ { name: session, in: cookie, schema: { type: string } } ]\n",
    show("$request/cookies/«sesion|session»"),
  ),
  "a boolean field": openapi(
    "      parameters: [ { name: X-Dry-Run, in: header, schema: { type: boolean } } ]\n",
    when("$request/headers/x-dry-run«| = 'true'»"),
  ),
  "a boolean field in Swagger": swagger(
    "      parameters: [ { name: X-Dry-Run, in: header, type: boolean } ]\n",
    when("not($request/headers/x-dry-run«| = 'true'»)"),
  ),
  "a boolean cookie": openapi(
    "      parameters: [ { name: dark, in: cookie, schema: { type: boolean } } ]\n",
    when("$request/cookies/dark«| = 'true'»"),
  ),
  "a boolean of a form": swagger(
    "      parameters: [ { name: urgent, in: formData, type: boolean } ]\n",
    when("$request/post/urgent«| = 'true'»"),
  ),
  "the text of a boolean in JSON": swagger(active, when("string($body/json/active)«| = 'true'»")),
  "the text of a boolean in JSON beside true()": swagger(
    active,
    when("string($body/json/active) = «true()|'true'»"),
  ),
  "a form that consumes JSON": swagger(
    `      consumes: «[application/json]|[multipart/form-data]»\n${form}`,
    show("$request/post/amount"),
  ),
  "JSON that consumes forms": swagger(
    `      consumes: «[application/x-www-form-urlencoded]|[application/json]»\n${json}`,
    show("1"),
  ),
  "a file of a form without parts": swagger(
    `      consumes: «[application/x-www-form-urlencoded]|[multipart/form-data]»\n      parameters: [ { name: photo, in: formData, type: file } ]\n`,
    show("1"),
  ),
  "a limit of a text": openapi(
    "      parameters: [ { name: n, in: query, schema: { «!maximum: 5|type: integer, maximum: 5» } } ]\n",
    show("1"),
  ),
  "a limit of the items of a list": openapi(
    "      parameters: [ { name: n, in: query, schema: { type: array, items: { «!minimum: 5|type: integer, minimum: 5» } } } ]\n",
    show("1"),
  ),
  "a length of a list without type": openapi(
    "      parameters: [ { name: n, in: query, schema: { «!minItems: 1|type: array, minItems: 1» } } ]\n",
    show("1"),
  ),
  "a list without items": swagger(
    "      parameters: [ { name: n, in: query, type: «array|array, items: { type: string }» } ]\n",
    show("1"),
  ),
  "how a list is written, of a text": swagger(
    "      parameters: [ { name: n, in: query, type: string, «collectionFormat: csv|maxLength: 5» } ]\n",
    show("1"),
  ),
  "a format of texts of a number": swagger(
    "      parameters: [ { name: n, in: query, type: integer, format: «date|int32» } ]\n",
    show("1"),
  ),
};
