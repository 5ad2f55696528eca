/** Code that looks like a mistake and is none. */
import { describe, expect, test } from "vitest";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { findings } from "../support/findings.js";

const environment = (...names: readonly string[]) =>
  `<template>[ ${names.map((name) => `{{ $env/${name} }}`).join(", ")} ]</template>`;

const typo = { finds: "warning", message: /FLOW2099/ } as const;

findings("Environment variables with names much alike", {
  "of a protocol and its encrypted form": environment("HTTP_PROXY", "HTTPS_PROXY"),
  "of a protocol behind a prefix": environment("APP_LDAP_URL", "APP_LDAPS_URL"),
  "of two words": environment("AUTH_URL", "OAUTH_URL"),
  "of two words behind a prefix": environment("APP_MAIL_HOST", "APP_EMAIL_HOST"),
  "in the plural": { flow: environment("USER_API", "USERS_API"), ...typo },
  "with a letter more": { flow: environment("ORDER_TIMEOUT", "ORDER_TIMEOUUT"), ...typo },
  "without an underscore": { flow: environment("APIKEY", "API_KEY"), ...typo },
});

const send = (headers: string) =>
  `<proxy-request>{ "origin": "https://a.example", "headers": ${headers} }</proxy-request>`;

findings("A header field of the connection", {
  "that is left out": send('{ "Connection": null, "Content-Length": "" }'),
  "that is set": {
    flow: send('{ "Connection": "close" }'),
    finds: "warning",
    message: /FLOW4115 The header field Connection is not sent/,
  },
});

findings("The word null, where there is no main content", {
  "as a default": "<template>{{ $request/get/a ?? null }}</template>",
  "as a value": '<template>{ "a": {{ null }} }</template>',
  "as an argument": {
    flow: "<template>{{ concat($request/get/a, null) }}</template>",
    finds: "warning",
    message: /FLOW2055/,
  },
});

describe("A reference to a part of the schema around it", () => {
  const found = async (identifier: string) => {
    const description = `openapi: 3.1.0
paths:
  /orders: { x-flow: orders.xml }
components:
  schemas:
    Order: { ${identifier}$defs: { sku: { type: string } }, properties: { sku: { $ref: "#/$defs/sku" } } }
`;
    const files = { "swagger.yaml": description, "orders.xml": "<flow/>" };
    return (await diagnose(files)).map(describeDiagnostic);
  };

  test("is right, if that has an identifier", async () => {
    expect(await found("$id: https://shop.example/order, ")).toEqual([]);
  });

  test("leads nowhere without", async () => {
    expect(await found("")).toEqual([
      "swagger.yaml:6:75 warning FLOW1162 There is nothing at #/$defs/sku, so this says nothing.",
    ]);
  });
});

describe("Arithmetic with a text", () => {
  const found = async (schema: string) => {
    const description = `swagger: "2.0"
paths:
  /orders:
    post:
      x-flow: orders.xml
      parameters:
        - { name: body, in: body, schema: { type: object, properties: { total: { type: string${schema} } } } }
`;
    const flow = "<flow><template>{{ $body/json/total * 2 }}</template></flow>";
    return (await diagnose({ "swagger.yaml": description, "orders.xml": flow })).map(({ code }) => code);
  };

  test.each([
    ["a pattern", ', pattern: "^\\\\d+([.]\\\\d\\\\d)?$"'],
    ["a format", ", format: decimal"],
    ["a list", ', enum: ["1", "2"]'],
  ])("is right, if it holds a number by %s", async (_, schema) => {
    expect(await found(schema)).toEqual([]);
  });

  test.each([
    ["nothing is said of it", ""],
    ["it has letters", ', pattern: "^[a-z]+[0-9]+$"'],
    ["it has another format", ", format: date"],
    ["it is one of some words", ", enum: [one, two]"],
  ])("is found, if %s", async (_, schema) => {
    expect(await found(schema)).toEqual(["FLOW2085"]);
  });
});
