/** Integers that a number of JavaScript cannot hold, such as IDs of 64 bits: they leave as they came. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withEnv } from "./runtime-http/support.js";
import type { ClientRequest } from "./support/client.js";
import { type Described, describedApp, sendDescribed, verdict } from "./support/contracts.js";
import type { LogLine } from "./support/log.js";
import { type Sample, samples } from "./support/samples.js";
import { type RunningServer, received, upstream } from "./support/servers.js";

const id = "12345678901234567890";
const next = "12345678901234567891";
/** The number that is nearest to `id`, as text. */
const near = "12345678901234567000";

const post = (body: string): ClientRequest => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json" },
});

/** A value of `$body/json/id` on its way through an expression. */
const through = (expression: string, text: string, more: Partial<Sample> = {}): Sample => ({
  name: expression,
  flow: `<template>{{ ${expression} }}</template>`,
  request: post(`{ "id": ${id}, "next": ${next}, "same": ${id}, "all": [ 3, ${id}, -${next} ] }`),
  text,
  ...more,
});

let server: RunningServer;
beforeAll(async () => {
  server = await upstream(async (request, response) => {
    const body = await received(request);
    response.setHeader("content-type", "application/json");
    response.end(`{"id":${next},"got":${JSON.stringify(body)}}`);
  });
  process.env.UPSTREAM = server.url;
});
afterAll(() => server.stop());

samples(
  "an integer beyond 2^53 of the client's body",
  [
    through("$body/json/id", id),
    through("$body/json", `{"id":${id},"next":${next},"same":${id},"all":[3,${id},-${next}]}`),
    through("string($body/json/id)", `"${id}"`),
    through("concat('u', $body//id)", `"u${id}"`),
    through("string-length($body/json/id)", "20"),
    through("json-stringify($body/json/all)", `"[3,${id},-${next}]"`),
    through("json-parse(json-stringify($body))/json/all/value[2]", "null"),
    through("json-parse(json-stringify($body/json))/id", id),
    through("name($body/json/id/@*)", `"number"`),
    through("$body/json/id = $body/json/same", "true"),
    through("$body/json/id = $body/json/next", "false"),
    through(`$body/json/id = '${id}'`, "true"),
    through(`$body/json/id != '${id}'`, "false"),
    through("$body/json/id > 5 and boolean($body/json/id)", "true"),
    through("number($body/json/id)", near),
    through("$body/json/id + 1", near),
    through("sort($body/json/all)", `[-${next},3,${id}]`),
    {
      name: "in a variable, a loop, pairs and a text that the build cannot take for JSON",
      flow: `<template out="$v">{{ $body/json/id }}</template><template out="$w">{ "id": {{ $body/json/id }} }</template>
<template>{ "v": {{ $v }}, "same": {{ $v = $body/json/id }}, "more": {{ $v > 1 }}, "w": {{ $w }}, {{: $body/json/id }},
"l": [ {{loop $body/json/all}} {{ . }} {{end}} ] {{if $v}}, "t": {{ concat($v, '') }} {{end}} }</template>`,
      request: post(`{"id":${id},"all":[${next}]}`),
      text: `{"v":${id},"same":true,"more":true,"w":{"id":${id}},"id":${id},"l":[${next}],"t":"${id}"}`,
    },
    {
      name: "written in a template, alone and where it is compared and added to",
      flow: `<template out="$v">${id}</template><template>{ "id": -${id}, "a": [ {{ $v }}, {{ $v + 1 }}, {{ $v = '${id}' }} ] }</template>`,
      text: `{"id":-${id},"a":[${id},${near},true]}`,
    },
    {
      name: "as the name of a member: no JSON",
      flow: `<template>{{ $body/json }}</template>`,
      request: post(`{ ${id}: 1 }`),
      text: "null",
      check: ({ log }) => expect(log).toEqual([expect.objectContaining({ topic: "body" })]),
    },
    {
      name: "in a file of the app",
      flow: `<template>{{ json-doc("ids.json")/id }}</template>`,
      text: id,
    },
    {
      name: "in XML that says it is a number",
      flow: `<template>{{ xml-to-json(xml-parse('&lt;json object="">&lt;id number="">${id}&lt;/id>&lt;/json>')) }}</template>`,
      text: JSON.stringify(`{"id":${id}}`),
    },
    {
      name: "in requests and responses of upstream systems",
      flow: `<request content="up">{ "url": {{ $env/UPSTREAM }}, "body": { "value": {{ $body }} } }</request>
<template>{ {{: content("up")/json/id, got }} }</template>`.replace("id, got", "id | got"),
      request: post(`{"id":${id}}`),
      text: `{"id":${next},"got":"{\\"id\\":${id}}"}`,
    },
    {
      name: "beside texts that look like it",
      flow: "<template>{{ $body }}</template>",
      request: post(
        `{ "a\\\\": "\\": ${id}", "${id}": [ ": ${id}, " , ${id} ,-${id}], "f": 0.${id}, "e": ${id}e2 }`,
      ),
      text: `{"a\\\\":"\\": ${id}","${id}":[": ${id}, ",${id},-${id}],"f":0.12345678901234568,"e":1.2345678901234568e+21}`,
    },
    {
      name: "in an error document",
      flow: `<error>{ "message": "no", "id": {{ $body/json/id }} }</error>`,
      request: post(`{"id":${id}}`),
      status: 500,
      check: ({ text }) => expect(text).toContain(`"id":${id}`),
    },
  ],
  { files: { "ids.json": `{ "id": ${id} }` } },
);

/** Returns the lines that a flow logs for a body with an ID. */
async function logged(flow: string): Promise<readonly LogLine[]> {
  const one = await describedApp({ flow, validate: {} });
  const request = post(`{"id":${id},"n":9007199254740991}`);
  return (await sendDescribed(one, request)).log;
}

describe("what is told of them", () => {
  const rounded = expect.objectContaining({
    topic: "number",
    message: "An integer beyond 9007199254740991 was rounded to be a number.",
  });

  test.each(["number($body/json/id)", "$body/json/id + 1", "sum($body/json/*)", "$body/json/id = 5"])(
    "%s is an alert",
    async (expression) => {
      expect(await logged(`<template>{{ ${expression} }}</template>`)).toContainEqual(rounded);
    },
  );

  test.each(["$body/json/id", "$body/json/n + 0", "$body/json/id = 'a'", "concat($body/json/id, '')"])(
    "%s is none",
    async (expression) => {
      expect(await logged(`<template>{{ ${expression} }}</template>`)).toEqual([]);
    },
  );
});

const mocked = `swagger: "2.0"
basePath: /api
paths:
  /x:
    post:
      x-flow: x.xml
      responses: { 200: { examples: { application/json: { id: ${id} } } } }
`;

describe("schemas", () => {
  const object: Described = {
    operation: {
      parameters: [
        {
          name: "body",
          in: "body",
          schema: {
            type: "object",
            properties: {
              id: { type: "integer", format: "int64", minimum: 1 },
              small: { maximum: 5 },
              all: { type: "array", uniqueItems: true },
            },
          },
        },
      ],
    },
    flow: "<template>{{ $body }}</template>",
  };

  test.each([`{"id":${id}}`, `{"id":9223372036854775807}`, `{"all":[${id},${next}]}`])(
    "%s is passed on",
    async (body) => {
      expect(await verdict(await describedApp(object), post(body))).toBe(body);
    },
  );

  test.each([
    [`{"id":-${id}}`, "Minimum constraint violated in body for id: '-12345678901234567000' must be >= 1."],
    [
      `{"small":${id}}`,
      "Maximum constraint violated in body for small: '12345678901234567000' must be <= 5.",
    ],
    [
      `{"all":[${id},${id}]}`,
      "UniqueItems constraint violated in body for all: There are items that are equal.",
    ],
  ])("%s is refused", async (body, told) => {
    expect(await verdict(await describedApp(object), post(body))).toEqual([told]);
  });

  test("an example answers with its digits", async () => {
    const one = await describedApp({
      files: { "swagger.yaml": mocked },
    });
    const request = { headers: { mock: "true" } };
    const { text } = await withEnv({ FLOW_ALLOW_MOCKING: "true" }, () => sendDescribed(one, request));
    expect(text).toBe(`{"id":${id}}`);
  });
});
