/** Laws that hold for every request, whatever it brings: asked of whole apps. */

import fc from "fast-check";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import type { FunctionDefinition } from "../../compiler/language/function-definition.js";
import type { StaticType } from "../../compiler/syntax/static-type.js";
import { type ClientResponse, send } from "../support/client.js";
import { app, diagnose, isError } from "../support/compile.js";
import { apiFiles, basePath, inXml } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { type Expressions, expressions, render } from "./expressions.js";
import { memberNames } from "./json-documents.js";
import { anyJson, bodies, fields, post, queries } from "./requests.js";
import { settings } from "./settings.js";
import { texts } from "./xml-documents.js";

describe("any JSON comes back as it was", () => {
  const copy = "{{ $body/json }}";
  const copies: Readonly<Record<string, string>> = {
    "/body": `<template>${copy}</template>`,
    "/variable": `<template out="$x">${copy}</template><template>{{ $x }}</template>`,
    "/path": `<eval out="$x">$body/json</eval><template>{{ $x }}</template>`,
    "/content": `<template>${copy}</template><template>{{ content()/json }}</template>`,
    "/context": `<template>${copy}</template><template>{{ . }}</template>`,
    "/text": `<template>{{$x := 1}} {{$x := $body/json}} {{ $x }}</template>`,
    "/parsed": `<eval out="$x">json-parse(json-stringify($body/json))</eval><template>{{ $x }}</template>`,
    "/upstream": `<request>{ "url": {{ $env/MIRROR }}, "method": "POST", "body": { "value": {{ json-stringify($body/json) }} } }</request><template>{{ content()/json }}</template>`,
    "/response": `<request>{ "url": {{ $env/MIRROR }}, "method": "POST", "body": { "value": {{ json-stringify($body/json) }} } }</request>`,
  };
  let mirror: RunningServer;
  let copying: Hono;

  beforeAll(async () => {
    mirror = await upstream((request, response) => {
      response.setHeader("content-type", "application/json");
      request.pipe(response);
    });
    process.env.MIRROR = mirror.url;
    copying = await app(apiFiles(copies));
  });
  afterAll(async () => {
    delete process.env.MIRROR;
    await mirror.stop();
  });

  test.each(Object.keys(copies))("from %s", async (path) => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (text) => {
        const { text: answer, log } = await send(copying, {
          ...post(text, "application/json"),
          path: `${basePath}${path}`,
        });
        // The one long integer among them keeps its digits.
        const long = "123456789012345678901234567890";
        const expected = JSON.stringify(JSON.parse(text)).replaceAll(`${Number(long)}`, long);
        expect(answer, JSON.stringify(log)).toBe(expected);
      }),
      settings(150),
    );
  });
});

const expectWell = ({ status, text, log }: ClientResponse, message: string): void => {
  expect({ status, internal: log.filter(({ topic }) => topic === "internal") }, message).toEqual({
    status: 200,
    internal: [],
  });
  expect(() => JSON.parse(text), `${message}\n${text}`).not.toThrow();
};

test("any expression gives JSON wherever a template may have it", async () => {
  const words = { elements: [...memberNames, "*"], attributes: ["name", "string", "*"], texts, isXml: false };
  const { any, nodes }: Expressions = expressions(words, 2);
  const everywhere = (source: string) =>
    `"value": {{ ${source} }}, "items": [ {{ ${source} }}, 1 ], {{ string(${source}) }}: 1, "in text": "{{ number(${source}) }}",
     "or": {{ ${source} ?? "none" }}, "if": {{if ${source}}} 1 {{else}} 2 {{end}}`;
  const asNodes = (source: string) =>
    `{{with ${source}}} "with": {{ . }}, {{end}} {{: ${source} }} "loop": [ {{loop ${source}}} {{ . }} {{end}} ]`;
  const templates = [
    ...fc.sample(any, settings(40)).map((tree) => `{ ${everywhere(render(tree))} }`),
    ...fc
      .sample(nodes, settings(40))
      .map((tree) => `{ ${everywhere(render(tree))}, ${asNodes(render(tree))} }`),
  ];
  const paths = Object.fromEntries(
    templates.map((template, index) => [
      `/${index}`,
      `<eval out="$number">2</eval><eval out="$string">"a"</eval><eval out="$boolean">true()</eval>
       <eval out="$nodes">$body//*</eval><eval out="$xml">xml-parse(string($body))</eval>
       <template in="${index % 2 ? "$xml" : "$body"}">${inXml(template)}</template>`,
    ]),
  );
  const one = await app(apiFiles(paths));
  await fc.assert(
    fc.asyncProperty(bodies, async (request) => {
      for (const [path, flow] of Object.entries(paths))
        expectWell(await send(one, { ...request, path: `${basePath}${path}` }), flow);
    }),
    settings(15),
  );
});

describe("any function, with whatever a request brings", () => {
  const sources: Readonly<Record<StaticType, readonly string[]>> = {
    string: ["$request/get/q", "$request/headers/x-h", "string($body)", "string($request/get/q)"],
    number: ["number($request/get/q)", "number($body)", "1"],
    boolean: ["boolean($request/get/q)", "false()"],
    nodes: ["$body//*", "$body", "$request/get", "$body/json/value"],
    any: ["$body/json", "$request/get/q", "$body//@*"],
  };

  /** A call with the first `count` parameters; `turn` chooses what they are. */
  const callOf = ({ name, parameters }: FunctionDefinition, count: number, turn: number): string => {
    const args = parameters
      .slice(0, count)
      .map(({ type }, index) => sources[type][(turn + index) % sources[type].length]);
    return `${name}(${args.join(", ")})`;
  };

  const callsOf = (definition: FunctionDefinition): readonly string[] => {
    const least = definition.parameters.filter(({ occurs }) => occurs === undefined).length;
    return [0, 1, 2, 3].map((turn) =>
      callOf(definition, turn % 2 ? least : definition.parameters.length, turn),
    );
  };

  /** Those that take more than constants, and ask no other server. */
  async function callable(): Promise<Readonly<Record<string, string>>> {
    const flows = Object.fromEntries(
      [...functions.values()]
        .filter(({ name }) => !name.startsWith("ldap-"))
        .map((definition) => [
          `/${definition.name}`,
          `<template>[ ${callsOf(definition)
            .map((call) => `{{ ${call} }}`)
            .join(", ")} ]</template>`,
        ]),
    );
    const errors = (await diagnose(apiFiles(flows))).filter(isError);
    const refused = new Set(errors.map(({ span }) => Number.parseInt(span?.source.path ?? "", 10)));
    return Object.fromEntries(Object.entries(flows).filter((_, index) => !refused.has(index)));
  }

  test("is answered", async () => {
    const flows = await callable();
    expect(Object.keys(flows).length).toBeGreaterThan(0.8 * functions.size);
    const one = await app(apiFiles(flows));
    await fc.assert(
      fc.asyncProperty(bodies, queries, fields, async (request, query, field) => {
        for (const [path, flow] of Object.entries(flows)) {
          const headers = { ...request.headers, "x-h": field };
          expectWell(
            await send(one, {
              ...request,
              headers,
              query: `${new URLSearchParams({ q: query })}`,
              path: `${basePath}${path}`,
            }),
            flow,
          );
        }
      }),
      settings(20),
    );
  });
});
